import type { RequestKey } from '../foundation/requestKey.ts';
import { UNLIMITED, type Limits } from '../foundation/limits.ts';

export interface Beginning {
  id: string;
  flowId: string;
  starterId: string;
  key: RequestKey | null;
}

export type StartLimit = 'unfinishedExecutions' | 'startsPerHour';

/** The outcome of a start. */
export type Begun =
  | { kind: 'begun' }
  /** Already begun under the same key. */
  | { kind: 'repeated'; executionId: string }
  /** The key belongs to another start. */
  | { kind: 'key_reused' }
  | { kind: 'refused'; limit: StartLimit };

/** What is stored with a key. */
export interface KnownStart {
  bodyHash: string;
  executionId: string;
}

/** How many executions a person has. */
export type StartCounts = Record<StartLimit, number>;

export const nameOfKey = (
  { starterId, flowId }: Pick<Beginning, 'starterId' | 'flowId'>,
  { key }: Pick<RequestKey, 'key'>,
): string => JSON.stringify([starterId, flowId, key]);

export const isLimited = (limits: Pick<Limits, StartLimit>): boolean =>
  limits.startsPerHour < UNLIMITED || limits.unfinishedExecutions < UNLIMITED;

/**
 * Decides the starts in order, each as if those before it were stored already.
 * @param known by `nameOfKey`
 * @param counts by starter; a missing starter has none
 */
export function decideStarts(
  beginnings: Beginning[],
  known: ReadonlyMap<string, KnownStart>,
  counts: ReadonlyMap<string, StartCounts>,
  limits: Pick<Limits, StartLimit>,
): Begun[] {
  const keys = new Map(known);
  const soFar = new Map(counts);
  return beginnings.map((beginning): Begun => {
    const { id, starterId, key } = beginning;
    const before = key && keys.get(nameOfKey(beginning, key));
    if (before && before.bodyHash !== key.bodyHash) return { kind: 'key_reused' };
    if (before) return { kind: 'repeated', executionId: before.executionId };
    const { unfinishedExecutions, startsPerHour } = soFar.get(starterId) ?? NONE;
    if (unfinishedExecutions >= limits.unfinishedExecutions) return { kind: 'refused', limit: 'unfinishedExecutions' };
    if (startsPerHour >= limits.startsPerHour) return { kind: 'refused', limit: 'startsPerHour' };
    soFar.set(starterId, { unfinishedExecutions: unfinishedExecutions + 1, startsPerHour: startsPerHour + 1 });
    if (key) keys.set(nameOfKey(beginning, key), { bodyHash: key.bodyHash, executionId: id });
    return { kind: 'begun' };
  });
}

const NONE: StartCounts = { unfinishedExecutions: 0, startsPerHour: 0 };
