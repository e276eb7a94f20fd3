import { setImmediate as breathe } from 'node:timers/promises';
import type { StoredExecution } from './executionQueries.ts';

export interface Found {
  executions: StoredExecution[];
  /** The id before which the next page begins; null: there is no more. */
  next: string | null;
}

/** Reads the newest that are before an id; absent: of all. */
export type ReadSome = (before: string | undefined, limit: number) => Promise<StoredExecution[]>;

/** Executions that one call looks through for words, and how many at a time: between two the event loop serves others. */
const MOST_SEARCHED = 1000;
const SEARCHED_AT_ONCE = 100;

/**
 * A page of executions whose title, flow or starter has every one of the words. It may be short, or empty, and still have a
 * next one, where much had to be looked through.
 */
export async function findExecutions(
  read: ReadSome,
  { q = '', before, limit }: { q?: string; before?: string; limit: number },
): Promise<Found> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cut(await read(before, limit + 1), limit);
  const found: StoredExecution[] = [];
  let place = before;
  for (let searched = 0; searched < MOST_SEARCHED; searched += SEARCHED_AT_ONCE) {
    const some = await read(place, SEARCHED_AT_ONCE);
    found.push(...some.filter((each) => hasAll(each, words)));
    if (found.length > limit || some.length < SEARCHED_AT_ONCE) return cut(found, limit);
    place = some.at(-1)!.id;
    await breathe();
  }
  return { executions: found, next: place! };
}

function cut(found: StoredExecution[], limit: number): Found {
  const executions = found.slice(0, limit);
  return { executions, next: found.length > limit ? executions.at(-1)!.id : null };
}

function hasAll({ title, flowName, starter }: StoredExecution, words: readonly string[]): boolean {
  const searched = `${title ?? ''}\n${flowName}\n${starter.displayName}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}
