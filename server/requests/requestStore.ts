import type { Knex } from 'knex';
import { cleanContext, cleanDeep, cleanSpec, hasTurns, withoutTurns } from '../../contract/cleanText.ts';
import type { AskedAs } from '../../contract/askedAs.ts';
import type { Attachment } from '../../contract/attachments.ts';
import type { CommentOffer } from '../../contract/commentOffer.ts';
import type { Fact } from '../../contract/facts.ts';
import type { NextStep } from '../../contract/nextSteps.ts';
import type { Person } from '../../contract/people.ts';
import type { PromptBlock } from '../../contract/promptContent.ts';
import type { ChatContext, InputType, Remark, RequestStatus, Strategy } from '../../contract/requests.ts';
import type { Summary } from '../../contract/summaries.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { fromStored, toStored } from '../flow/summaries.ts';
import { backlogOf } from '../foundation/database/backlog.ts';
import { gatheredById } from '../foundation/database/gathered.ts';
import { among, insertRows, lockInOrder, type Columns } from '../foundation/database/rows.ts';
import { inOrder, query } from '../foundation/database/statements.ts';

/** What all assignees of a request share, stored once. */
export interface RequestBody {
  /** The author's title, or the first line of the prompt; absent if an older server stored it. */
  title?: string;
  /** As plain text. */
  prompt: string;
  /** The formatted prompt; absent if an older server stored it, whose prompts had no formatting. */
  content?: PromptBlock[];
  /** Absent if an older server stored it. */
  facts?: Fact[];
  /** Absent if an older server stored it. */
  attachments?: Attachment[];
  /** What happens after the question. Absent if an older server stored it. */
  next?: NextStep[];
  /** Remarks for the author about facts and attachments; absent if there are none. */
  remarks?: Remark[];
  inputType: InputType;
  /** The node's name. */
  label: string;
  flowName: string;
  requester: Person;
  /** The reasons why people are asked; notifications refer to them. Absent if an older server stored it. */
  askedAs?: AskedAs[];
  /** A snapshot: submissions are checked against these specs only. */
  variables: VariableSpec[];
  /** Absent if an answer may have no comment, or if an older server stored it. */
  comment?: CommentOffer;
  chatId: string | null;
  /** Absent if an older server stored it. */
  logId?: string | null;
  chatContext: ChatContext;
  channels: string[];
  fallback: string[];
  requireIdentity: boolean;
  outputVariable: string | null;
}

export interface Request {
  id: string;
  executionId: string;
  flowId: string;
  visitKey: string;
  strategy: Strategy;
  status: RequestStatus;
  assigneeCount: number;
  answeredCount: number;
  version: number;
  raisedAt: number;
  expiresAt: number;
  closedAt: number | null;
  outcome: Summary | null;
  answeredBy: string | null;
  templateId: string;
  body: RequestBody;
}

export interface NewRequest {
  id: string;
  executionId: string;
  flowId: string;
  visitKey: string;
  strategy: Strategy;
  assigneeCount: number;
  raisedAt: number;
  expiresAt: number;
  templateId: string;
  body: RequestBody;
}

const NEW_REQUEST: Columns = {
  id: 'text',
  execution_id: 'text',
  flow_id: 'text',
  visit_key: 'text',
  strategy: 'text',
  status: 'text',
  assignee_count: 'integer',
  raised_at: 'integer',
  expires_at: 'integer',
  template_id: 'text',
  started_by: 'text',
  body: 'text',
};

const TEMPLATE: Columns = { id: 'text', request_id: 'text', expires_at: 'integer' };

const toNewRow = (request: NewRequest) => ({
  id: request.id,
  execution_id: request.executionId,
  flow_id: request.flowId,
  visit_key: request.visitKey,
  strategy: request.strategy,
  status: 'waiting' as const,
  assignee_count: request.assigneeCount,
  raised_at: request.raisedAt,
  expires_at: request.expiresAt,
  template_id: request.templateId,
  started_by: request.body.requester.id,
  body: JSON.stringify(request.body),
});

/** The row of a new request. */
export type NewRequestRow = ReturnType<typeof toNewRow>;

/** Stores requests with their prompt templates; returns their rows. */
export async function insertRequests(db: Knex, requests: NewRequest[]): Promise<NewRequestRow[]> {
  const rows = requests.map(toNewRow);
  const templates = rows.map(({ id, template_id, expires_at }) => ({ id: template_id, request_id: id, expires_at }));
  await inOrder(
    db,
    () => insertRows(db, 'requests', NEW_REQUEST, rows),
    () => insertRows(db, 'prompt_templates', TEMPLATE, templates),
  );
  return rows;
}

export interface RequestRow {
  id: string;
  execution_id: string;
  flow_id: string;
  visit_key: string;
  strategy: Strategy;
  status: RequestStatus;
  assignee_count: number;
  answered_count: number;
  version: number;
  raised_at: number;
  expires_at: number;
  closed_at: number | null;
  outcome: string | null;
  outcome_said: string | null;
  answered_by: string | null;
  template_id: string;
  body: string;
}

export function toRequest(row: RequestRow): Request {
  return {
    id: row.id,
    executionId: row.execution_id,
    flowId: row.flow_id,
    visitKey: row.visit_key,
    strategy: row.strategy,
    status: row.status,
    assigneeCount: row.assignee_count,
    answeredCount: row.answered_count,
    version: row.version,
    raisedAt: row.raised_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
    outcome: fromStored(cleanOrNull(row.outcome), cleanOrNull(row.outcome_said)),
    answeredBy: cleanOrNull(row.answered_by),
    templateId: row.template_id,
    body: toBody(row.body),
  };
}

