import type { Address } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { PostFailure } from '../../../contract/postFailures.ts';
import type { ShownState } from '../../../contract/requests.ts';

/** What a copy shows, or should show. */
export interface Shown {
  version: number;
  state: ShownState;
}

/** A copy whose state was not noted is of a time when only questions were posted, and nothing was rewritten. */
export const toShown = (version: number | null, state: ShownState | null): Shown | null =>
  version === null ? null : { version, state: state ?? 'question' };

export interface Copy {
  /** Null before it was posted. */
  shown: Shown | null;
  /** When it was posted or last rewritten. */
  shownAt: number | null;
}

export interface Wanted extends Shown {
  /** Worth posting to somebody who has no copy yet. */
  isNews: boolean;
  /** How many people have to answer, where the copy says how many have. */
  progressOf: number | null;
  /** It says something else with each version. */
  isNotice?: boolean;
}

/** What to do with a copy now. */
export type Step =
  | { kind: 'post' | 'rewrite' }
  /** Nothing that it shows has changed. */
  | { kind: 'note' }
  | { kind: 'wait'; until: number }
  /** There is nothing left to say to somebody who never got a copy. */
  | { kind: 'skip' }
  /** It shows the last that it can show. */
  | { kind: 'settle' };

/** Progress is shown for up to so many assignees; beyond, every answer would rewrite more copies than platforms take. */
export const MOST_PROGRESS_OF = 20;
/** How long a copy rests before it is rewritten for progress alone. */
export const PROGRESS_REST_MS = 30_000;

const RANK: Record<ShownState, number> = { question: 0, answered: 1, closed: 2 };

export function wantedOf(message: Message): Wanted {
  if (message.kind === 'notice') {
    const { version, isOver } = message.about ?? { version: 1, isOver: true };
    const isNews = !isOver || message.about === undefined;
    return { version, state: isOver ? 'closed' : 'question', isNews, progressOf: null, isNotice: true };
  }
  const { version, progress } = message;
  const isNews = message.kind === 'question';
  const state = message.kind === 'question' ? 'question' : message.status === 'answered' ? 'answered' : 'closed';
  return { version, state, isNews, progressOf: progress?.of ?? null };
}

/** Whether a person can do something on a copy, for which it carries a one-time token. */
export const takesToken = (message: Message): boolean =>
  message.kind === 'question' || (message.kind === 'notice' && (message.about?.actions ?? []).length > 0);

/** From when on a posted copy is to be rewritten; null: what it shows still holds. A copy never goes back. */
export function rewriteDueAt({ shown, shownAt }: Copy, wanted: Omit<Wanted, 'isNews'>, now: number): number | null {
  if (!shown || wanted.version < shown.version) return null;
  const ahead = RANK[wanted.state] - RANK[shown.state];
  if (ahead > 0 || (ahead === 0 && wanted.isNotice && wanted.version > shown.version)) return now;
  const isShared = wanted.progressOf !== null && wanted.progressOf <= MOST_PROGRESS_OF;
  if (ahead < 0 || wanted.version === shown.version || !isShared) return null;
  return Math.max(now, (shownAt ?? 0) + PROGRESS_REST_MS);
}

/** @param wanted null: the subject is gone, or not for this person */
export function nextStep(copy: Copy, wanted: Wanted | null, parts: { canRewrite: boolean; now: number }): Step {
  if (!copy.shown) return { kind: wanted?.isNews ? 'post' : 'skip' };
  if (!wanted || !parts.canRewrite || copy.shown.state === 'closed') return { kind: 'settle' };
  const dueAt = rewriteDueAt(copy, wanted, parts.now);
  if (dueAt === null) return { kind: 'note' };
  return dueAt > parts.now ? { kind: 'wait', until: dueAt } : { kind: 'rewrite' };
}

/** What an attempt came to. `retryAfterMs` null: trying again cannot help. */
export type Attempted =
  | { kind: 'posted'; shown: Shown; address: Address; canRewrite: boolean }
  | { kind: 'rewritten'; shown: Shown }
  | { kind: 'noted'; version: number }
  | { kind: 'waiting'; until: number }
  | { kind: 'skipped' }
  | { kind: 'settled' }
  | { kind: 'failed'; error: string; said?: PostFailure | null; retryAfterMs: number | null; resumesAt?: undefined }
  /** The channel asks for patience for everybody, until then. */
  | { kind: 'failed'; error: string; said?: PostFailure | null; retryAfterMs: number; resumesAt: number };

