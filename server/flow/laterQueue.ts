import pTimeout from 'p-timeout';

/**
 * Work that may wait, by id. Only a few items run at a time, so that what people wait for is not queued behind them.
 */
export interface LaterQueue<Item> {
  /** False if the queue is full: a later scan finds the item again. */
  add(id: string, item: Item): boolean;
  has(id: string): boolean;
  /** Removes it if it still waits. */
  remove(id: string): boolean;
  /** Removes everything that still waits. */
  clear(): string[];
}

interface Settings<Item> {
  /** Resolves when it is done; never rejects. */
  begin(item: Item): Promise<void>;
  /** How many run at a time. */
  places: number;
  /** After this long, in ms, an item gives its place to the next: it is waiting for something else. */
  placeMs: number;
  /** How many may wait. */
  room: number;
}

export function createLaterQueue<Item>({ begin, places, placeMs, room }: Settings<Item>): LaterQueue<Item> {
  const waiting = new Map<string, Item>();
  let underWay = 0;

  function fill(): void {
    while (underWay < places) {
      const [next] = waiting;
      if (!next) return;
      waiting.delete(next[0]);
      underWay++;
      void pTimeout(begin(next[1]), { milliseconds: placeMs, fallback: () => {} }).then(() => {
        underWay--;
        fill();
      });
    }
  }

  return {
    add(id, item) {
      if (waiting.has(id)) return true;
      if (waiting.size >= room) return false;
      waiting.set(id, item);
      fill();
      return true;
    },
    has: (id) => waiting.has(id),
    remove: (id) => waiting.delete(id),
    clear() {
      const ids = [...waiting.keys()];
      waiting.clear();
      return ids;
    },
  };
}
