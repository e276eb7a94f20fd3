import type { RequestKey } from '../foundation/requestKey.ts';
import { UNLIMITED, type Limits } from '../foundation/limits.ts';

/** A person's own log of a chat. */
export interface OwnLog {
  chatId: string;
  person: string;
}

export interface Beginning {
  id: string;
  flowId: string;
  starterId: string;
  /** The starter's own log of a chat, if it is started there. */
  log: OwnLog | null;
  key: RequestKey | null;
}

export type StartLimit = 'unfinishedExecutions' | 'startsPerHour';

/** The outcome of a start. */
export type StartOutcome =
  | { kind: 'begun' }
  /** Already begun under the same key. */
  | { kind: 'repeated'; executionId: string }
  /** The key belongs to another start. */
  | { kind: 'key_reused' }
  | { kind: 'retired'; what: 'flow' | 'chat' }
  | { kind: 'refused'; limit: StartLimit };

/** What is stored with a key. */
export interface KnownStart {
  bodyHash: string;
  executionId: string;
}

/** What the stored rows say about starts. */
export interface StoredStarts {
  /** By `nameOfKey`. */
  keys: ReadonlyMap<string, KnownStart>;
  /** Flows that nobody can start. */
  retired: ReadonlySet<string>;
  /** Logs that nobody can begin, by `nameOfLog`. */
  closed: ReadonlySet<string>;
  /** By starter; a missing starter has none. */
  counts: ReadonlyMap<string, StartCounts>;
}

/** How many executions a person has. */
export type StartCounts = Record<StartLimit, number>;

export const nameOfKey = (
  { starterId, flowId }: Pick<Beginning, 'starterId' | 'flowId'>,
  { key }: Pick<RequestKey, 'key'>,
): string => JSON.stringify([starterId, flowId, key]);

export const nameOfLog = ({ chatId, person }: OwnLog): string => JSON.stringify([chatId, person]);

export const isLimited = (limits: Pick<Limits, StartLimit>): boolean =>
  limits.startsPerHour < UNLIMITED || limits.unfinishedExecutions < UNLIMITED;

/**
 * Decides the starts in order, each as if those before it were stored already. A key that has started something before
 * answers that, even if the flow or the chat is retired now.
 */
export function decideStarts(
  beginnings: Beginning[],
  known: StoredStarts,
  limits: Pick<Limits, StartLimit>,
): StartOutcome[] {
  const keys = new Map(known.keys);
  const soFar = new Map(known.counts);
  return beginnings.map((beginning): StartOutcome => {
    const { id, flowId, starterId, log, key } = beginning;
    const before = key && keys.get(nameOfKey(beginning, key));
    if (before && before.bodyHash !== key.bodyHash) return { kind: 'key_reused' };
    if (before) return { kind: 'repeated', executionId: before.executionId };
    if (known.retired.has(flowId)) return { kind: 'retired', what: 'flow' };
    if (log && known.closed.has(nameOfLog(log))) return { kind: 'retired', what: 'chat' };
    const { unfinishedExecutions, startsPerHour } = soFar.get(starterId) ?? NONE;
    if (unfinishedExecutions >= limits.unfinishedExecutions) return { kind: 'refused', limit: 'unfinishedExecutions' };
    if (startsPerHour >= limits.startsPerHour) return { kind: 'refused', limit: 'startsPerHour' };
    soFar.set(starterId, { unfinishedExecutions: unfinishedExecutions + 1, startsPerHour: startsPerHour + 1 });
    if (key) keys.set(nameOfKey(beginning, key), { bodyHash: key.bodyHash, executionId: id });
    return { kind: 'begun' };
  });
}

const NONE: StartCounts = { unfinishedExecutions: 0, startsPerHour: 0 };