export interface DeliveryChange {
  state: 'queued' | 'sent' | 'failed' | 'skipped';
  /** Null: as before. */
  version: number | null;
  /** Null: as before. */
  shownState: ShownState | null;
  nextAttemptAt: number | null;
  failures: number;
  error: string | null;
  /** The same so that it can be said in any language; absent where it is in somebody else's words. */
  said?: PostFailure;
  isSettled: boolean;
}

/** In one word: `delayed` and `retried` are tried again, because the channel asks for patience or because this attempt failed. */
export type AttemptOutcome = Attempted['kind'] | 'retried' | 'delayed';

export function outcomeOf(
  attempted: Attempted,
  { nextAttemptAt }: Pick<DeliveryChange, 'nextAttemptAt'>,
): AttemptOutcome {
  if (attempted.kind !== 'failed' || nextAttemptAt === null) return attempted.kind;
  return attempted.resumesAt === undefined ? 'retried' : 'delayed';
}

/** A delivery as it was when its attempt began. */
export interface Standing {
  shown: Shown | null;
  failures: number;
  createdAt: number;
}

/** The last attempt is made about a day and a half after the first. */
export const MAX_FAILURES = 20;
/** As long a channel may be down for everybody before those whom it never reached are tried elsewhere. */
export const GIVE_UP_MS = 36 * 60 * 60 * 1000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 3 * 60 * 60 * 1000;
const LONGEST_ERROR = 500;

/**
 * 5 s, 10 s, 20 s … up to 3 h; a quarter of it by chance, so that a platform that comes back is not met by everyone at once.
 * @param random 0 … 1
 */
export function backOffMs(failures: number, random: number, longestMs = LONGEST_WAIT_MS): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), longestMs);
  return Math.round(wait * (0.75 + random / 4));
}

/** What becomes of a delivery after an attempt. */
export function afterAttempt(
  attempted: Attempted,
  standing: Standing,
  { now, random }: { now: number; random: number },
): DeliveryChange {
  if (attempted.kind === 'failed') return afterFailure(attempted, standing, { now, random });
  const change: DeliveryChange = {
    state: attempted.kind === 'skipped' ? 'skipped' : 'sent',
    version: null,
    shownState: null,
    nextAttemptAt: null,
    failures: 0,
    error: null,
    isSettled: false,
  };
  switch (attempted.kind) {
    case 'posted':
    case 'rewritten': {
      const { version, state } = attempted.shown;
      const isLast = state === 'closed' || (attempted.kind === 'posted' && !attempted.canRewrite);
      return { ...change, version, shownState: state, isSettled: isLast };
    }
    case 'noted':
      return { ...change, version: attempted.version };
    case 'waiting':
      return { ...change, nextAttemptAt: attempted.until };
    case 'skipped':
    case 'settled':
      return { ...change, isSettled: true };
  }
}

function afterFailure(
  { error, said, retryAfterMs, resumesAt }: Attempted & { kind: 'failed' },
  { shown, failures: before, createdAt }: Standing,
  { now, random }: { now: number; random: number },
): DeliveryChange {
  const failures = resumesAt === undefined ? before + 1 : before;
  const kept = {
    version: null,
    shownState: null,
    failures,
    error: storable(error),
    ...(said && { said: bounded(said) }),
  };
  const isTooLong = resumesAt === undefined ? failures >= MAX_FAILURES : !shown && now - createdAt >= GIVE_UP_MS;
  if (retryAfterMs === null || isTooLong)
    return { ...kept, state: shown ? 'sent' : 'failed', nextAttemptAt: null, isSettled: true };
  const nextAttemptAt = resumesAt ?? now + Math.max(retryAfterMs, backOffMs(failures, random));
  return { ...kept, state: shown ? 'sent' : 'queued', nextAttemptAt, isSettled: false };
}

/** As far as it is kept. Others may have said a NUL, which PostgreSQL does not store. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST_ERROR);

/** What others said is kept as far as the whole is. */
const bounded = ({ id, values }: PostFailure): PostFailure => ({
  id,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
  ),
});

/** The next channel for a person whom one could not reach; null: none is left. */
export function nextFallback(fallback: readonly string[], failed: string): string | null {
  const place = fallback.indexOf(failed);
  return fallback[place + 1] ?? null;
}
