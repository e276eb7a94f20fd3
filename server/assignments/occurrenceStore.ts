import type { Knex } from 'knex';
import type { OccurrenceReason } from '../../contract/sendings.ts';

/** A past date of a recurrence, and its outcome. */
export interface StoredOccurrence {
  at: number;
  outcome: 'made' | 'missed' | 'skipped';
  /** Why nobody got it, or not everybody. */
  reason: OccurrenceReason | null;
  /** How many people got it. */
  people: number;
  /** The id of the last person who got it while others are still to get it, by id; null: nobody is left. */
  givenUpTo: string | null;
}

interface OccurrenceRow {
  sending_id: string;
  at: number;
  outcome: StoredOccurrence['outcome'];
  reason: OccurrenceReason | null;
  people: number;
  given_up_to: string | null;
}

export async function insertOccurrences(db: Knex, sendingId: string, occurrences: StoredOccurrence[]): Promise<void> {
  const rows = occurrences.map(({ givenUpTo, ...each }) => ({
    sending_id: sendingId,
    ...each,
    given_up_to: givenUpTo,
  }));
  if (rows.length > 0) await db('sending_occurrences').insert(rows);
}

/** Newest first. */
export async function listOccurrences(
  db: Knex,
  sendingId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<StoredOccurrence[]> {
  const rows = db<OccurrenceRow>('sending_occurrences')
    .where({ sending_id: sendingId })
    .orderBy('at', 'desc')
    .limit(limit);
  const found = await (before === undefined ? rows : rows.where('at', '<', before));
  return found.map(({ at, outcome, reason, people, given_up_to: givenUpTo }) => ({
    at: Number(at),
    outcome,
    reason: outcome === 'skipped' ? (reason ?? 'nobody') : reason, // older versions stored none
    people,
    givenUpTo,
  }));
}

/** A date that some people have got, and others are still to get. */
export interface BegunDate {
  sendingId: string;
  at: number;
  givenUpTo: string;
}

/** Starting after `after`. */
export async function begunDates(
  db: Knex,
  limit: number,
  after: Pick<BegunDate, 'sendingId' | 'at'> | null,
): Promise<BegunDate[]> {
  const rows = db<OccurrenceRow>('sending_occurrences')
    .whereNotNull('given_up_to')
    .orderBy(['sending_id', 'at'])
    .limit(limit);
  if (after) void rows.whereRaw('(sending_id, at) > (?, ?)', [after.sendingId, after.at]);
  const found = await rows;
  return found.map((row) => ({ sendingId: row.sending_id, at: Number(row.at), givenUpTo: row.given_up_to! }));
}

interface Step {
  people: number;
  /** The last of them; null: nobody is left. */
  givenUpTo: string | null;
  /** Why the others do not get it. */
  reason: OccurrenceReason | null;
}

/** Records that more people got a date; false if another server was faster, or the date was stopped. */
export async function giveFurther(
  db: Knex,
  { sendingId, at, givenUpTo: before }: BegunDate,
  { people, givenUpTo, reason }: Step,
): Promise<boolean> {
  const changed = await db('sending_occurrences')
    .where({ sending_id: sendingId, at, given_up_to: before })
    .update({ people: db.raw('people + ?', [people]), given_up_to: givenUpTo, reason });
  return changed === 1;
}

/** Stops the begun dates of a sending: nobody else gets them. */
export async function stopDates(db: Knex, sendingId: string): Promise<void> {
  await db('sending_occurrences')
    .where({ sending_id: sendingId })
    .whereNotNull('given_up_to')
    .update({ given_up_to: null, reason: 'ended' });
}
