import { z } from 'zod';
import { FlowId, RequestId, Ulid } from './ids.ts';
import { INBOX_PAGE, MOST_IDS } from './inboxPages.ts';
import { ChatContext, InputType, Strategy } from './requests.ts';
import { Said } from './summaries.ts';
import { Option, VariableType } from './variables.ts';

export const NotificationStatus = z.enum(['pending', 'completed', 'expired']);
export type NotificationStatus = z.infer<typeof NotificationStatus>;

/** One person's inbox record of a request (behaviour 2.1), and what an inbox wants to know beside. */
export const UserNotification = z
  .object({
    id: z.string().describe('{executionId}-{nodeId}'),
    executionId: z.string(),
    flowId: z.string(),
    nodeId: z.string().describe("the visit's key"),
    email: z.string().nullable(),
    prompt: z.string(),
    inputType: InputType,
    options: z.array(z.string()).describe('the values a submission may carry (approval, choice)'),
    promptTemplateId: z.string(),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('of an assignment, whose log it was asked from'),
    chatContext: ChatContext,
    status: NotificationStatus,
    expiresAt: z.string(),
    isRead: z.boolean(),
    response: z.string().nullable(),
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

const Ids = z
  .string()
  .max(MOST_IDS * 111)
  .transform((ids) => ids.split(','))
  .pipe(z.array(RequestId).min(1).max(MOST_IDS));

/**
 * `GET /user/notifications`: newest first; the next page stands in a `Link` header, which may come with a page that is not
 * full where something is searched for. The header `inbox-counts` is of the whole inbox.
 */
export const NotificationQuery = z.strictObject({
  status: NotificationStatus.optional(),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('words that all stand in the prompt, or in the names of flow, starter or chat'),
  type: InputType.optional(),
  flowId: FlowId.optional(),
  dueBefore: z.iso.datetime().optional(),
  chatId: Ulid.optional().describe('those asked in this chat'),
  logId: Ulid.optional().describe('those asked in this log of an assignment'),
  ids: Ids.optional().describe('these, separated by commas'),
  limit: z.coerce.number().int().min(1).max(INBOX_PAGE.most).default(INBOX_PAGE.usual),
  cursor: z.string().max(200).optional(),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;
