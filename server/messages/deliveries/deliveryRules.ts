import type { Address, ChannelFacts } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { PostFailure } from '../../../contract/postFailures.ts';
import type { ShownState } from '../../../contract/requests.ts';

/** What a copy shows, or should show. */
export interface ShownCopy {
  version: number;
  state: ShownState;
}

/** A copy without a stored state is from a version that only posted questions and never rewrote them. */
export const toShown = (version: number | null, state: ShownState | null): ShownCopy | null =>
  version === null ? null : { version, state: state ?? 'question' };

export interface Copy {
  /** Null before it is posted. */
  shown: ShownCopy | null;
  /** When it was posted or last rewritten. */
  shownAt: number | null;
}

export interface WantedCopy extends ShownCopy {
  /** Worth posting to a person who has no copy yet. */
  isNews: boolean;
  /** How many people must answer, if the copy shows how many have. */
  progressOf: number | null;
  /** Its content changes with each version. */
  isNotice?: boolean;
}

/** What to do with a copy now. */
export type Step =
  | { kind: 'post' | 'rewrite' }
  /** Nothing that it shows has changed. */
  | { kind: 'note' }
  | { kind: 'wait'; until: number }
  /** There is nothing left to tell a person who never got a copy. */
  | { kind: 'skip' }
  /** It shows its final state. */
  | { kind: 'settle' };

/**
 * Progress is shown for up to this many assignees; with more, each answer would rewrite more copies than platforms
 * accept.
 */
export const MOST_PROGRESS_OF = 20;

/** A message as its copy shows it: without a count of answers that the copy would not follow while the question waits. */
export function asCopied<Copied extends Message>(message: Copied): Copied {
  if (message.kind === 'notice' || (message.progress?.of ?? 0) <= MOST_PROGRESS_OF) return message;
  const isWaiting = message.kind === 'question' || message.status === 'answered';
  return isWaiting ? { ...message, progress: null } : message;
}

/** Minimum interval between rewrites for progress alone. */
export const PROGRESS_REST_MS = 30_000;

const RANK: Record<ShownState, number> = { question: 0, answered: 1, closed: 2 };

export function wantedOf(message: Message): WantedCopy {
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

/** Whether a copy offers an action, and so carries a one-time token. */
export const takesToken = (message: Message): boolean =>
  message.kind === 'question' || (message.kind === 'notice' && (message.about?.actions ?? []).length > 0);

/** When a posted copy is to be rewritten; null if it is up to date. A copy never shows an older state again. */
export function rewriteDueAt({ shown, shownAt }: Copy, wanted: Omit<WantedCopy, 'isNews'>, now: number): number | null {
  if (!shown || wanted.version < shown.version) return null;
  const ahead = RANK[wanted.state] - RANK[shown.state];
  if (ahead > 0 || (ahead === 0 && wanted.isNotice && wanted.version > shown.version)) return now;
  const isShared = wanted.progressOf !== null && wanted.progressOf <= MOST_PROGRESS_OF;
  if (ahead < 0 || wanted.version === shown.version || !isShared) return null;
  return Math.max(now, (shownAt ?? 0) + PROGRESS_REST_MS);
}

interface StepParts extends Pick<ChannelFacts, 'canRewrite' | 'leavesOpen'> {
  now: number;
}

/** @param wanted null: the subject is gone, or not for this person */
export function nextStep(copy: Copy, wanted: WantedCopy | null, parts: StepParts): Step {
  if (!copy.shown) return { kind: wanted?.isNews ? 'post' : 'skip' };
  if (!wanted || !parts.canRewrite || copy.shown.state === 'closed') return { kind: 'settle' };
  const isLeft = parts.leavesOpen && wanted.state === 'question' && !wanted.isNotice;
  const dueAt = isLeft ? null : rewriteDueAt(copy, wanted, parts.now);
  if (dueAt === null) return { kind: 'note' };
  return dueAt > parts.now ? { kind: 'wait', until: dueAt } : { kind: 'rewrite' };
}

/** The result of an attempt. `retryAfterMs` null: a retry cannot help. */
export type Attempted =
  | { kind: 'posted'; shown: ShownCopy; address: Address; canRewrite: boolean }
  | { kind: 'rewritten'; shown: ShownCopy }
  | { kind: 'noted'; version: number }
  | { kind: 'waiting'; until: number }
  | { kind: 'skipped' }
  | { kind: 'settled' }
  | { kind: 'failed'; error: string; said?: PostFailure | null; retryAfterMs: number | null; resumesAt?: undefined }
  /** The channel is paused for everybody until then. */
  | { kind: 'failed'; error: string; said?: PostFailure | null; retryAfterMs: number; resumesAt: number };

export interface DeliveryChange {
  state: 'queued' | 'sent' | 'failed' | 'skipped';
  /** Null: unchanged. */
  version: number | null;
  /** Null: unchanged. */
  shownState: ShownState | null;
  nextAttemptAt: number | null;
  failures: number;
  error: string | null;
  /** `error` in translatable form; absent if it is the platform's own text. */
  said?: PostFailure;
  isSettled: boolean;
}

/**
 * As a metric label. `delayed` and `retried` are tried again: `delayed` because the channel is paused, `retried`
 * because this attempt failed.
 */
export type AttemptOutcome = Attempted['kind'] | 'retried' | 'delayed';

export function outcomeOf(
  attempted: Attempted,
  { nextAttemptAt }: Pick<DeliveryChange, 'nextAttemptAt'>,
): AttemptOutcome {
  if (attempted.kind !== 'failed' || nextAttemptAt === null) return attempted.kind;
  return attempted.resumesAt === undefined ? 'retried' : 'delayed';
}

/** A delivery as it was when its attempt began. */
export interface BeforeAttempt {
  shown: ShownCopy | null;
  failures: number;
  createdAt: number;
}

/** The last attempt comes about a day and a half after the first. */
export const MAX_FAILURES = 20;
/** How long a channel may be down for everybody before fallback channels are tried for those it never reached. */
export const GIVE_UP_MS = 36 * 60 * 60 * 1000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 3 * 60 * 60 * 1000;
const LONGEST_ERROR = 500;

/**
 * 5 s, 10 s, 20 s … up to 3 h, with a quarter of jitter, so that not everybody retries at once when a platform comes
 * back.
 * @param random 0 … 1
 */
export function backOffMs(failures: number, random: number, longestMs = LONGEST_WAIT_MS): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), longestMs);
  return Math.round(wait * (0.75 + random / 4));
}

/** The change of a delivery after an attempt. */
export function afterAttempt(
  attempted: Attempted,
  delivery: BeforeAttempt,
  { now, random }: { now: number; random: number },
): DeliveryChange {
  if (attempted.kind === 'failed') return afterFailure(attempted, delivery, { now, random });
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
  { shown, failures: before, createdAt }: BeforeAttempt,
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

/** Truncated for storage. Platforms may send NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST_ERROR);

/** Truncates the platform's texts in a failure, too. */
const bounded = ({ id, values }: PostFailure): PostFailure => ({
  id,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
  ),
});

/** The next channel for a person whom a channel could not reach; null if none is left. */
export function nextFallback(fallback: readonly string[], failed: string): string | null {
  const place = fallback.indexOf(failed);
  return fallback[place + 1] ?? null;
}
