import type { Knex } from 'knex';
import type { InboxTab } from '../../contract/notifications.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import { failed, notFound, ProblemError } from '../foundation/errors.ts';
import { lockRows } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import { changeInboxes } from '../messages/notifications/inboxes.ts';
import { stateAt } from './requestRules.ts';
import { snoozedTo, snoozeRefusal, type SnoozedQuestion, type SnoozeRefusal } from './snoozeRules.ts';

interface Snooze {
  subjectId: string;
  person: string;
  /** Null ends it. */
  until: number | null;
}

/** @throws ProblemError not_found, already_responded, request_closed, or validation_failed for an invalid time */
export async function snooze(db: Knex, { subjectId, person, until }: Snooze, now: number): Promise<void> {
  await lockRows(db, 'requests', [subjectId]); // keeps other servers from filing it
  const question = await findQuestion(db, subjectId, person, now);
  if (!question) throw notFound('notification');
  const refusal = snoozeRefusal(question, until, until === null ? 0 : await countSnoozed(db, person), now);
  if (refusal) throw toProblem(refusal);
  const { filedAs, change } = snoozedTo(question, until, now);
  await db('notifications')
    .where({ subject_id: subjectId, person })
    .update({ filed_as: filedAs, snoozed_until: until });
  await changeInboxes(db, [{ person, ...change }]);
}

async function findQuestion(db: Knex, subjectId: string, person: string, now: number): Promise<SnoozedQuestion | null> {
  interface Row {
    status: RequestStatus;
    expires_at: number;
    answered_at: number | null;
    filed_as: InboxTab | null;
    snoozed_until: number | null;
    is_read: number;
  }
  const rows = db('notifications')
    .join('requests', 'requests.id', 'notifications.subject_id')
    .where({ subject_id: subjectId, person });
  if (isPostgres(db)) void rows.forNoKeyUpdate('notifications'); // it may be marked as read at the same moment
  const row = await rows.first<Row | undefined>(
    'status',
    'expires_at',
    'answered_at',
    'filed_as',
    'snoozed_until',
    'is_read',
  );
  return row
    ? {
        state: stateAt({ status: row.status, expiresAt: row.expires_at }, now),
        hasAnswered: row.answered_at !== null,
        expiresAt: row.expires_at,
        filedAs: row.filed_as,
        snoozedUntil: row.snoozed_until,
        isRead: row.is_read === 1,
      }
    : null;
}

async function countSnoozed(db: Knex, person: string): Promise<number> {
  const row = await db('notifications').where({ person, filed_as: 'snoozed' }).count({ count: '*' }).first();
  return Number(row?.['count'] ?? 0);
}

const DETAILS = {
  already_responded: 'You have answered this question.',
  request_closed: 'This question is closed.',
} as const;

const toProblem = (refusal: SnoozeRefusal): ProblemError =>
  typeof refusal === 'string' ? new ProblemError(refusal, DETAILS[refusal]) : failed({ until: refusal });
