import type { Knex } from 'knex';
import type { RequestStatus } from '../../contract/requests.ts';
import { among } from '../foundation/database/rows.ts';
import type { NamedRequest } from './presenterRules.ts';

interface NamedRow {
  id: string;
  execution_id: string;
  visit_key: string;
  status: RequestStatus;
  template_id: string;
  expires_at: number;
  chat_id: string | null;
  log_id: string | null;
  person: string;
}

const COLUMNS = [
  'requests.id',
  'execution_id',
  'visit_key',
  'requests.status',
  'template_id',
  'requests.expires_at',
  'chat_id',
  'log_id',
];

/** Requests, each paired with those of these people who are assignees or the starter; no duplicates. */
export async function withConcernedPeople(
  db: Knex,
  ids: string[],
  people: string[],
): Promise<(NamedRequest & { person: string })[]> {
  const requests = () =>
    db('requests').join('executions', 'executions.id', 'requests.execution_id').whereIn('requests.id', ids);
  const asked = requests()
    .join('notifications', 'notifications.subject_id', 'requests.id')
    .where(among(db, 'notifications.person', people))
    .select(...COLUMNS, 'notifications.person as person');
  const started = requests()
    .where(among(db, 'requests.started_by', people))
    .select(...COLUMNS, 'requests.started_by as person');
  return (await asked.union(started)).map((row: NamedRow) => ({
    id: row.id,
    executionId: row.execution_id,
    visitKey: row.visit_key,
    status: row.status,
    templateId: row.template_id,
    expiresAt: row.expires_at,
    chatId: row.chat_id,
    logId: row.log_id,
    person: row.person,
  }));
}
