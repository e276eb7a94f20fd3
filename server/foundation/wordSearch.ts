import { setImmediate as breathe } from 'node:timers/promises';

/** The words of a search. Lower-cased in JavaScript, because SQLite folds ASCII letters only. */
export const wordsOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text contains every word. `words` are lower case. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

export interface FoundPage<Item> {
  items: Item[];
  /** The id before which the next page starts; null: this is the last page. */
  next: string | null;
}

/** Reads the newest items before an id; without one, the newest of all. */
export type ReadSome<Item> = (before: string | undefined, limit: number) => Promise<Item[]>;

/** How many items one call searches, and how many it reads at a time; between two reads the event loop serves others. */
const MOST_SEARCHED = 1000;
const SEARCHED_AT_ONCE = 100;

interface Search<Item> {
  words: readonly string[];
  textOf(item: Item): string;
  before?: string;
  limit: number;
  /** How many items are read at a time; set it higher if reading costs more than searching. */
  atOnce?: number;
}

/**
 * A page of the items that contain every word. It may be short or empty and still have a next page, because one call
 * searches only so many items.
 */
export async function findWithWords<Item extends { id: string }>(
  read: ReadSome<Item>,
  { words, textOf, before, limit, atOnce = SEARCHED_AT_ONCE }: Search<Item>,
): Promise<FoundPage<Item>> {
  if (words.length === 0) return cut(await read(before, limit + 1), limit);
  const found: Item[] = [];
  let place = before;
  for (let searched = 0; searched < MOST_SEARCHED; searched += atOnce) {
    const some = await read(place, atOnce);
    found.push(...some.filter((each) => hasAll(textOf(each), words)));
    if (found.length > limit || some.length < atOnce) return cut(found, limit);
    place = some.at(-1)!.id;
    await breathe();
  }
  return { items: found, next: place! };
}

function cut<Item extends { id: string }>(found: Item[], limit: number): FoundPage<Item> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.id : null };
}