const cleanOrNull = (text: string | null): string | null => text && withoutTurns(text);

/** The texts of the author and the flow's people, cleaned for other readers on all channels. */
function toBody(stored: string): RequestBody {
  const body = JSON.parse(stored) as RequestBody;
  if (!hasTurns(stored)) return body;
  return {
    ...body,
    ...(body.title && { title: withoutTurns(body.title) }),
    prompt: withoutTurns(body.prompt),
    ...(body.content && { content: cleanDeep(body.content) }),
    ...(body.facts && { facts: cleanDeep(body.facts) }),
    ...(body.attachments && { attachments: cleanDeep(body.attachments) }),
    ...(body.next && { next: cleanDeep(body.next) }),
    ...(body.remarks && { remarks: cleanDeep(body.remarks) }),
    label: withoutTurns(body.label),
    flowName: withoutTurns(body.flowName),
    ...(body.askedAs && { askedAs: cleanDeep(body.askedAs) }),
    requester: { ...body.requester, displayName: withoutTurns(body.requester.displayName) },
    variables: body.variables.map(cleanSpec),
    ...(body.comment?.label !== undefined && {
      comment: { ...body.comment, label: withoutTurns(body.comment.label) },
    }),
    chatContext: cleanContext(body.chatContext),
  };
}

/** The columns that `toRequest` reads, with their table, because other tables have the same names. */
export const REQUEST = `requests.id, requests.execution_id, requests.flow_id, requests.visit_key, requests.strategy, requests.status,
  requests.assignee_count, requests.answered_count, requests.version, requests.raised_at, requests.expires_at, requests.closed_at,
  requests.outcome, requests.outcome_said, requests.answered_by, requests.template_id, requests.body`;

const requestRows = gatheredById<RequestRow>({ select: REQUEST, rest: 'join requests on requests.id = given.id' });

const templateRows = gatheredById<RequestRow>({
  select: REQUEST,
  rest: 'join prompt_templates on prompt_templates.id = given.id join requests on requests.id = prompt_templates.request_id',
});

export async function findRequest(db: Knex, id: string): Promise<Request | null> {
  const [row] = await requestRows(db, id);
  return row ? toRequest(row) : null;
}

/** When a request was raised, without reading its body; null: there is none. */
export async function raisedAtOf(db: Knex, id: string): Promise<number | null> {
  const [row] = await query<{ raised_at: number }>(db, 'select raised_at from requests where id = ?', [id]);
  return row?.raised_at ?? null;
}

/** The request of a template that has not been purged yet. */
export async function findByTemplate(db: Knex, templateId: string): Promise<Request | null> {
  const [row] = await templateRows(db, templateId);
  return row ? toRequest(row) : null;
}

export interface ClosedRequest {
  id: string;
  executionId: string;
}

/** Open requests past their deadline, longest overdue first. */
export async function findExpired(db: Knex, now: number, limit: number): Promise<string[]> {
  return db('requests')
    .where({ status: 'waiting' })
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .pluck('id');
}

/** Waiting requests may be many and cost nothing, so the count goes higher than for other backlogs. */
const MOST_WAITING = 100_000;

/** How many requests wait for answers, at most `MOST_WAITING`. */
export async function countWaiting(db: Knex): Promise<number> {
  const waiting = db('requests').where({ status: 'waiting' }).orderBy('expires_at').select('expires_at as at');
  return (await backlogOf(db, waiting, MOST_WAITING)).rows;
}

/**
 * Closes those of these requests that are still open; an earlier answer wins.
 *
 * @param deadline closes only those whose deadline has passed, or is ahead
 */
export async function closeRequests(
  db: Knex,
  ids: string[],
  status: 'timed_out' | 'cancelled',
  outcome: Summary,
  now: number,
  deadline?: 'passed' | 'ahead',
): Promise<ClosedRequest[]> {
  const { words, said } = toStored(outcome);
  await lockInOrder(db, 'requests', ids);
  const open = db('requests').whereIn('id', ids).where({ status: 'waiting' });
  if (deadline) void open.where('expires_at', deadline === 'passed' ? '<=' : '>', now);
  const rows = await open
    .update({ status, outcome: words, outcome_said: said, closed_at: now, version: db.raw('version + 1') })
    .returning(['id', 'execution_id']);
  return rows.map((row: { id: string; execution_id: string }) => ({ id: row.id, executionId: row.execution_id }));
}

/** Those of these requests that are closed, split by whether an answer closed them. */
export async function closedAmong(db: Knex, ids: string[]): Promise<{ answered: string[]; ended: string[] }> {
  const closed: { id: string; status: string }[] = await db('requests')
    .where(among(db, 'id', ids))
    .whereNot({ status: 'waiting' })
    .select('id', 'status');
  const idsOf = (isAnswered: boolean) =>
    closed.filter(({ status }) => (status === 'completed') === isAnswered).map(({ id }) => id);
  return { answered: idsOf(true), ended: idsOf(false) };
}

export async function openRequestsOf(db: Knex, executionIds: string[]): Promise<string[]> {
  return db('requests').whereIn('execution_id', executionIds).where({ status: 'waiting' }).pluck('id');
}
