import { BusyError, isFaultOfContent } from './unitOfWork.ts';

export interface Batcher<Item, Result> {
  /** Resolves with the item's own result after its batch has committed. */
  add(item: Item): Promise<Result>;
}

interface Settings<Item, Result, Unit> {
  /** Stores all items or, if it rejects, none. A refusal of one item is a result, not an error. */
  perform(items: Item[], unit: Unit): Promise<Result[]>;
  /**
   * Runs a batch, as `units.run` does. The batch is formed when its work starts, so it includes items that arrive while
   * it waits for its turn. A retry has the same items.
   */
  within?(work: (unit: Unit) => Promise<Result[]>): Promise<Result[]>;
  maxItems?: number;
  maxWaiting?: number;
  /** How much of `maxItems` one item takes; an item larger than that goes alone. */
  sizeOf?(item: Item): number;
}

interface Entry<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * How many turns of the event loop pass before a batch is formed: a few microseconds if there is nothing else to do.
 * Callers who got their results together come back together, but on different sockets. Without these turns, the first
 * would go alone and the others would wait for it. The second turn is for those who come during the first.
 */
const TURNS = 2;

/**
 * Items that arrive together, or while a batch commits, share a batch. None waits any longer for company. `maxItems`
 * bounds how long a batch blocks other writers.
 */
export function createBatcher<Item, Result, Unit = void>({
  perform,
  within = (work) => work(undefined as Unit),
  maxItems = 256,
  maxWaiting = 10_000,
  sizeOf = () => 1,
}: Settings<Item, Result, Unit>): Batcher<Item, Result> {
  const waiting: Entry<Item, Result>[] = [];
  let isWorking = false;

  function add(item: Item): Promise<Result> {
    if (waiting.length >= maxWaiting) return Promise.reject(new BusyError('too many writes are waiting'));
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void work();
    });
  }

  async function work(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
      let batch: Entry<Item, Result>[] | undefined;
      await settle(() => (batch ??= waiting.splice(0, nextCount())));
    }
    isWorking = false;
  }

  /** How many items from the front fit; at least one. */
  function nextCount(): number {
    let size = 0;
    let count = 0;
    while (count < waiting.length && (size += sizeOf(waiting[count]!.item)) <= maxItems) count++;
    return Math.max(count, 1);
  }

  /** A batch that fails because of its content is halved until the bad item is alone: 16 more tries for one among 256. */
  async function settle(take: () => Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await within((unit) => perform(itemsOf(take()), unit));
      take().forEach(({ resolve }, n) => resolve(results[n]!));
    } catch (error) {
      const entries = take();
      if (entries.length === 1 || !isFaultOfContent(error)) return entries.forEach(({ reject }) => reject(error));
      const middle = entries.length >> 1;
      await settle(() => entries.slice(0, middle));
      await settle(() => entries.slice(middle));
    }
  }

  return { add };
}

const itemsOf = <Item>(entries: { item: Item }[]): Item[] => entries.map(({ item }) => item);
