import { findWithWords, wordsOf, type ReadSome } from '../foundation/wordSearch.ts';
import type { StoredExecution } from './executionQueries.ts';

export interface ExecutionPage {
  executions: StoredExecution[];
  /** The id before which the next page starts; null on the last page. */
  next: string | null;
}

/**
 * A page of executions whose title, flow or starter contains every one of the words. A page may be short or empty and
 * still have a next one, if many executions had to be scanned.
 */
export async function findExecutions(
  read: ReadSome<StoredExecution>,
  { q = '', before, limit }: { q?: string; before?: string; limit: number },
): Promise<ExecutionPage> {
  const { items, next } = await findWithWords(read, { words: wordsOf(q), textOf, before, limit });
  return { executions: items, next };
}

const textOf = ({ title, flowName, starter }: StoredExecution): string =>
  `${title ?? ''}\n${flowName}\n${starter.displayName}`;
