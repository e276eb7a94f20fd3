import { z } from 'zod';
import { Flag, PageQuery } from './flows.ts';
import { FlowId, SetByServer, Version } from './ids.ts';
import { Notice } from './notices.ts';
import { readText } from './readText.ts';
import { MessageRole } from './requests.ts';
import { Json } from './values.ts';

/**
 * The language model that answers in a chat without a flow. It gets `instructions` in addition to those of the chat.
 * Without an endpoint (`features.assistant` of the client's configuration) a system message says what is missing.
 */
const AssistantBody = z.strictObject({ enabled: z.boolean(), instructions: z.string().max(20_000).optional() });

/**
 * `users` is the access list (e-mail addresses); an empty list means everybody of the tenant, without its guests.
 * `version` is the one that the change is based on: if the chat has a newer one, the change is refused. Without it the
 * newest version is changed.
 */
export const ChatBody = z
  .strictObject({
    name: readText(200),
    instructions: z.string().max(20_000).optional(),
    flowId: FlowId.nullable().optional(),
    users: z.array(z.email()).max(1000).optional(),
    assistant: AssistantBody.optional(),
    version: Version.optional(),
  })
  .meta({ id: 'ChatBody' });
export type ChatBody = z.infer<typeof ChatBody>;

/** `PUT /chats/:id` requires the access list: leaving it out would open the chat to everybody. */
export const ChatChange = ChatBody.required({ users: true })
  .extend({
    id: SetByServer,
    createdBy: SetByServer,
    updatedAt: SetByServer,
    isFlowRetired: SetByServer,
    retiredAt: SetByServer,
    may: SetByServer,
  })
  .meta({ id: 'ChatChange' });
export type ChatChange = z.infer<typeof ChatChange>;

/** What a person may do with a chat. While it is retired, nobody assigns or changes it. */
export const MayDoWithChat = z
  .object({
    use: z.boolean().describe('read and write their own log of it'),
    assign: z.boolean().describe('assign it to people and groups'),
    change: z.boolean().describe('change it, retire it and bring it back'),
  })
  .meta({ id: 'MayDoWithChat' });
export type MayDoWithChat = z.infer<typeof MayDoWithChat>;

const IsFlowRetired = z.boolean().describe('nobody can start its flow until that is brought back');

const ChatRetiredAt = z
  .string()
  .nullable()
  .describe('since when nobody can begin a conversation in it; null: it is not retired');

export const Chat = z
  .object({
    id: z.string(),
    name: z.string(),
    instructions: z.string(),
    flowId: z.string().nullable(),
    isFlowRetired: IsFlowRetired,
    users: z
      .array(z.string())
      .optional()
      .describe(
        'absent for guests and for people who only have it through an assignment, unless they are administrators',
      ),
    assistant: z.object({ enabled: z.boolean(), instructions: z.string() }),
    version: z.int(),
    createdBy: z.string(),
    updatedAt: z.string(),
    retiredAt: ChatRetiredAt,
    may: MayDoWithChat.describe('what the caller may do with it'),
  })
  .meta({ id: 'Chat' });
export type Chat = z.infer<typeof Chat>;

/** `GET /chats` */
export const ChatQuery = PageQuery.extend({
  retired: Flag.default(false).describe('true: only retired chats that the caller has made; otherwise none of them'),
});

/** A chat in the list of all chats, for administrators. */
export const ListedChat = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    updatedAt: z.string(),
    retiredAt: ChatRetiredAt,
    maker: z.object({
      id: z.string(),
      displayName: z.string().nullable().describe('null: the directory does not tell it'),
      isGone: z.boolean().describe('the directory no longer has this person'),
    }),
  })
  .meta({ id: 'ListedChat' });
export type ListedChat = z.infer<typeof ListedChat>;

/** `GET /admin/chats` */
export const ListedChatQuery = PageQuery.extend({
  retired: Flag.default(false).describe('true: only retired chats; otherwise none of them'),
  q: z.string().max(200).optional().describe('words that must all occur in the name'),
});
export type ListedChatQuery = z.infer<typeof ListedChatQuery>;

/** A version of a chat in a list of them. */
export const ChatVersionSummary = z.object({ version: z.int(), name: z.string(), savedAt: z.string() });
export type ChatVersionSummary = z.infer<typeof ChatVersionSummary>;

/** The content of one version of a chat. The access list belongs to the chat, not to a version. */
export const ChatVersion = Chat.pick({ version: true, name: true, instructions: true, flowId: true, assistant: true })
  .extend({ savedAt: z.string() })
  .meta({ id: 'ChatVersion' });
export type ChatVersion = z.infer<typeof ChatVersion>;

export const ChatMessage = z
  .object({
    id: z.string(),
    role: MessageRole,
    content: z.string(),
    notice: Notice.optional().describe('for system messages: `content` in a form that clients can translate'),
    at: z.string(),
    executionId: z.string().nullable(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const MessageBody = z
  .strictObject({ content: readText(20_000), variables: z.record(z.string(), Json).optional() })
  .meta({ id: 'MessageBody' });
export type MessageBody = z.infer<typeof MessageBody>;

/**
 * What `POST /chats/:id/messages` answers; `executionId` is set if the message started the chat's flow, `answerId` if
 * the assistant writes: the id of its coming message, or of the system message that says why there is none.
 */
export const Posted = z.object({
  message: ChatMessage,
  executionId: z.string().nullable(),
  answerId: z.string().nullable(),
});
export type Posted = z.infer<typeof Posted>;

/** The log of one attempt at an assignment. Besides these, each person has one log per chat, which has no id. */
export const ChatLog = z
  .object({
    id: z.string(),
    chatId: z.string(),
    name: z.string(),
    instructions: z.string(),
    flowId: z.string().nullable(),
    isFlowRetired: IsFlowRetired,
    isChatRetired: z.boolean().describe('nobody can begin another conversation in its chat; this one continues'),
    assistant: z.object({ enabled: z.boolean() }),
    assignmentId: z.string(),
    attempt: z.int(),
    createdAt: z.string(),
    mayWrite: z
      .boolean()
      .describe(
        'false: its attempt has failed, or its assignment is closed and the caller has no other access to the chat',
      ),
  })
  .meta({ id: 'ChatLog' });
export type ChatLog = z.infer<typeof ChatLog>;
