import type { Knex } from 'knex';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { recipientsOf, resolvePrincipals, type PrincipalDirectory, type Recipient } from './principals.ts';
import { dueOf } from './recurrenceRules.ts';
import { dueSendings, insertOccurrences, moveOn, type StoredOccurrence, type StoredSending } from './sendingStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: PrincipalDirectory;
  send(unit: Unit, sending: StoredSending, recipients: Recipient[], occurrenceAt: number | null): Promise<void>;
  report(error: unknown, sendingId: string): void;
}

const RECUR_EVERY_MS = 10_000;
const AT_ONCE = 20;

/**
 * Makes the dates of recurring sendings, each once however many servers look: whoever moves the sending on makes it. Of
 * several that have passed the latest is made, and the others are recorded as missed.
 */
export function createRecurring({ units, reader, directory, send, report }: Parts): Loop {
  async function make(sending: StoredSending, now: number): Promise<void> {
    const { recurrence, principals, id } = sending;
    const { made, missed, nextAt } = dueOf(recurrence!, recurrence!.nextAt!, now);
    const recipients = recipientsOf(await resolvePrincipals(directory, principals, 'leave_out'));
    const outcome = recipients.length === 0 ? 'skipped' : 'made';
    const occurrences: StoredOccurrence[] = [
      ...missed.map((at) => ({ at, outcome: 'missed' as const, people: 0 })),
      { at: made, outcome, people: recipients.length },
    ];
    await units.run(async (unit) => {
      const { trx } = unit;
      if (!(await moveOn(trx, sending, nextAt, now))) return;
      await insertOccurrences(trx, id, occurrences);
      if (recipients.length > 0) await send(unit, sending, recipients, made);
      const detail = { people: recipients.length, missed: missed.length };
      const by = { at: now, actor: 'clock', verifiedBy: null, subject: id };
      await addToAudit(trx, [
        { ...by, action: `assignment.recurrence_${outcome}`, detail },
        ...(nextAt === null ? [{ ...by, action: 'assignment.recurrence_ended' as const }] : []),
      ]);
    });
  }

  return every('assignments.recur', RECUR_EVERY_MS, async (now) => {
    const due = await dueSendings(reader, now, AT_ONCE);
    const failed: string[] = [];
    for (const sending of due)
      await make(sending, now).catch((error: unknown) => {
        failed.push(sending.id); // its turn comes again; the others do not wait for it
        report(error, sending.id);
      });
    return due.length === AT_ONCE && failed.length === 0;
  });
}
