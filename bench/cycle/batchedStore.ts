import type { Knex } from 'knex';
import { insertRows, lockRows, selectRows, updateRows } from './plainRows.ts';

/** The state to leave an execution in; `version` is the one it was read with. */
export interface Checkpoint {
  executionId: string;
  version: number;
  status: string;
  context: string;
}

export interface Raise {
  checkpoint: Checkpoint;
  requestId: string;
  people: string[];
  channels: string[];
  expiresAt: number;
  body: string;
}

export interface Submission {
  id: string;
  requestId: string;
  person: string;
  payload: string;
}

const ids = <T>(items: T[], of: (item: T) => string): string[] => items.map(of);

/** One result per checkpoint: false if somebody else moved the execution on. */
export async function checkpointBatch(db: Knex, checkpoints: Checkpoint[]): Promise<boolean[]> {
  const executionIds = ids(checkpoints, ({ executionId }) => executionId);
  await lockRows(db, 'execution', executionIds);
  const moved = await updateRows(
    db,
    'execution',
    { id: 'text', version: 'integer', status: 'text', context: 'text' },
    checkpoints.map(({ executionId, version, status, context }) => ({ id: executionId, version, status, context })),
    {
      set: 'status = given.status, context = given.context, version = given.version + 1, wake_seen = wake_seq',
      where: 'execution.id = given.id and execution.version = given.version',
      returning: 'execution.id',
    },
  );
  const stored = new Set(moved);
  return executionIds.map((id) => stored.has(id));
}

/** Each raise is stored together with its checkpoint, or not at all. */
export async function raiseBatch(db: Knex, raises: Raise[], now: number): Promise<boolean[]> {
  const results = await checkpointBatch(
    db,
    raises.map(({ checkpoint }) => checkpoint),
  );
  const stored = raises.filter((_, n) => results[n]);
  const template = { id: 'text', body: 'text' } as const;
  await insertRows(
    db,
    'template',
    template,
    stored.map(({ requestId, body }) => ({ id: requestId, body })),
  );
  await insertRows(
    db,
    'request',
    {
      id: 'text',
      execution_id: 'text',
      strategy: 'text',
      status: 'text',
      assignee_count: 'integer',
      expires_at: 'integer',
      body: 'text',
    },
    stored.map(({ checkpoint, requestId, people, expiresAt, body }) => ({
      id: requestId,
      execution_id: checkpoint.executionId,
      strategy: 'any',
      status: 'waiting',
      assignee_count: people.length,
      expires_at: expiresAt,
      body,
    })),
  );
  await insertRows(
    db,
    'notification',
    { request_id: 'text', person: 'text' },
    stored.flatMap(({ requestId, people }) => people.map((person) => ({ request_id: requestId, person }))),
  );
  await insertRows(
    db,
    'delivery_order',
    { request_id: 'text', channel: 'text', due_at: 'integer' },
    stored.flatMap(({ requestId, channels }) =>
      channels.map((channel) => ({ request_id: requestId, channel, due_at: now })),
    ),
  );
  await audit(
    db,
    stored.map(({ requestId }) => ({ at: now, actor: 'flow', action: 'raised', subject: requestId })),
  );
  return results;
}

interface KnownRow {
  status: string;
  version: number;
  execution_id: string;
  expires_at: number;
  assignee: string | null;
  submission_id: string | null;
}

/** One result per submission: whether it was accepted. The first answer completes a request. */
export async function answerBatch(db: Knex, submissions: Submission[], now: number): Promise<boolean[]> {
  await lockRows(
    db,
    'request',
    ids(submissions, ({ requestId }) => requestId),
  );
  const known = await readKnown(db, submissions);
  const decided = new Set<string>();
  const results = submissions.map(({ requestId }, n) => {
    const { status, assignee, submission_id, expires_at } = known[n]!;
    const isAccepted =
      status === 'waiting' &&
      assignee !== null &&
      submission_id === null &&
      expires_at > now &&
      !decided.has(requestId);
    if (isAccepted) decided.add(requestId);
    return isAccepted;
  });
  const accepted = submissions.flatMap((submission, n) => (results[n] ? [{ submission, row: known[n]! }] : []));
  if (accepted.length > 0) await storeAnswers(db, accepted, now);
  return results;
}

function readKnown(db: Knex, submissions: Submission[]): Promise<KnownRow[]> {
  const rows = submissions.map(({ requestId, person }, n) => ({ n, request_id: requestId, person, token_hash: null }));
  return selectRows<KnownRow>(db, { n: 'integer', request_id: 'text', person: 'text', token_hash: 'text' }, rows, {
    select: `request.id, execution_id, strategy, request.status, assignee_count, answered_count, version, expires_at,
        notification.person as assignee, submission_id, token.person as token_person, used_at`,
    rest: `left join request on request.id = given.request_id
        left join notification on notification.request_id = given.request_id and notification.person = given.person
        left join response on response.request_id = given.request_id and response.person = given.person
        left join token on token.hash = given.token_hash
        order by given.n`,
  });
}

async function storeAnswers(db: Knex, accepted: { submission: Submission; row: KnownRow }[], now: number) {
  const changed = await updateRows(
    db,
    'request',
    { id: 'text', version: 'integer' },
    accepted.map(({ submission, row }) => ({ id: submission.requestId, version: row.version })),
    {
      set: "status = 'completed', answered_count = answered_count + 1, version = given.version + 1",
      where: 'request.id = given.id and request.version = given.version',
      returning: 'request.id',
    },
  );
  if (changed.length !== accepted.length) throw new Error('a request was changed by somebody else');
  const people = accepted.map(({ submission: { id, requestId, person, payload } }) => ({
    request_id: requestId,
    person,
    submission_id: id,
    payload,
    at: now,
  }));
  await insertRows(
    db,
    'response',
    { request_id: 'text', person: 'text', submission_id: 'text', payload: 'text', at: 'integer' },
    people,
  );
  await updateRows(
    db,
    'notification',
    { request_id: 'text', person: 'text', at: 'integer' },
    people.map(({ request_id, person, at }) => ({ request_id, person, at })),
    {
      set: 'answered_at = given.at',
      where: 'notification.request_id = given.request_id and notification.person = given.person',
      returning: 'notification.person',
    },
  );
  await wake(
    db,
    ids(accepted, ({ row }) => row.execution_id),
  );
  await audit(
    db,
    people.map(({ request_id, person }) => ({ at: now, actor: person, action: 'answered', subject: request_id })),
  );
}

async function wake(db: Knex, executionIds: string[]): Promise<void> {
  await lockRows(db, 'execution', executionIds);
  await updateRows(
    db,
    'execution',
    { id: 'text' },
    executionIds.map((id) => ({ id })),
    { set: 'wake_seq = wake_seq + 1', where: 'execution.id = given.id', returning: 'execution.id' },
  );
}

const audit = (db: Knex, rows: { at: number; actor: string; action: string; subject: string }[]) =>
  insertRows(db, 'audit', { at: 'integer', actor: 'text', action: 'text', subject: 'text' }, rows);
