import type { Knex } from 'knex';
import type { FieldChecks } from '../../contract/problem.ts';
import type { AssignBody } from '../../contract/sendings.ts';
import type { StoredChat } from '../chats/chatStore.ts';
import { findVersion } from '../chats/chatVersionStore.ts';
import { flowRetirement } from '../flow/retirementStore.ts';
import { check, failed } from '../foundation/errors.ts';
import type { Terms } from './assignmentRows.ts';
import { needsFlow } from './assignmentRules.ts';
import { datesAfter, faultOf } from './recurrenceRules.ts';
import { flowVersionThen, type StoredRecurrence } from './sendingStore.ts';

/** @throws ProblemError validation_failed if there are any faults */
export function refuse(checks: FieldChecks): void {
  if (Object.keys(checks).length > 0) throw failed(checks);
}

const millis = (iso: string | undefined): number | null => (iso === undefined ? null : Date.parse(iso));

export const termsOf = (body: AssignBody): Omit<Terms, 'chatVersion' | 'flowVersion'> => ({
  criterion: body.criterion,
  retryBudget: body.retryBudget,
  allowDelegation: body.allowDelegation,
  allowRejection: body.allowRejection,
  dueAt: millis(body.dueAt),
  expiresAt: millis(body.expiresAt),
});

export function recurrenceOf({ recurrence }: AssignBody, now: number): StoredRecurrence | null {
  if (!recurrence) return null;
  const { cron, timeZone, dueAfterMs = null, expiresAfterMs = null } = recurrence;
  return { cron, timeZone, dueAfterMs, expiresAfterMs, nextAt: datesAfter(recurrence, now, 1)[0]!, endedAt: null };
}

/** Faults of dates, by field. */
export function faultsOf(body: AssignBody, now: number): FieldChecks {
  const { dueAt, expiresAt } = termsOf(body);
  const checks: FieldChecks = body.recurrence ? recurrenceFaults(body.recurrence) : {};
  if (body.recurrence && body.dueAt !== undefined) checks['dueAt'] = check('dateOfRecurrence');
  else if (dueAt !== null && dueAt <= now) checks['dueAt'] = check('datePast');
  if (body.recurrence && body.expiresAt !== undefined) checks['expiresAt'] = check('dateOfRecurrence');
  else if (expiresAt !== null && expiresAt <= now) checks['expiresAt'] = check('datePast');
  else if (dueAt !== null && expiresAt !== null && expiresAt < dueAt) checks['expiresAt'] = check('expiryBeforeDue');
  return checks;
}

export function recurrenceFaults(recurrence: NonNullable<AssignBody['recurrence']>): FieldChecks {
  const { dueAfterMs, expiresAfterMs } = recurrence;
  const fault = faultOf(recurrence);
  const isEarly = dueAfterMs !== undefined && expiresAfterMs !== undefined && expiresAfterMs < dueAfterMs;
  return {
    ...(fault && { [`recurrence.${fault.field}`]: check(fault.check) }),
    ...(isEarly && { 'recurrence.expiresAfterMs': check('expiryBeforeDue') }),
  };
}

/** The name of the chat in the version that counts, and the pinned versions. @throws ProblemError validation_failed */
export async function versionsOf(db: Knex, chat: StoredChat, { chatVersion, criterion }: AssignBody) {
  const version = chatVersion === undefined ? chat : await findVersion(db, chat.id, chatVersion);
  if (!version) throw failed({ chatVersion: check('chatVersionUnknown') });
  const { flowId } = version;
  if (needsFlow(criterion)) {
    if (flowId === null) throw failed({ criterion: check('criterionNeedsFlow') });
    if (await flowRetirement.isRetired(db, flowId)) throw failed({ criterion: check('criterionFlowRetired') });
  }
  if (chatVersion === undefined) return { name: chat.name, pin: { chatVersion: null, flowVersion: null } };
  const flowVersion = flowId === null ? null : await flowVersionThen(db, { chatId: chat.id, chatVersion, flowId });
  return { name: version.name, pin: { chatVersion, flowVersion } };
}
