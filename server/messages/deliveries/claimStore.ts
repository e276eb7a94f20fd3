import type { Address } from '../../../contract/channel.ts';
import type { ShownState } from '../../../contract/requests.ts';
import { among, changeRows, lockInOrder, lockRows, type Columns } from '../../foundation/database/rows.ts';
import type { Db } from '../../foundation/database/statements.ts';
import { conversationKey, releaseConversations, takeConversations } from './conversationStore.ts';
import { toShown, type DeliveryChange, type BeforeAttempt } from './deliveryRules.ts';
import type { SubjectKey } from './subject.ts';
import type { Head } from './turnStore.ts';

/** A delivery with an attempt under way; `attempts` includes this one and fences its result. */
export interface ClaimedDelivery extends Head, BeforeAttempt, SubjectKey {
  attempts: number;
  address: Address | null;
  shownAt: number | null;
  /** Until then no other attempt talks to this person on this channel. */
  busyUntil: number;
}

/**
 * Begins an attempt for each of these deliveries (at most one per conversation) that is still due and whose
 * conversation is free. Until `busyUntil` no other server does; after that it counts as an attempt without a result.
 */
export async function claimDeliveries(
  db: Db,
  heads: Head[],
  now: number,
  busyUntil: number,
): Promise<ClaimedDelivery[]> {
  const free = await takeConversations(db, heads, now, busyUntil);
  const taken = heads.filter((head) => free.has(conversationKey(head)));
  const claimed = await takeDue(
    db,
    taken.map(({ id }) => id),
    now,
    busyUntil,
  );
  const mine = new Set(claimed.map(({ id }) => id));
  const others = taken.filter(({ id }) => !mine.has(id));
  await releaseConversations(
    db,
    others.map((head) => ({ ...head, busyUntil })),
  );
  return claimed;
}

interface ClaimedRow extends Head {
  subject_kind: string;
  subject_id: string;
  attempts: number;
  failures: number;
  shown_version: number | null;
  shown_state: ShownState | null;
  address: string | null;
  sent_at: number | null;
  rewritten_at: number | null;
  created_at: number;
}

async function takeDue(db: Db, ids: string[], now: number, busyUntil: number): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return [];
  await lockRows(db, 'deliveries', ids);
  const rows: ClaimedRow[] = await db('deliveries')
    .where(among(db, 'id', ids))
    .where('next_attempt_at', '<=', now)
    .update({ attempts: db.raw('attempts + 1'), attempt_until: busyUntil, next_attempt_at: busyUntil })
    .returning([
      'id',
      'subject_kind',
      'subject_id',
      'person',
      'channel',
      'attempts',
      'failures',
      'shown_version',
      'shown_state',
      'address',
      'sent_at',
      'rewritten_at',
      'created_at',
    ]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.subject_kind,
    subjectId: row.subject_id,
    person: row.person,
    channel: row.channel,
    attempts: row.attempts,
    failures: row.failures,
    shown: toShown(row.shown_version, row.shown_state),
    shownAt: row.rewritten_at ?? row.sent_at,
    address: row.address === null ? null : (JSON.parse(row.address) as Address),
    createdAt: row.created_at,
    busyUntil,
  }));
}

/** The result of an attempt. */
export interface Result {
  delivery: ClaimedDelivery;
  change: DeliveryChange;
  /** Address of a copy that was just posted. */
  address: Address | null;
  isRewritten: boolean;
}

const RESULT: Columns = {
  id: 'text',
  attempts: 'integer',
  state: 'text',
  next_attempt_at: 'integer',
  failures: 'integer',
  error: 'text',
  error_said: 'text',
  shown_version: 'integer',
  shown_state: 'text',
  address: 'text',
  sent_at: 'integer',
  rewritten_at: 'integer',
  settled_at: 'integer',
};

/**
 * A result that lost its claim to a later attempt, but says what the person sees now: of a copy that no other attempt
 * has posted, or of one that was rewritten after a newer state was shown. The copy is then compared again.
 */
const SHOWS_ANYWAY = `given.shown_state is not null and attempt_until is null and (deliveries.shown_version is null
  or (given.address is null and deliveries.shown_version > given.shown_version))`;

/**
 * Stores the results of attempts and frees their conversations. An attempt that lost its claim to a later one changes
 * nothing, unless the platform has made its call nevertheless.
 */
export async function recordResults(db: Db, results: Result[], now: number): Promise<void> {
  await releaseConversations(
    db,
    results.map(({ delivery }) => delivery),
  );
  const rows = results.map(({ delivery, change, address, isRewritten }) => ({
    id: delivery.id,
    attempts: delivery.attempts,
    state: change.state,
    next_attempt_at: change.nextAttemptAt,
    failures: change.failures,
    error: change.error,
    error_said: change.said ? JSON.stringify(change.said) : null,
    shown_version: change.version,
    shown_state: change.shownState,
    address: address && JSON.stringify(address),
    sent_at: address && now,
    rewritten_at: isRewritten ? now : null,
    settled_at: change.isSettled ? now : null,
  }));
  await lockInOrder(
    db,
    'deliveries',
    rows.map(({ id }) => id),
  );
  const kept = ['shown_version', 'shown_state', 'address', 'sent_at', 'rewritten_at'];
  await changeRows(db, 'deliveries', RESULT, rows, {
    set: `state = given.state, next_attempt_at = given.next_attempt_at, attempt_until = null, failures = given.failures,
      error = given.error, error_said = given.error_said, settled_at = given.settled_at,
      ${kept.map((name) => `${name} = coalesce(given.${name}, deliveries.${name})`).join(', ')}`,
    where: `deliveries.id = given.id and (deliveries.attempts = given.attempts or (${SHOWS_ANYWAY}))`,
  });
}
