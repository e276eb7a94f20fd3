import type { Knex } from 'knex';
import type { SkipReason } from '../../contract/sendings.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Assignable } from './assignable.ts';
import { giveFurther, insertOccurrences, type BegunDate, type StoredOccurrence } from './occurrenceStore.ts';
import { recipientsOf, resolvePrincipals, type PrincipalDirectory, type Recipient } from './principals.ts';
import { dueOf } from './recurrenceRules.ts';
import type { Send } from './sending.ts';
import { findSending, moveOn, type StoredSending } from './sendingStore.ts';

/**
 * Creates the assignments of recurrence dates, in several units if there are very many. A crash may follow any of them.
 */
export interface OccurrenceMaker {
  /** Begins the date that is due, with as many recipients as one unit takes, unless another server was faster. */
  begin(sending: StoredSending, now: number): Promise<void>;
  /** Continues with further recipients. True if more are left for the next turn. */
  resume(date: BegunDate, now: number): Promise<boolean>;
}

export interface OccurrenceMakerParts {
  units: UnitOfWork;
  reader: Knex;
  signals: Pick<Signals, 'publish'>;
  directory: PrincipalDirectory;
  assignable: Assignable;
  send: Send;
}

/** People per unit, so that other writers do not wait long. */
const PEOPLE_AT_ONCE = 1000;
/** Units per turn; then other dates have theirs. */
const UNITS_AT_ONCE = 10;

const BY_CLOCK = { actor: 'clock', verifiedBy: null };

/** The recipients of a date, ordered by id, or why there are none. */
interface Reached {
  recipients: Recipient[];
  reason: SkipReason | null;
}

export function createOccurrenceMaker(parts: OccurrenceMakerParts): OccurrenceMaker {
  const reached = reaching(parts);
  return { begin: beginning(parts, reached), resume: resuming(parts, reached) };
}

type Reach = (sending: StoredSending, at: number, now: number) => Promise<Reached>;

/** Checks again: conditions may have changed since it was sent, or since the date began. */
const reaching =
  ({ directory, assignable }: OccurrenceMakerParts): Reach =>
  async (sending, at, now) => {
    const nobody = (reason: SkipReason): Reached => ({ recipients: [], reason });
    const { expiresAfterMs } = sending.recurrence!;
    if (expiresAfterMs !== null && at + expiresAfterMs <= now) return nobody('over');
    const blocker = await assignable.blockerOf(sending);
    if (blocker) return nobody(blocker);
    const found = recipientsOf(await resolvePrincipals(directory, sending.principals, 'leave_out'));
    const people = found.map(({ person }) => person);
    const left = new Set((await assignable.withoutFlow(sending, people)).map(({ id }) => id));
    const recipients = found.filter(({ person }) => !left.has(person.id)).sort(byId);
    if (recipients.length > 0) return { recipients, reason: null };
    return nobody(found.length === 0 ? 'nobody' : 'nobody_may_start');
  };

/** Assigns a date to some people; if there are none, still signals the sender. */
const giving =
  ({ send, signals }: OccurrenceMakerParts) =>
  async (unit: Unit, sending: StoredSending, some: Recipient[], at: number): Promise<void> => {
    if (some.length > 0) await send(unit, sending, some, { actor: null, occurrenceAt: at });
    else unit.afterCommit(() => signals.publish('notification', sending.creator.id));
  };

function beginning(parts: OccurrenceMakerParts, reached: Reach): OccurrenceMaker['begin'] {
  const give = giving(parts);
  return async (sending, now) => {
    const { recurrence, id } = sending;
    const { made, missed, nextAt } = dueOf(recurrence!, recurrence!.nextAt!, now);
    const { recipients, reason } = await reached(sending, made, now);
    const { some, givenUpTo } = firstOf(recipients);
    const outcome = reason === null ? 'made' : 'skipped';
    const occurrences: StoredOccurrence[] = [
      ...missed.map((at) => ({ at, outcome: 'missed' as const, reason: null, people: 0, givenUpTo: null })),
      { at: made, outcome, reason, people: some.length, givenUpTo },
    ];
    await parts.units.run(async (unit) => {
      const { trx } = unit;
      if (!(await moveOn(trx, sending, nextAt, now))) return;
      await insertOccurrences(trx, id, occurrences);
      await give(unit, sending, some, made);
      const detail = { people: some.length, missed: missed.length, ...(reason && { reason }) };
      const by = { ...BY_CLOCK, at: now, subject: id };
      await addToAudit(trx, [
        { ...by, action: `assignment.recurrence_${outcome}`, detail },
        ...(nextAt === null ? [{ ...by, action: 'assignment.recurrence_ended' as const }] : []),
      ]);
    });
  };
}

function resuming(parts: OccurrenceMakerParts, reached: Reach): OccurrenceMaker['resume'] {
  const { units, reader } = parts;
  const give = giving(parts);
  return async (date, now) => {
    const { sendingId, at } = date;
    const sending = (await findSending(reader, sendingId))!;
    const { recipients, reason } = await reached(sending, at, now);
    const why = reason === 'nobody' ? null : reason; // everybody still there has it already
    const action = why === null ? 'assignment.recurrence_made' : 'assignment.recurrence_skipped';
    let rest = recipients.filter(({ person }) => person.id > date.givenUpTo);
    let place = date;
    for (let n = 0; n < UNITS_AT_ONCE; n++) {
      const { some, givenUpTo } = firstOf(rest);
      const isOurs = await units.run(async (unit) => {
        if (!(await giveFurther(unit.trx, place, { people: some.length, givenUpTo, reason: why }))) return false;
        await give(unit, sending, some, at);
        const detail = { people: some.length, ...(why && { reason: why }) };
        await addToAudit(unit.trx, [{ ...BY_CLOCK, at: now, action, subject: sendingId, detail }]);
        return true;
      });
      if (!isOurs || givenUpTo === null) return false;
      rest = rest.slice(some.length);
      place = { ...date, givenUpTo };
    }
    return true;
  };
}

/** By code units, as `givenUpTo` is compared: independent of language and database. */
const byId = ({ person: a }: Recipient, { person: b }: Recipient): number => (a.id < b.id ? -1 : 1);

/** The recipients of one unit; `givenUpTo` is null if they are the last. */
function firstOf(recipients: Recipient[]): { some: Recipient[]; givenUpTo: string | null } {
  const some = recipients.slice(0, PEOPLE_AT_ONCE);
  return { some, givenUpTo: some.length < recipients.length ? some.at(-1)!.person.id : null };
}
