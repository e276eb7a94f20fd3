import { z } from 'zod';
import { Attachment } from './attachments.ts';
import { CommentOffer } from './commentOffer.ts';
import { Fact } from './facts.ts';
import { FlowId, Name, RequestId, Ulid, pageLimit } from './ids.ts';
import { INBOX_PAGE, MOST_IDS } from './inboxPages.ts';
import { PromptBlock } from './promptContent.ts';
import { ChatContext, InputType, Strategy } from './requests.ts';
import { Said } from './summaries.ts';
import { Option, TableColumn, VariableType } from './variables.ts';

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
    title: z.string().describe('one line: the title from the author, or the first line of the prompt'),
    prompt: z.string().describe('plain text without markup'),
    content: z
      .array(PromptBlock)
      .optional()
      .describe('the prompt with its formatting; absent in questions of older servers'),
    facts: z.array(Fact).describe('key figures of the question, in the order of the author'),
    attachments: z.array(Attachment).describe('links and files of the question; files are downloaded by id'),
    inputType: InputType,
    options: z.array(z.string()).describe('the values a submission may carry (approval, choice)'),
    promptTemplateId: z.string(),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('the log of the assignment that asked it, if any'),
    chatContext: ChatContext,
    status: NotificationStatus,
    expiresAt: z.string(),
    isRead: z.boolean(),
    snoozedUntil: z.string().nullable().optional().describe('until then it is not listed as pending'),
    response: z.string().nullable(),
    comment: z.string().optional().describe('the comment of its owner on their answer'),
    commentOffer: CommentOffer.optional().describe('absent if the answer cannot carry a comment'),
    meta: z.object({
      label: z.string(),
      variables: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          type: VariableType,
          options: z.array(Option).optional(),
          columns: z.array(TableColumn).optional().describe('table only'),
        }),
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
    outcomeSaid: Said.optional().describe('`outcome` in a form that clients can translate'),
    answeredIn: z.string().nullable().describe('the channel of the own answer'),
    progress: z
      .object({ answered: z.int(), of: z.int() })
      .nullable()
      .describe('how many have answered, if everybody has to'),
  })
  .meta({ id: 'UserNotification' });
export type UserNotification = z.infer<typeof UserNotification>;

/** The caller's pending questions from one node of one flow. */
export const NotificationGroup = z
  .object({
    flowId: z.string(),
    nodeId: z.string().describe('with flowId, filters `GET /user/notifications` for them'),
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
  status: InboxTab.optional().describe('`pending` excludes snoozed ones'),
  sort: InboxSort.optional().describe('for pending or snoozed ones: newest (default), due, flow'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('words that must all occur in the title, the prompt, or the names of flow, starter and chat'),
  type: InputType.optional(),
  flowId: FlowId.optional(),
  nodeId: Name.optional().describe('with flowId: the same question from any visit'),
  dueBefore: z.iso.datetime({ offset: true }).optional(),
  chatId: Ulid.optional().describe('asked in this chat'),
  logId: Ulid.optional().describe('asked in this log of an assignment'),
  ids: Ids.optional().describe('ids, separated by commas'),
  limit: pageLimit(INBOX_PAGE.most, INBOX_PAGE.usual),
  cursor: z.string().max(600).optional(),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

/** Hides a question until then, at most until its deadline; null: shows it again. */
export const SnoozeBody = z.strictObject({ until: z.iso.datetime({ offset: true }).nullable() });
export type SnoozeBody = z.infer<typeof SnoozeBody>;
