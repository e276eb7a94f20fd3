import type { Knex } from 'knex';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Person } from '../../contract/people.ts';
import type { Sending } from '../../contract/sendings.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { beingCancelled } from './cancelling.ts';
import { datesAfter } from './recurrenceRules.ts';
import { progressOf, type StoredRecurrence, type StoredSending } from './sendingStore.ts';

/** How many future dates are shown. */
export const DATES_SHOWN = 5;

/** A person as API clients see them: without their language. */
export const toShownPerson = ({ id, displayName, email, userPrincipalName }: Person): Person => ({
  id,
  displayName: withoutTurns(displayName),
  email,
  userPrincipalName,
});

/** Sendings with the states of their assignments. */
export async function toSendings(db: Knex, sendings: StoredSending[], now: number): Promise<Sending[]> {
  const ids = sendings.map(({ id }) => id);
  const [progress, cancelled] = await Promise.all([progressOf(db, ids, now), beingCancelled(db, ids)]);
  return sendings.map((sending): Sending => {
    const own = progress.get(sending.id)!;
    return {
      id: sending.id,
      chatId: sending.chatId,
      name: withoutTurns(sending.name),
      note: sending.note,
      creator: toShownPerson(sending.creator),
      createdAt: toIso(sending.createdAt),
      principals: sending.principals,
      criterion: sending.criterion,
      chatVersion: sending.chatVersion,
      dueAt: toIsoOrNull(sending.dueAt),
      expiresAt: toIsoOrNull(sending.expiresAt),
      retryBudget: sending.retryBudget,
      allowDelegation: sending.allowDelegation,
      allowRejection: sending.allowRejection,
      recurrence: sending.recurrence && toRecurrence(sending.recurrence, now),
      total: Object.values(own.progress).reduce((sum, count) => sum + count, 0),
      ...own,
      isBeingCancelled: cancelled.has(sending.id),
    };
  });
}

function toRecurrence(recurrence: StoredRecurrence, now: number): Sending['recurrence'] {
  const { cron, timeZone, dueAfterMs, expiresAfterMs, nextAt, endedAt } = recurrence;
  const further = nextAt === null ? [] : [nextAt, ...datesAfter(recurrence, Math.max(nextAt, now), DATES_SHOWN - 1)];
  return {
    cron,
    timeZone,
    ...(dueAfterMs !== null && { dueAfterMs }),
    ...(expiresAfterMs !== null && { expiresAfterMs }),
    next: further.map(toIso),
    endedAt: toIsoOrNull(endedAt),
  };
}
