import type { Knex } from 'knex';
import { newId } from '../foundation/newId.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Chat, ChatBody, ChatChange, ChatMessage, MessageBody, Posted } from '../../contract/chats.ts';
import type { Person } from '../../contract/people.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Engine } from '../flow/engine.ts';
import { mayStartFlow } from '../flow/flowAccessRules.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import type { FlowService } from '../flow/flowService.ts';
import { accessChanges } from './chatAccessRules.ts';
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
import { keepVersion, type StoredVersion } from './chatVersionStore.ts';

export interface ChatService {
  create(body: ChatBody, by: Caller): Promise<Chat>;
  /** @throws ProblemError not_found, forbidden, invalid_transition when `body.version` is not the newest any more */
  update(id: string, body: ChatChange, by: Caller): Promise<Chat>;
  /** A chat that the caller may use. @throws ProblemError not_found */
  open(id: string, caller: Caller): Promise<StoredChat>;
  /**
   * Adds to the person's own log; starts the chat's flow unless one of that log's executions is unfinished. Where there is
   * no flow, the chat's assistant answers.
   * @throws ProblemError not_found, forbidden when the flow would start and the caller may not start it
   */
  post(id: string, caller: Caller, body: MessageBody): Promise<Posted>;
  /** Stops what the assistant writes in the caller's own log, if it still writes it. @throws ProblemError not_found */
  stop(id: string, caller: Caller, messageId: string): Promise<void>;
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

/** Which flows the chats of a person may start, and how. */
function starting({ reader, flows }: Pick<Parts, 'reader' | 'flows'>) {
  /** The newest version of a flow that the caller may start; null when there is none. */
  async function versionToStart(flowId: string, caller: Caller): Promise<number | null> {
    const standing = await standingOf(reader, flowId, caller);
    return standing && mayStartFlow(caller, standing) ? standing.version : null;
  }
  return {
    /** A chat starts what its owner may start, and no other flow. */
    async checkFlow(flowId: string | null | undefined, by: Caller): Promise<void> {
      if (flowId && (await versionToStart(flowId, by)) === null)
        throw failed({ flowId: check('flowUnknown', { id: flowId }) });
    },

    /** What a message into a log starts; null where there is no flow, or where one runs. */
    async orderOf({ id, flowId }: StoredChat, caller: Caller, { content, variables = {} }: MessageBody) {
      const { person } = caller;
      if (flowId === null || (await unfinishedExecution(reader, id, person.id)) !== null) return null;
      const version = await versionToStart(flowId, caller);
      if (version === null) throw forbidden('You may not start the flow of this chat.');
      const prepared = await flows.prepareStart(flowId, version, variables, { message: content });
      return { ...prepared, startedBy: person, chatId: id };
    },
  };
}

export function createChatService({ units, reader, signals, flows, engine, assistant, now }: Parts): ChatService {
  const { checkFlow, orderOf } = starting({ reader, flows });

  async function open(id: string, caller: Caller): Promise<StoredChat> {
    const chat = await findChat(reader, id);
    if (!chat || !mayUse(chat, caller)) throw notFound('chat');
    return chat;
  }

  return {
    open,

    async create(body, by) {
      await checkFlow(body.flowId, by);
      const chat: StoredChat = {
        id: newId(now()),
        version: 1,
        createdBy: by.person.id,
        updatedAt: now(),
        ...fieldsOf(body),
      };
      await units.run(async ({ trx }) => {
        await insertChat(trx, chat);
        await keepVersion(trx, chat.id);
        await addToAudit(trx, deedsOn(chat, [{ action: 'chat.made' }, ...accessChanges([], chat.users)]));
      });
      return toChat(chat);
    },

    async update(id, body, by) {
      const before = await open(id, by);
      if (before.createdBy !== by.person.id) throw forbidden('Only the person who made this chat may change it.');
      if (body.flowId !== before.flowId) await checkFlow(body.flowId, by);
      const chat: StoredChat = { ...before, ...fieldsOf(body), version: before.version + 1, updatedAt: now() };
      const isNewest = (body.version ?? before.version) === before.version;
      if (!isNewest || !(await units.run(({ trx }) => store(trx, chat, before))))
        throw new ProblemError('invalid_transition', 'This chat was changed meanwhile; read it again.');
      return toChat(chat);
    },

    async stop(id, caller, messageId) {
      await open(id, caller);
      await assistant.interrupt(id, caller.person.id, messageId);
    },

    async post(id, caller, body) {
      const { person } = caller;
      const chat = await open(id, caller);
      const order = await orderOf(chat, caller, body);
      return units.run(async (unit) => {
        const { trx, afterCommit } = unit;
        await lockChat(trx, id); // of two messages at the same moment one starts the flow
        const message = fromUser(id, person, body.content, now());
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

/** An empty access list means everybody of the tenant; guests use what names them. */
export function mayUse({ users, createdBy }: StoredChat, { person, isGuest }: Caller): boolean {
  const { id, email, userPrincipalName } = person;
  return (
    (users.length === 0 && !isGuest) ||
    createdBy === id ||
    [email, userPrincipalName].some((address) => address !== null && users.includes(address.toLowerCase()))
  );
}

/** False when somebody saved another version meanwhile. */
async function store(db: Knex, chat: StoredChat, before: StoredChat): Promise<boolean> {
  if (!(await updateChat(db, chat))) return false;
  await keepVersion(db, chat.id);
  await addToAudit(db, deedsOn(chat, accessChanges(before.users, chat.users)));
  return true;
}

const deedsOn = ({ id, createdBy, updatedAt }: StoredChat, changes: Pick<AuditRow, 'action' | 'detail'>[]) =>
  changes.map((change): AuditRow => ({ at: updatedAt, actor: createdBy, subject: id, ...change }));

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

export const toChat = (chat: StoredChat): Chat => ({
  ...chat,
  name: withoutTurns(chat.name),
  updatedAt: toIso(chat.updatedAt),
});

/** All of a version, or what a list says of it. */
export const toVersion = <Stored extends Pick<StoredVersion, 'name' | 'savedAt'>>({ savedAt, ...version }: Stored) => ({
  ...version,
  name: withoutTurns(version.name),
  savedAt: toIso(savedAt),
});

export const toMessage = ({ id, role, content, notice, at, executionId }: StoredMessage): ChatMessage => ({
  id,
  role,
  content: withoutTurns(content),
  notice,
  at: toIso(at),
  executionId,
});
