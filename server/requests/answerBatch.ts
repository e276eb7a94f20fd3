import type { Knex } from 'knex';
import { toPublic } from '../../contract/payload.ts';
import { wakeExecutions } from '../flow/leaseStore.ts';
import { fromStored, toStored } from '../flow/summaries.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { changeRows, insertRows, lockRows, selectRows, updateRows, type Columns } from '../foundation/database/rows.ts';
import { inOrder } from '../foundation/database/statements.ts';
import {
  decideAnswers,
  placesOf,
  type Decision,
  type SubmissionFacts,
  type RequestState,
  type Submission,
  type Verdict,
} from './requestRules.ts';
import { REQUEST, toRequest, type Request, type RequestRow } from './requestStore.ts';

/** Takes up, in the same unit, executions whose requests are complete; returns those that have to be woken instead. */
export type TakeUp = (executionIds: string[]) => Promise<string[]>;

const wakeAll: TakeUp = (ids) => Promise.resolve(ids);

/**
 * Stores a batch of answers in a constant number of statements. Verdicts are in the order of `submissions`; `stored`
 * are the accepted ones that are not repeats. Lock order: request, token, response, notification, execution.
 */
export async function answerBatch(
  db: Knex,
  submissions: Submission[],
  now: number,
  takeUp = wakeAll,
): Promise<{ verdicts: Verdict[]; stored: Submission[]; changed: RequestState[] }> {
  const ids = submissions.map(({ requestId }) => requestId);
  const [, known] = await inOrder(
    db,
    () => lockRows(db, 'requests', ids),
    () => readKnown(db, submissions, now, STATE, toState), // after the lock, in a separate statement
  );
  const decision = decideAnswers(submissions, known, now);
  if (decision.stored.length > 0) await store(db, decision, now, takeUp);
  const late = submissions.filter((_, n) => {
    const verdict = decision.verdicts[n]!;
    return !verdict.accepted && verdict.refusal === 'request_closed';
  });
  await addToAudit(
    db,
    late.map((submission) => auditRow(submission, 'request.answer_refused', now)),
  );
  return { verdicts: decision.verdicts, stored: decision.stored, changed: decision.requests };
}

const LOOKUP: Columns = { n: 'integer', request_id: 'text', person: 'text', token_hash: 'text', channel: 'text' };

type StateRow = Omit<RequestRow, 'flow_id' | 'visit_key' | 'raised_at' | 'closed_at' | 'template_id' | 'body'>;

interface KnownRow {
  assignee: string | null;
  submission_id: string | null;
  token_person: string | null;
  token_request: string;
  token_expires_at: number;
  used_at: number | null;
}

type Attempt = Pick<Submission, 'requestId' | 'person' | 'tokenHash' | 'channel'>;

/** Everything known about each attempt: its request, the person's notification and response, its token. */
export async function lookUp(
  db: Knex,
  attempts: Attempt[],
  now: number,
): Promise<(SubmissionFacts & { request?: Request })[]> {
  const requests = new Map<string, Request>();
  return readKnown(db, attempts, now, REQUEST, (row: RequestRow) => {
    const request = requests.get(row.id) ?? toRequest(row);
    requests.set(row.id, request);
    return request;
  });
}

const STATE = `requests.id, execution_id, strategy, requests.status, assignee_count, answered_count, version,
  requests.expires_at, outcome, outcome_said, answered_by`;

async function readKnown<Row extends StateRow, Found extends RequestState>(
  db: Knex,
  attempts: Attempt[],
  now: number,
  columns: string,
  toFound: (row: Row) => Found,
): Promise<(SubmissionFacts & { request?: Found })[]> {
  const lookups = attempts.map(({ requestId, person, tokenHash, channel }, n) => ({
    n,
    request_id: requestId,
    person,
    token_hash: tokenHash ?? null,
    channel,
  }));
  const rows = await selectRows<KnownRow & (Row | { id: null })>(db, LOOKUP, lookups, {
    select: `${columns}, notifications.person as assignee, submission_id, tokens.person as token_person,
      tokens.request_id as token_request, tokens.expires_at as token_expires_at, used_at`,
    rest: `left join requests on requests.id = given.request_id
      left join notifications on notifications.subject_id = given.request_id and notifications.person = given.person
      left join responses on responses.request_id = given.request_id and responses.person = given.person
      left join tokens on tokens.hash = given.token_hash and tokens.channel = given.channel
      order by given.n`,
  });
  return rows.map((row) => ({
    request: row.id === null ? undefined : toFound(row as Row),
    isAssignee: row.assignee !== null,
    respondedWith: row.submission_id ?? undefined,
    token: row.token_person === null ? undefined : tokenOf(row, row.token_person, now),
  }));
}

