import type { Signals } from '../foundation/database/signals.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import { newId } from '../foundation/newId.ts';
import type { StoredAssignment, Terms } from './assignmentRows.ts';
import { insertAssignments } from './assignmentStore.ts';
import { dueSoonAt, noticesOf } from './noticeRules.ts';
import { insertNotices, noteChanges } from './noticeStore.ts';
import type { Recipient } from './principals.ts';
import type { StoredSending } from './sendingStore.ts';

/** Rows per statement. */
const CHUNK = 1000;

interface Origin extends Terms {
  sendingId: string;
  chatId: string;
  name: string;
  creatorId: string;
  occurrenceAt: number | null;
  predecessorId: string | null;
  chainId: string | null;
}

/** A new assignment; of an existing chain if it continues one. */
export function newAssignment(origin: Origin, { person, group }: Recipient, at: number): StoredAssignment {
  const id = newId(at);
  const { dueAt } = origin;
  return {
    ...origin,
    id,
    assignee: person,
    group,
    chainId: origin.chainId ?? id,
    status: 'pending',
    version: 1,
    attempt: 0,
    hasAttemptFailed: false,
    passed: null,
    outcome: null,
    reason: null,
    cancelledBy: null,
    logId: null,
    tellDueAt: dueAt === null ? null : dueSoonAt({ createdAt: at, dueAt }),
    createdAt: at,
    startedAt: null,
    endedAt: null,
    remindedAt: null,
  };
}

/** Stores one creator's new assignments and the notices to their assignees. */
export async function storeAssignments(
  unit: Unit,
  assignments: StoredAssignment[],
  actor: string | null,
  { signals, now }: { signals: Signals; now(): number },
): Promise<void> {
  const { trx, afterCommit } = unit;
  const at = now();
  for (let start = 0; start < assignments.length; start += CHUNK) {
    const some = assignments.slice(start, start + CHUNK);
    await insertAssignments(trx, some);
    await insertNotices(
      trx,
      some.flatMap((assignment) => noticesOf({ kind: 'assigned', assignment, actor, at })),
    );
  }
  await noteChanges(
    trx,
    assignments.flatMap(({ assignee, creatorId }) => [assignee.id, creatorId]),
  );
  afterCommit(() => assignments.forEach(({ id }) => signals.publish('assignment', id)));
}

/** Who assigns it; null: the clock. And the date, if it recurs. */
export interface SendingCause {
  actor: string | null;
  occurrenceAt: number | null;
}

export type Send = ReturnType<typeof createSend>;

/** Creates the assignments of a sending, or of one date if it recurs. */
export function createSend(parts: { signals: Signals; now(): number }) {
  /** @param actor who assigns it, and needs no notice of that; null: the clock */
  return async (unit: Unit, sending: StoredSending, recipients: Recipient[], { actor, occurrenceAt }: SendingCause) => {
    const { recurrence, id: sendingId, creator, chatId, name } = sending;
    const since = (ms: number | null | undefined) => (occurrenceAt === null || !ms ? null : occurrenceAt + ms);
    const origin: Origin = {
      sendingId,
      chatId,
      name,
      creatorId: creator.id,
      criterion: sending.criterion,
      retryBudget: sending.retryBudget,
      allowDelegation: sending.allowDelegation,
      allowRejection: sending.allowRejection,
      chatVersion: sending.chatVersion,
      flowVersion: sending.flowVersion,
      occurrenceAt,
      dueAt: recurrence ? since(recurrence.dueAfterMs) : sending.dueAt,
      expiresAt: recurrence ? since(recurrence.expiresAfterMs) : sending.expiresAt,
      predecessorId: null,
      chainId: null,
    };
    const at = parts.now();
    await storeAssignments(
      unit,
      recipients.map((recipient) => newAssignment(origin, recipient, at)),
      actor,
      parts,
    );
  };
}
