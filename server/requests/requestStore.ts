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
import { inOrder } from '../foundation/database/statements.ts';

/** What every assignee of a request shares, stored once. */
export interface RequestBody {
  /** As its author called it, else the first line of the prompt; absent in those of older servers. */
  title?: string;
  /** Without any marks. */
  prompt: string;
  /** The prompt as it is laid out; absent in those of older servers, whose prompts have no marks. */
  content?: PromptBlock[];
  /** Absent in those of older servers. */
  facts?: Fact[];
  /** Absent in those of older servers. */
  attachments?: Attachment[];
  /** What happens after it. Absent in those of older servers. */
  next?: NextStep[];
  /** What the author is told of them; absent where there is nothing to tell. */
  remarks?: Remark[];
  inputType: InputType;
  /** The node's name. */
  label: string;
  flowName: string;
  requester: Person;
  /** Why people are asked: notifications say which of these. Absent in those of older servers. */
  askedAs?: AskedAs[];
  /** Snapshotted: a submission is checked against these and nothing else. */
  variables: VariableSpec[];
  /** Absent where no comment can go with an answer, as in those of older servers. */
  comment?: CommentOffer;
  chatId: string | null;
  /** Absent in those of older servers. */
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

/** A request as it is stored first. */
export type NewRequestRow = ReturnType<typeof toNewRow>;

/** Stores requests with their prompt templates; returns them as they are stored. */
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

/** What the author and the people of the flow wrote, as everybody else is to see it, on whichever channel. */
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

/** What `toRequest` reads; names its table, for others have the same names. */
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

/** The request of a template that has not been removed yet. */
export async function findByTemplate(db: Knex, templateId: string): Promise<Request | null> {
  const [row] = await templateRows(db, templateId);
  return row ? toRequest(row) : null;
}

export interface ClosedRequest {
  id: string;
  executionId: string;
}

/** Open requests whose time is over, the longest first. */
export async function findExpired(db: Knex, now: number, limit: number): Promise<string[]> {
  return db('requests')
    .where({ status: 'waiting' })
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .pluck('id');
}

/** Requests may wait for weeks and cost nothing, so that more of them are counted than of what should be done soon. */
const MOST_WAITING = 100_000;

/** How many wait for answers; `MOST_WAITING` where there are that many, or more. */
export async function countWaiting(db: Knex): Promise<number> {
  const waiting = db('requests').where({ status: 'waiting' }).orderBy('expires_at').select('expires_at as at');
  return (await backlogOf(db, waiting, MOST_WAITING)).rows;
}

/** Closes what is still open among these; whoever answered first has won. */
export async function closeRequests(
  db: Knex,
  ids: string[],
  status: 'timed_out' | 'cancelled',
  outcome: Summary,
  now: number,
): Promise<ClosedRequest[]> {
  const { words, said } = toStored(outcome);
  await lockInOrder(db, 'requests', ids);
  const rows = await db('requests')
    .whereIn('id', ids)
    .where({ status: 'waiting' })
    .update({ status, outcome: words, outcome_said: said, closed_at: now, version: db.raw('version + 1') })
    .returning(['id', 'execution_id']);
  return rows.map((row: { id: string; execution_id: string }) => ({ id: row.id, executionId: row.execution_id }));
}

/** Those of these ids that are closed, and whether by an answer. */
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
