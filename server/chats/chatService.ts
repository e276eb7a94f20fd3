import type { Knex } from 'knex';
import { newId } from '../foundation/newId.ts';
import type { Chat, ChatBody, ChatMessage, MessageBody, Posted } from '../../contract/chats.ts';
import type { Person } from '../../contract/people.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Engine } from '../flow/engine.ts';
import type { FlowService } from '../flow/flowService.ts';
import type { Assistant } from './assistant.ts';
import {
  findChat,
  insertChat,
  insertMessages,
  lockChat,
  unfinishedExecution,
  updateChat,
  type StoredChat,
  type StoredMessage,
} from './chatStore.ts';

export interface ChatService {
  create(body: ChatBody, by: Person): Promise<Chat>;
  /** @throws ProblemError not_found, forbidden, invalid_transition when `body.version` is not the newest any more */
  update(id: string, body: ChatBody, by: Person): Promise<Chat>;
  /** A chat that this person may use. @throws ProblemError not_found */
  open(id: string, person: Person): Promise<StoredChat>;
  /**
   * Adds to the person's own log; starts the chat's flow unless one of that log's executions is unfinished. Where there is
   * no flow, the chat's assistant answers.
   */
  post(id: string, person: Person, body: MessageBody): Promise<Posted>;
  /** Stops what the assistant writes in the person's own log, if it still writes it. @throws ProblemError not_found */
  stop(id: string, person: Person, messageId: string): Promise<void>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  flows: FlowService;
  engine: Pick<Engine, 'startIn'>;
  assistant: Pick<Assistant, 'answer' | 'interrupt'>;
  now(): number;
}

export function createChatService({ units, reader, signals, flows, engine, assistant, now }: Parts): ChatService {
  async function checkFlow(flowId: string | null | undefined): Promise<void> {
    if (flowId)
      await flows.get(flowId).catch(() => {
        throw failed({ flowId: check('flowUnknown', { id: flowId }) });
      });
  }

  async function open(id: string, person: Person): Promise<StoredChat> {
    const chat = await findChat(reader, id);
    if (!chat || !mayUse(chat, person)) throw notFound('chat');
    return chat;
  }

  return {
    open,

    async create(body, by) {
      await checkFlow(body.flowId);
      const chat: StoredChat = { id: newId(now()), version: 1, createdBy: by.id, updatedAt: now(), ...fieldsOf(body) };
      await units.run(({ trx }) => insertChat(trx, chat));
      return toChat(chat);
    },

    async update(id, body, by) {
      const before = await open(id, by);
      if (before.createdBy !== by.id) throw forbidden('Only the person who made this chat may change it.');
      await checkFlow(body.flowId);
      const chat: StoredChat = { ...before, ...fieldsOf(body), version: before.version + 1, updatedAt: now() };
      const isNewest = (body.version ?? before.version) === before.version;
      if (!isNewest || !(await units.run(({ trx }) => updateChat(trx, chat))))
        throw new ProblemError('invalid_transition', 'This chat was changed meanwhile; read it again.');
      return toChat(chat);
    },

    async stop(id, person, messageId) {
      await open(id, person);
      await assistant.interrupt(id, person.id, messageId);
    },

    async post(id, person, { content, variables }) {
      const chat = await open(id, person);
      const isBusy = chat.flowId === null || (await unfinishedExecution(reader, id, person.id)) !== null;
      const order = isBusy
        ? null
        : {
            ...(await flows.prepareStart(chat.flowId!, variables ?? {}, { message: content })),
            startedBy: person,
            chatId: id,
          };
      return units.run(async (unit) => {
        const { trx, afterCommit } = unit;
        await lockChat(trx, id); // of two messages at the same moment one starts the flow
        const message = fromUser(id, person, content, now());
        await insertMessages(trx, [message]);
        afterCommit(() => signals.publish('message', `${id}/${person.id}`));
        const isFree = order !== null && (await unfinishedExecution(trx, id, person.id)) === null;
        return {
          message: toMessage(message),
          executionId: isFree ? await engine.startIn(unit, order) : null,
          answerId: isAssisted(chat) ? await assistant.answer(unit, id, person.id) : null,
        };
      });
    },
  };
}

/** An empty access list means everybody who signs in. */
export const mayUse = ({ users, createdBy }: StoredChat, { id, email, userPrincipalName }: Person): boolean =>
  users.length === 0 ||
  createdBy === id ||
  [email, userPrincipalName].some((address) => address !== null && users.includes(address.toLowerCase()));

const fromUser = (chatId: string, { id: person }: Person, content: string, at: number): StoredMessage => ({
  id: newId(at),
  chatId,
  person,
  role: 'user',
  content,
  at,
  executionId: null,
});

const isAssisted = ({ flowId, assistant }: StoredChat): boolean => flowId === null && assistant.enabled;

const fieldsOf = ({ name, instructions = '', flowId = null, users = [], assistant }: ChatBody) => ({
  name,
  instructions,
  flowId,
  users: [...new Set(users.map((address) => address.toLowerCase()))],
  assistant: { enabled: assistant?.enabled ?? false, instructions: assistant?.instructions ?? '' },
});

export const toChat = (chat: StoredChat): Chat => ({ ...chat, updatedAt: toIso(chat.updatedAt) });

export const toMessage = ({ id, role, content, notice, at, executionId }: StoredMessage): ChatMessage => ({
  id,
  role,
  content,
  notice,
  at: toIso(at),
  executionId,
});
