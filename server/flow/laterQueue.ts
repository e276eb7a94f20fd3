import pTimeout from 'p-timeout';

/** Work that may wait, by id. A few at a time are under way, so that what people wait for does not stand behind it. */
export interface LaterQueue<Item> {
  /** False when there is no room: whoever comes back to it later finds it then. */
  add(id: string, item: Item): boolean;
  has(id: string): boolean;
  /** Takes it out, if it still waits. */
  remove(id: string): boolean;
  /** Takes everything out that still waits. */
  clear(): string[];
}

interface Settings<Item> {
  /** Resolves when it is done; never rejects. */
  begin(item: Item): Promise<void>;
  /** So many are under way. */
  places: number;
  /** What takes longer leaves its place to the next, in ms: it waits for something else. */
  placeMs: number;
  /** So many wait. */
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
