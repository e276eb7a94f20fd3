import { z } from 'zod';
import { Attachment } from './attachments.ts';
import { CommentOffer } from './commentOffer.ts';
import { Fact } from './facts.ts';
import { FlowId, Name, RequestId, Ulid } from './ids.ts';
import { INBOX_PAGE, MOST_IDS } from './inboxPages.ts';
import { PromptBlock } from './promptContent.ts';
import { ChatContext, InputType, Strategy } from './requests.ts';
import { Said } from './summaries.ts';
import { Option, VariableType } from './variables.ts';

export const NotificationStatus = z.enum(['pending', 'completed', 'expired']);
export type NotificationStatus = z.infer<typeof NotificationStatus>;

/** The tab of a notification: snoozed ones are pending, but hidden until their time comes. */
export const InboxTab = z.enum([...NotificationStatus.options, 'snoozed']);
export type InboxTab = z.infer<typeof InboxTab>;

/** `due`: nearest deadline first. `flow`: equal questions together, earliest due first in each group. */
export const InboxSort = z.enum(['newest', 'due', 'flow']);
export type InboxSort = z.infer<typeof InboxSort>;

/** One person's inbox record of a request (behaviour 2.1), with what an inbox shows besides. */
export const UserNotification = z
  .object({
    id: z.string().describe('{executionId}-{nodeId}'),
    executionId: z.string(),
    flowId: z.string(),
    nodeId: z.string().describe("the visit's key"),
    email: z.string().nullable(),
    title: z.string().describe('one line: what the author called it, else the first line of the prompt'),
    prompt: z.string().describe('without any marks'),
    content: z
      .array(PromptBlock)
      .optional()
      .describe('the prompt as it is laid out; absent of questions of older servers'),
    facts: z.array(Fact).describe('key figures that come with the question, in the order of their author'),
    attachments: z
      .array(Attachment)
      .describe('links and files that come with the question; files are downloaded by their id'),
    inputType: InputType,
    options: z.array(z.string()).describe('the values a submission may carry (approval, choice)'),
    promptTemplateId: z.string(),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('of an assignment, whose log it was asked from'),
    chatContext: ChatContext,
    status: NotificationStatus,
    expiresAt: z.string(),
    isRead: z.boolean(),
    snoozedUntil: z.string().nullable().optional().describe('until then it is in no list of what is pending'),
    response: z.string().nullable(),
    comment: z.string().optional().describe('what its owner has added to their answer'),
    commentOffer: CommentOffer.optional().describe('absent where no comment can go with the answer'),
    meta: z.object({
      label: z.string(),
      variables: z.array(
        z.object({ name: z.string(), label: z.string(), type: VariableType, options: z.array(Option).optional() }),
      ),
    }),
    createdAt: z.string(),
    flowName: z.string(),
    requester: z.string().describe('who started the execution'),
    requesterId: z.string(),
    strategy: Strategy,
    respondedAt: z.string().nullable(),
    answeredBy: z.string().nullable().describe('who answered, once the request is complete'),
    closedReason: z.enum(['answered', 'timed_out', 'cancelled']).nullable(),
    outcome: z.string().nullable(),
    outcomeSaid: Said.optional().describe('what `outcome` says, for clients with words of their own'),
    answeredIn: z.string().nullable().describe('the channel that the own answer came through'),
    progress: z
      .object({ answered: z.int(), of: z.int() })
      .nullable()
      .describe('how many have answered, where everybody has to'),
  })
  .meta({ id: 'UserNotification' });
export type UserNotification = z.infer<typeof UserNotification>;

/** The caller's pending questions from one node of one flow. */
export const NotificationGroup = z
  .object({
    flowId: z.string(),
    nodeId: z.string().describe('with flowId it finds them in `GET /user/notifications`'),
    flowName: z.string(),
    label: z.string().describe('the name of the node'),
    count: z.int(),
    first: UserNotification.describe('the one that is due first'),
  })
  .meta({ id: 'NotificationGroup' });
export type NotificationGroup = z.infer<typeof NotificationGroup>;

const Ids = z
  .string()
  .max(MOST_IDS * 111)
  .transform((ids) => ids.split(','))
  .pipe(z.array(RequestId).min(1).max(MOST_IDS));

/**
 * `GET /user/notifications`: newest first by default; the `Link` header names the next page. With a search, a page that
 * is not full may have a next one. The header `inbox-counts` covers the whole inbox.
 */
export const NotificationQuery = z.strictObject({
  status: InboxTab.optional().describe('`pending` leaves out what is snoozed'),
  sort: InboxSort.optional().describe('of what is pending or snoozed: newest (the default), due, flow'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('words that all stand in the title, the prompt, or in the names of flow, starter or chat'),
  type: InputType.optional(),
  flowId: FlowId.optional(),
  nodeId: Name.optional().describe('with flowId: the same question, whichever visit asked it'),
  dueBefore: z.iso.datetime().optional(),
  chatId: Ulid.optional().describe('those asked in this chat'),
  logId: Ulid.optional().describe('those asked in this log of an assignment'),
  ids: Ids.optional().describe('these, separated by commas'),
  limit: z.coerce.number().int().min(1).max(INBOX_PAGE.most).default(INBOX_PAGE.usual),
  cursor: z.string().max(600).optional(),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** Hides a question until then, at most until its deadline; null: shows it again. */
export const SnoozeBody = z.strictObject({ until: z.iso.datetime({ offset: true }).nullable() });
export type SnoozeBody = z.infer<typeof SnoozeBody>;