const tokenOf = ({ token_request, token_expires_at, used_at }: KnownRow, person: string, now: number) => ({
  person,
  requestId: token_request,
  isUsed: used_at !== null,
  isExpired: token_expires_at <= now,
});

const toState = (row: StateRow): RequestState => ({
  id: row.id,
  executionId: row.execution_id,
  strategy: row.strategy,
  status: row.status,
  assigneeCount: row.assignee_count,
  answeredCount: row.answered_count,
  version: row.version,
  expiresAt: row.expires_at,
  outcome: fromStored(row.outcome, row.outcome_said),
  answeredBy: row.answered_by,
});

async function store(db: Knex, { stored, requests }: Decision, now: number, takeUp: TakeUp): Promise<void> {
  const completed = requests.filter(({ status }) => status === 'completed');
  const executionIds = [...new Set(completed.map(({ executionId }) => executionId))];
  const entries = stored.map((submission) => auditRow(submission, 'request.answered', now));
  const [, , , , , asleep] = await inOrder(
    db,
    () => updateRequests(db, requests, now),
    () => consumeTokens(db, stored, now),
    () => insertResponses(db, stored, placesOf(stored, requests), now),
    () => markAnswered(db, stored, now),
    () => addToAudit(db, entries),
    () => takeUp(executionIds),
  );
  await wakeExecutions(db, asleep, now);
}

const RESPONSE: Columns = {
  request_id: 'text',
  person: 'text',
  display_name: 'text',
  submission_id: 'text',
  payload: 'text',
  channel: 'text',
  verified_by: 'text',
  at: 'integer',
  place: 'integer',
};

async function insertResponses(db: Knex, stored: Submission[], places: number[], now: number): Promise<void> {
  const rows = stored.map((submission, n) => ({
    request_id: submission.requestId,
    person: submission.person,
    display_name: submission.displayName,
    submission_id: submission.id,
    payload: JSON.stringify(toPublic(submission.payload)),
    channel: submission.channel,
    verified_by: submission.verifiedBy,
    at: now,
    place: places[n]!,
  }));
  await insertRows(db, 'responses', RESPONSE, rows);
}

async function markAnswered(db: Knex, stored: Submission[], now: number): Promise<void> {
  const rows = stored.map(({ requestId, person }) => ({ request_id: requestId, person, at: now }));
  await changeRows(db, 'notifications', { request_id: 'text', person: 'text', at: 'integer' }, rows, {
    set: 'answered_at = given.at',
    where: 'notifications.subject_id = given.request_id and notifications.person = given.person',
  });
}

async function updateRequests(db: Knex, requests: RequestState[], now: number): Promise<void> {
  const rows = requests.map(({ id, status, answeredCount, version, outcome, answeredBy }) => {
    const { words, said } = toStored(outcome);
    return {
      id,
      status,
      answered: answeredCount,
      version,
      outcome: words,
      outcome_said: said,
      answered_by: answeredBy,
      closed_at: status === 'waiting' ? null : now,
    };
  });
  const changed = await updateRows(
    db,
    'requests',
    {
      id: 'text',
      status: 'text',
      answered: 'integer',
      version: 'integer',
      outcome: 'text',
      outcome_said: 'text',
      answered_by: 'text',
      closed_at: 'integer',
    },
    rows,
    {
      set: `status = given.status, answered_count = given.answered, version = given.version + 1, outcome = given.outcome, outcome_said = given.outcome_said,
        answered_by = given.answered_by, closed_at = given.closed_at`,
      where: 'requests.id = given.id and requests.version = given.version',
      returning: 'requests.id',
    },
  );
  expectAll(changed, requests, 'requests');
}

async function consumeTokens(db: Knex, stored: Submission[], now: number): Promise<void> {
  const tokens = stored.flatMap(({ tokenHash }) => (tokenHash ? [{ hash: tokenHash, now }] : []));
  const consumed = await updateRows(db, 'tokens', { hash: 'text', now: 'integer' }, tokens, {
    set: 'used_at = given.now',
    where: 'tokens.hash = given.hash and used_at is null',
    returning: 'tokens.hash',
  });
  expectAll(consumed, tokens, 'tokens');
}

/** What was read under the lock must still hold. If not, this file has a bug, and nothing is stored. */
function expectAll(changed: unknown[], wanted: unknown[], what: string): void {
  if (changed.length !== wanted.length) throw new Error(`${changed.length} of ${wanted.length} ${what} changed`);
}

const auditRow = (
  { person, requestId, channel, verifiedBy }: Submission,
  action: AuditRow['action'],
  at: number,
): AuditRow => ({
  at,
  actor: person,
  verifiedBy,
  action,
  subject: requestId,
  channel,
});
