import type { Attachment } from '../../contract/attachments.ts';
import type { CommentOffer } from '../../contract/commentOffer.ts';
import type { ServerEvent } from '../../contract/events.ts';
import type { Fact } from '../../contract/facts.ts';
import type { NotificationStatus } from '../../contract/notifications.ts';
import type { RequestStatus, Strategy } from '../../contract/requests.ts';
import { say, summaryInEnglish, type Said, type Summary } from '../../contract/summaries.ts';
import { titleOf } from '../../contract/titles.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { saidOf } from '../flow/summaries.ts';
import { toIso } from '../foundation/database/rows.ts';
import { stateAt, type Closable } from './requestRules.ts';
import type { Request } from './requestStore.ts';

/** What a person sees of a request, wherever it is shown: in a channel, the inbox or a list of the web client. */
export interface Presented {
  requestId: string;
  flowName: string;
  requester: string;
  title: string;
  prompt: string;
  facts: Fact[];
  attachments: Attachment[];
  content: Request['body']['content'];
  inputType: Request['body']['inputType'];
  strategy: Strategy;
  /** Without hidden ones. */
  variables: VariableSpec[];
  comment: CommentOffer | undefined;
  chatContext: Request['body']['chatContext'];
  /** ISO 8601 UTC */
  expiresAt: string;
  progress: Progress | null;
  /** `answered`: this person has answered, and others have not yet. */
  status: RequestStatus | 'answered';
  /** How it ended, in one sentence; null while it is open. */
  outcome: { text: string; said: Said | undefined } | null;
}

/** Only `hasAnswered` differs from person to person. */
export function present(request: Request, hasAnswered: boolean, now: number): Presented {
  const { body } = request;
  const status = statusFor(request, hasAnswered, now);
  return {
    requestId: request.id,
    flowName: body.flowName,
    requester: body.requester.displayName,
    title: titleOf(body.title, body.prompt),
    prompt: body.prompt,
    facts: body.facts ?? [],
    attachments: body.attachments ?? [],
    content: body.content,
    inputType: body.inputType,
    strategy: request.strategy,
    variables: shownFields(body),
    comment: body.comment,
    chatContext: body.chatContext,
    expiresAt: toIso(request.expiresAt),
    progress: progressOf(request),
    status,
    outcome: inWords(status === 'timed_out' ? howItTimedOut(request) : request.outcome),
  };
}

/** The fields that people see. */
export const shownFields = ({ variables }: Pick<Request['body'], 'variables'>): VariableSpec[] =>
  variables.filter(({ type }) => type !== 'hidden');

/** A request past its deadline is timed out even before the loop closes it; one that waits for others is not over. */
function statusFor(request: Closable, hasAnswered: boolean, now: number): Presented['status'] {
  return request.status === 'waiting' && hasAnswered ? 'answered' : stateAt(request, now);
}

/** What is stored for all that time out alike does not count the answers. Other text of older servers stays. */
function howItTimedOut(request: Request): Summary {
  const stored = request.outcome ?? say('timedOut');
  const { answered, of: count } = progressOf(request) ?? { answered: 0, of: 0 };
  const isGeneral = typeof stored !== 'string' && stored.id === 'timedOut';
  return isGeneral && answered > 0 ? say('tooFewAnswered', { answered, count }) : stored;
}

const inWords = (summary: Summary | null): Presented['outcome'] =>
  summary === null ? null : { text: summaryInEnglish(summary), said: saidOf(summary) };

interface Progress {
  answered: number;
  of: number;
}

/** Progress of a request that several people must answer; null if one answer is enough. */
export const progressOf = (request: Pick<Request, 'strategy' | 'answeredCount' | 'assigneeCount'>): Progress | null =>
  request.strategy === 'all' && request.assigneeCount > 1
    ? { answered: request.answeredCount, of: request.assigneeCount }
    : null;

/** The status of one person's notification (behaviour 3.1). */
export function notificationStatusOf(status: Presented['status'], hasAnswered: boolean): NotificationStatus {
  if (hasAnswered || status === 'completed') return 'completed';
  return status === 'waiting' ? 'pending' : 'expired';
}

const REASONS: Record<RequestStatus, 'answered' | 'timed_out' | 'cancelled' | null> = {
  waiting: null,
  completed: 'answered',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
};

export const closedReasonOf = (request: Closable, now: number) => REASONS[stateAt(request, now)];

/** A request as named in event streams. */
export interface NamedRequest extends Closable {
  id: string;
  executionId: string;
  visitKey: string;
  chatId: string | null;
  logId: string | null;
  templateId: string;
}

export const raisedEvent = (request: NamedRequest): ServerEvent => ({
  event: 'human_input_required',
  data: {
    requestId: request.id,
    executionId: request.executionId,
    nodeId: request.visitKey,
    chatId: request.chatId,
    logId: request.logId,
    promptTemplateId: request.templateId,
    expiresAt: toIso(request.expiresAt),
  },
});

export const updatedEvent = (request: NamedRequest, now: number): ServerEvent => ({
  event: 'request_updated',
  data: { requestId: request.id, executionId: request.executionId, status: stateAt(request, now) },
});
