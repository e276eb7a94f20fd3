import { z } from 'zod';
import { AskedAs } from './askedAs.ts';
import { CommentOffer } from './commentOffer.ts';
import { ExecutionError } from './executions.ts';
import { NextStep } from './nextSteps.ts';
import { Person } from './people.ts';
import { Notice } from './notices.ts';
import { ShownSpec } from './variables.ts';

export const InputType = z.enum(['text', 'approval', 'choice', 'form']);
export type InputType = z.infer<typeof InputType>;

export const Strategy = z.enum(['any', 'all']);
export type Strategy = z.infer<typeof Strategy>;

export const RequestStatus = z.enum(['waiting', 'completed', 'timed_out', 'cancelled']);
export type RequestStatus = z.infer<typeof RequestStatus>;

export const MessageRole = z.enum(['user', 'ai', 'system']);
export type MessageRole = z.infer<typeof MessageRole>;

/** Behaviour 2.2: the last 10 messages, each cut to 500 characters. */
export const ChatContext = z
  .object({
    chatName: z.string(),
    recentMessages: z.array(z.object({ role: MessageRole, content: z.string(), notice: Notice.optional() })),
    totalMessages: z.int(),
  })
  .meta({ id: 'ChatContext' });
export type ChatContext = z.infer<typeof ChatContext>;

/** An ephemeral prompt template (behaviour 2.5). `users` is sent to administrators only. */
export const PromptTemplate = z
  .object({
    id: z.string(),
    requestId: z.string(),
    prompt: z.string(),
    inputType: InputType,
    variableSpecs: z.array(ShownSpec),
    comment: CommentOffer.optional().describe('absent if the answer cannot carry a comment'),
    users: z
      .array(z.string())
      .optional()
      .describe('e-mail addresses of the assignees, or user principal names for those without'),
    expiresAt: z.string(),
  })
  .meta({ id: 'PromptTemplate' });
export type PromptTemplate = z.infer<typeof PromptTemplate>;

export const DeliveryState = z.enum(['queued', 'sent', 'failed', 'skipped', 'unknown']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What a copy shows: the question, that this person answered it, or the outcome. */
export const ShownState = z.enum(['question', 'answered', 'closed']);
export type ShownState = z.infer<typeof ShownState>;

/** The delivery state of one copy for one person. */
export const DeliveryView = z.object({
  id: z.string(),
  channel: z.string(),
  person: Person,
  state: DeliveryState,
  attempts: z.int(),
  error: z.string().nullable(),
  sentAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  shown: z
    .object({ state: ShownState, version: z.int(), at: z.string() })
    .nullable()
    .describe('what the copy shows, for which version of the request, and since when'),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

export const AssigneeView = Person.extend({
  respondedAt: z.string().nullable(),
  channel: z.string().nullable(),
  answer: z.string().nullable().describe('the simple answer as others may read it, once the request is closed'),
  comment: z.string().optional().describe('the comment on it, likewise'),
});
export type AssigneeView = z.infer<typeof AssigneeView>;

/** Why a part of a question could not be evaluated; `about` is the author's label for it. */
export const Remark = z.object({ about: z.string(), error: ExecutionError });
export type Remark = z.infer<typeof Remark>;

/** `GET /requests/:id` */
export const RequestView = z
  .object({
    id: z.string(),
    executionId: z.string(),
    flowId: z.string(),
    nodeId: z.string(),
    title: z.string(),
    prompt: z.string(),
    inputType: InputType,
    strategy: Strategy,
    status: RequestStatus,
    raisedAt: z.string(),
    expiresAt: z.string(),
    closedAt: z.string().nullable(),
    outcome: z.string().nullable(),
    remarks: z
      .array(Remark)
      .optional()
      .describe(
        'facts and attachments that were unavailable or cut, and why; only for the starter, owners of the flow and administrators',
      ),
    askedAs: AskedAs.nullable().describe('why the caller is asked; null where they are not, or it is not known'),
    next: z.array(NextStep).optional().describe('what happens after the answer; absent in questions of older servers'),
    mayOpen: z.object({ execution: z.boolean(), flow: z.boolean() }).describe('what else the caller may look at'),
    counts: z.object({ assignees: z.int(), responses: z.int() }),
    assignees: z.array(AssigneeView).describe('the first 500'),
    deliveries: z
      .array(DeliveryView)
      .describe('the first 500; only for the starter, owners of the flow and administrators'),
  })
  .meta({ id: 'RequestView' });
export type RequestView = z.infer<typeof RequestView>;
