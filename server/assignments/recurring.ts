import type { Knex } from 'knex';
import type { SkipReason } from '../../contract/sendings.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import type { Assignable } from './assignable.ts';
import { recipientsOf, resolvePrincipals, type PrincipalDirectory, type Recipient } from './principals.ts';
import { dueOf } from './recurrenceRules.ts';
import {
  dueSendings,
  insertOccurrences,
  moveOn,
  type SendingPlace,
  type StoredOccurrence,
  type StoredSending,
} from './sendingStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: PrincipalDirectory;
  assignable: Assignable;
  send(unit: Unit, sending: StoredSending, recipients: Recipient[], occurrenceAt: number | null): Promise<void>;
  report(error: unknown, sendingId: string): void;
}

const RECUR_EVERY_MS = 10_000;
const AT_ONCE = 20;

/**
 * Makes the dates of recurring sendings, each once however many servers look: whoever moves the sending on makes it. Of
 * several that have passed the latest is made, and the others are recorded as missed.
 */
export function createRecurring({ units, reader, directory, assignable, send, report }: Parts): Loop {
  /** Who gets a date now, or why nobody does: what was so when it was sent may have changed. */
  async function reached(sending: StoredSending): Promise<{ recipients: Recipient[]; reason: SkipReason | null }> {
    const bar = await assignable.barOf(sending);
    if (bar) return { recipients: [], reason: bar };
    const found = recipientsOf(await resolvePrincipals(directory, sending.principals, 'leave_out'));
    const people = found.map(({ person }) => person);
    const left = new Set((await assignable.withoutFlow(sending, people)).map(({ id }) => id));
    const recipients = found.filter(({ person }) => !left.has(person.id));
    if (recipients.length > 0) return { recipients, reason: null };
    return { recipients, reason: found.length === 0 ? 'nobody' : 'nobody_may_start' };
  }

  async function make(sending: StoredSending, now: number): Promise<void> {
    const { recurrence, id } = sending;
    const { made, missed, nextAt } = dueOf(recurrence!, recurrence!.nextAt!, now);
    const { recipients, reason } = await reached(sending);
    const outcome = reason === null ? 'made' : 'skipped';
    const occurrences: StoredOccurrence[] = [
      ...missed.map((at) => ({ at, outcome: 'missed' as const, reason: null, people: 0 })),
      { at: made, outcome, reason, people: recipients.length },
    ];
    await units.run(async (unit) => {
      const { trx } = unit;
      if (!(await moveOn(trx, sending, nextAt, now))) return;
      await insertOccurrences(trx, id, occurrences);
      if (recipients.length > 0) await send(unit, sending, recipients, made);
      const detail = { people: recipients.length, missed: missed.length, ...(reason && { reason }) };
      const by = { at: now, actor: 'clock', verifiedBy: null, subject: id };
      await addToAudit(trx, [
        { ...by, action: `assignment.recurrence_${outcome}`, detail },
        ...(nextAt === null ? [{ ...by, action: 'assignment.recurrence_ended' as const }] : []),
      ]);
    });
  }

  /** What could not be made has its turn again when all others had theirs; null: from the first. */
  let after: SendingPlace | null = null;
  return every('assignments.recur', RECUR_EVERY_MS, async (now) => {
    const due = await dueSendings(reader, now, AT_ONCE, after);
    for (const sending of due) await make(sending, now).catch((error: unknown) => report(error, sending.id));
    const last = due.length === AT_ONCE ? due.at(-1)! : null;
    after = last && { id: last.id, nextAt: last.recurrence!.nextAt! };
    return last !== null;
  });
}
