import type { Knex } from 'knex';
import { makeOnce } from '../foundation/madeKeyStore.ts';
import { newId } from '../foundation/newId.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import type { Chat, ChatBody, ChatChange } from '../../contract/chats.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { chatRetired } from '../flow/chatRetired.ts';
import { mayStartFlow } from '../flow/flowAccessRules.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import { findRetiredFlows } from '../flow/retirementStore.ts';
import { accessChanges } from './chatAccessRules.ts';
import { insertChat, updateChat, type StoredChat } from './chatStore.ts';
import { findVersion, keepVersion } from './chatVersionStore.ts';
import { toChat } from './chatView.ts';
import { findUsableChat, listUsableChats, type UsableChat } from './usableChatStore.ts';

export interface ChatService {
  /**
   * @param key if a chat was created under this key before, that one is returned and nothing is created
   * @throws ProblemError validation_failed, also if the key belongs to another chat
   */
  create(body: ChatBody, by: Caller, key?: RequestKey | null): Promise<Chat>;
  /**
   * @throws ProblemError not_found, forbidden, chat_retired, invalid_transition if `body.version` is not the newest
   */
  update(id: string, body: ChatChange, by: Caller): Promise<Chat>;
  /** A chat that the caller may use. @throws ProblemError not_found */
  open(id: string, caller: Caller): Promise<UsableChat>;
  /** A chat that the caller owns: they have made it. @throws ProblemError not_found, forbidden */
  openOwn(id: string, caller: Caller): Promise<UsableChat>;
  /** As the caller sees them. */
  show(chats: UsableChat[], caller: Caller): Promise<Chat[]>;
  /** The chats in use that the caller may use, or the retired ones that they own; newest first. */
  list(caller: Caller, page: { retired: boolean; before?: string; limit: number }): Promise<UsableChat[]>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  now(): number;
}

export function createChatService({ units, reader, now }: Parts): ChatService {
  const show = showing(reader);

  /** In the version to which the caller's assignments pin it, if they have it only through these. */
  async function inItsVersion(chat: UsableChat): Promise<UsableChat> {
    const version = chat.pinnedTo === null ? null : await findVersion(reader, chat.id, chat.pinnedTo);
    if (!version) return chat;
    const { savedAt: updatedAt, ...content } = version;
    return { ...chat, ...content, updatedAt };
  }

  async function open(id: string, caller: Caller): Promise<UsableChat> {
    const chat = await findUsableChat(reader, id, caller, now());
    if (!chat) throw notFound('chat');
    return inItsVersion(chat);
  }

  async function openOwn(id: string, caller: Caller): Promise<UsableChat> {
    const chat = await open(id, caller);
    if (chat.createdBy !== caller.person.id) throw forbidden('Only the person who made this chat may change it.');
    return chat;
  }

  async function make(body: ChatBody, by: Caller, take: (trx: Knex, id: string) => Promise<void>): Promise<Chat> {
    await checkFlow(reader, body.flowId, by);
    const { id: createdBy } = by.person;
    const at = now();
    const chat = { id: newId(at), version: 1, createdBy, updatedAt: at, retiredAt: null, ...fieldsOf(body) };
    await units.run(async ({ trx }) => {
      await take(trx, chat.id);
      await insertChat(trx, chat);
      await keepVersion(trx, chat.id);
      await addToAudit(trx, deedsOn(chat, [{ action: 'chat.made' }, ...accessChanges([], chat.users)]));
    });
    return toChat(chat, { seesUsers: true, isFlowRetired: false });
  }

  return {
    open,
    openOwn,
    show,

    async list(caller, page) {
      const found = await listUsableChats(reader, caller, { ...page, now: now() });
      return Promise.all(found.map(inItsVersion));
    },

    create: (body, by, key = null) =>
      makeOnce(
        { reader, now },
        { person: by.person.id, kind: 'chat', key },
        { make: (take) => make(body, by, take), read: async (id) => (await show([await open(id, by)], by))[0]! },
      ),

    async update(id, body, by) {
      const before = await openOwn(id, by);
      if (before.retiredAt !== null) throw chatRetired();
      if (body.flowId !== before.flowId) await checkFlow(reader, body.flowId, by);
      const chat = { ...before, ...fieldsOf(body), version: before.version + 1, updatedAt: now() };
      const isNewest = (body.version ?? before.version) === before.version;
      if (!isNewest || !(await units.run(({ trx }) => store(trx, chat, before)))) {
        if ((await openOwn(id, by)).retiredAt !== null) throw chatRetired();
        throw new ProblemError('invalid_transition', 'This chat was changed meanwhile; read it again.');
      }
      return (await show([chat], by))[0]!;
    },
  };
}

/** A chat may only start flows that its owner may start. @throws ProblemError validation_failed */
async function checkFlow(reader: Knex, flowId: string | null | undefined, by: Caller): Promise<void> {
  if (!flowId) return;
  const standing = await standingOf(reader, flowId, by);
  if (!standing || !mayStartFlow(by, standing)) throw failed({ flowId: check('flowUnknown', { id: flowId }) });
  if (standing.isRetired) throw failed({ flowId: check('flowRetired') });
}

const showing =
  (reader: Knex): ChatService['show'] =>
  async (chats, caller) => {
    const isFlowRetired = await findRetiredFlows(reader, chats);
    return chats.map((chat) =>
      toChat(chat, { seesUsers: seesUsers(chat, caller), isFlowRetired: isFlowRetired(chat) }),
    );
  };

/**
 * Whether a person who may open the chat sees who else may: not guests, nor those who have it only through an
 * assignment.
 */
const seesUsers = ({ isTheirs }: UsableChat, { isGuest }: Pick<Caller, 'isGuest'>): boolean => !isGuest && isTheirs;

/** False if another version was saved meanwhile, or the chat is retired. */
async function store(db: Knex, chat: StoredChat, before: StoredChat): Promise<boolean> {
  if (!(await updateChat(db, chat))) return false;
  await keepVersion(db, chat.id);
  await addToAudit(db, deedsOn(chat, accessChanges(before.users, chat.users)));
  return true;
}

const deedsOn = ({ id, createdBy, updatedAt }: StoredChat, changes: Pick<AuditRow, 'action' | 'detail'>[]) =>
  changes.map((change): AuditRow => ({
    at: updatedAt,
    actor: createdBy,
    verifiedBy: 'session',
    subject: id,
    ...change,
  }));

const fieldsOf = ({ name, instructions = '', flowId = null, users = [], assistant }: ChatBody) => ({
  name,
  instructions,
  flowId,
  users: [...new Set(users.map((address) => address.toLowerCase()))],
  assistant: { enabled: assistant?.enabled ?? false, instructions: assistant?.instructions ?? '' },
});
