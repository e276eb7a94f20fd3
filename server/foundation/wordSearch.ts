import { setImmediate as breathe } from 'node:timers/promises';

/** The words of a search. In JavaScript, as databases know no other capitals than those of ASCII. */
export const wordsOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word stands somewhere in a text, whatever the case of both. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const searched = text.toLowerCase();
  return words.every((word) => searched.includes(word));
}

export interface Found<Item> {
  items: Item[];
  /** The id before which the next page begins; null: there is no more. */
  next: string | null;
}

/** Reads the newest that are before an id; absent: of all. */
export type ReadSome<Item> = (before: string | undefined, limit: number) => Promise<Item[]>;

/** What one call looks through for words, and how much of it is read at a time: between two the event loop serves others. */
const MOST_SEARCHED = 1000;
const SEARCHED_AT_ONCE = 100;

interface Search<Item> {
  words: readonly string[];
  textOf(item: Item): string;
  before?: string;
  limit: number;
  /** How much is read at a time. More where the reading costs more than the looking. */
  atOnce?: number;
}

/**
 * A page of what has every one of the words. It may be short, or empty, and still have a next one, where much had to be
 * looked through.
 */
export async function findWithWords<Item extends { id: string }>(
  read: ReadSome<Item>,
  { words, textOf, before, limit, atOnce = SEARCHED_AT_ONCE }: Search<Item>,
): Promise<Found<Item>> {
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

function cut<Item extends { id: string }>(found: Item[], limit: number): Found<Item> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.id : null };
}
