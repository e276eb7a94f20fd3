import type { Knex } from 'knex';
import { makeOnce } from '../foundation/madeKeyStore.ts';
import { newId } from '../foundation/newId.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import type { Chat, ChatBody, ChatChange } from '../../contract/chats.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { chatRetired } from '../flow/chatRetired.ts';
import { mayStartFlow } from '../flow/flowAccessRules.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import { findRetiredFlows } from '../flow/retirementStore.ts';
import { accessChanges, maySeeUsers, whatMayDoWithChat, type ChatStanding } from './chatAccessRules.ts';
import { insertChat, updateChat, type StoredChat } from './chatStore.ts';
import { keepVersion } from './chatVersionStore.ts';
import { toChat } from './chatView.ts';
import { chatStandingOf, createOpenChats, type OpenChats, type SeenChat } from './openChats.ts';
import { listUsableChats } from './usableChatStore.ts';

export interface ChatService extends Pick<OpenChats, 'open' | 'openToRead' | 'openToChange'> {
  /**
   * @param key if a chat was created under this key before, that one is returned and nothing is created
   * @throws ProblemError validation_failed, also if the key belongs to another chat
   */
  create(body: ChatBody, by: Caller, key?: RequestKey | null): Promise<Chat>;
  /**
   * @throws ProblemError not_found, forbidden, chat_retired, invalid_transition if `body.version` is not the newest
   */
  update(id: string, body: ChatChange, by: Caller): Promise<Chat>;
  /** As the caller sees them. */
  show(chats: SeenChat[], caller: Caller): Promise<Chat[]>;
  /** The chats in use that the caller may use, or the retired ones that they have made; newest first. */
  list(caller: Caller, page: { retired: boolean; before?: string; limit: number }): Promise<SeenChat[]>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  now(): number;
}

export function createChatService({ units, reader, now }: Parts): ChatService {
  const show = showing(reader);
  const { asReadBy, ...opening } = createOpenChats({ reader, now });
  const { open, openToRead, openToChange } = opening;

  async function make(body: ChatBody, by: Caller, take: (trx: Knex, id: string) => Promise<void>): Promise<Chat> {
    await checkFlow(reader, body.flowId, by);
    const { id: createdBy } = by.person;
    const at = now();
    const chat = { id: newId(at), version: 1, createdBy, updatedAt: at, retiredAt: null, ...fieldsOf(body) };
    await units.run(async ({ trx }) => {
      await take(trx, chat.id);
      await insertChat(trx, chat);
      await keepVersion(trx, chat.id);
      await addToAudit(trx, entriesOn(chat, by, [{ action: 'chat.made' }, ...accessChanges([], chat.users)]));
    });
    return toChat(chat, { ...shownTo(by, { isMaker: true, isTheirs: true, isUsable: true }), isFlowRetired: false });
  }

  return {
    ...opening,
    show,

    async list(caller, page) {
      const found = await listUsableChats(reader, caller, { ...page, now: now() });
      return Promise.all(found.map((chat) => asReadBy(caller, chat)));
    },

    create: (body, by, key = null) =>
      makeOnce(
        { reader, now },
        { person: by.person.id, kind: 'chat', key },
        { make: (take) => make(body, by, take), read: async (id) => (await show([await open(id, by)], by))[0]! },
      ),

    async update(id, body, by) {
      const before = await openToChange(id, by);
      if (before.retiredAt !== null) throw chatRetired();
      if (body.flowId !== before.flowId) await checkFlow(reader, body.flowId, by);
      const chat = { ...before, ...fieldsOf(body), version: before.version + 1, updatedAt: now() };
      const isNewest = (body.version ?? before.version) === before.version;
      if (!isNewest || !(await units.run(({ trx }) => store(trx, chat, before, by)))) {
        if ((await openToChange(id, by)).retiredAt !== null) throw chatRetired();
        throw new ProblemError('invalid_transition', 'This chat was changed meanwhile; read it again.');
      }
      const { isTheirs, isUsable } = await openToRead(id, by); // the new access list may open it to an administrator
      return (await show([{ ...chat, isTheirs, isUsable }], by))[0]!;
    },
  };
}

/** Whoever gives a flow to a chat must be allowed to start it. @throws ProblemError validation_failed */
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
      toChat(chat, { ...shownTo(caller, chatStandingOf(caller, chat)), isFlowRetired: isFlowRetired(chat) }),
    );
  };

const shownTo = (caller: Caller, standing: ChatStanding) => ({
  may: whatMayDoWithChat(caller, standing),
  seesUsers: maySeeUsers(caller, standing),
});

/** False if another version was saved meanwhile, or the chat is retired. */
async function store(db: Knex, chat: StoredChat, before: StoredChat, by: Caller): Promise<boolean> {
  if (!(await updateChat(db, chat))) return false;
  await keepVersion(db, chat.id);
  const changed = { action: 'chat.changed' as const, detail: { version: chat.version } };
  await addToAudit(db, entriesOn(chat, by, [changed, ...accessChanges(before.users, chat.users)]));
  return true;
}

const entriesOn = ({ id, updatedAt }: StoredChat, by: Caller, changes: Pick<AuditRow, 'action' | 'detail'>[]) =>
  changes.map((change): AuditRow => ({
    at: updatedAt,
    actor: by.person.id,
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
