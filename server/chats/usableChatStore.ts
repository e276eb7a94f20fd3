// cspell:ignore strpos instr
import type { Knex } from 'knex';
import { isPostgres } from '../foundation/database/statements.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { isGuest } from '../people/identity/guests.ts';
import type { ChatStanding } from './chatAccessRules.ts';
import { CHAT_COLUMNS, toChat, type ChatRow, type LogKey, type StoredChat } from './chatStore.ts';
import { chatOfLog } from './logStore.ts';

/** A chat as a person may use it now: by themselves, or through assignments, as long as these are open. */
export interface UsableChat extends StoredChat, Pick<ChatStanding, 'isTheirs'> {
  isUsable: true;
  /** The newest version that those assignments are pinned to; null: the newest version of the chat. */
  pinnedTo: number | null;
}

type Reader = Pick<Caller, 'person' | 'isGuest'>;

/** A chat that a person may use; null if there is none with this id. */
export async function findUsableChat(db: Knex, id: string, reader: Reader, now: number): Promise<UsableChat | null> {
  const [row] = await usableBy(db, reader, now).where('chats.id', id);
  return row ? toUsable(row) : null;
}

/** The chat of an execution, in the version that its starter reads. */
export async function chatOfStarter(
  db: Knex,
  { chatId, logId, starter, now }: Pick<LogKey, 'chatId' | 'logId'> & { starter: Caller['person']; now: number },
): Promise<StoredChat | null> {
  const log = { chatId, logId, person: starter.id };
  if (logId !== null) return chatOfLog(db, log);
  const usable = await findUsableChat(db, chatId, { person: starter, isGuest: isGuest(starter) }, now);
  return usable?.pinnedTo === null ? usable : chatOfLog(db, log, usable?.pinnedTo);
}

/**
 * The chats in use that a person may use, or the retired ones that they have made; newest first, starting before
 * `before`. Chats of others do not count towards the page.
 */
export async function listUsableChats(
  db: Knex,
  reader: Reader,
  { retired, now, before, limit }: { retired: boolean; now: number; before?: string; limit: number },
): Promise<UsableChat[]> {
  const rows = usableBy(db, reader, now).orderBy('chats.id', 'desc').limit(limit);
  if (retired) void rows.where({ created_by: reader.person.id }).whereNotNull('retired_at');
  else void rows.whereNull('retired_at');
  return (await (before ? rows.where('chats.id', '<', before) : rows)).map(toUsable);
}

interface UsableRow extends Omit<ChatRow, 'created_at'> {
  is_theirs: number;
  pinned_to: number | null;
}

const toUsable = ({ is_theirs, pinned_to, ...row }: UsableRow): UsableChat => ({
  ...toChat(row),
  isTheirs: is_theirs === 1,
  isUsable: true,
  pinnedTo: is_theirs === 1 ? null : pinned_to,
});

/** The one place that says who may use a chat. */
function usableBy(db: Knex, reader: Reader, now: number): Knex.QueryBuilder<UsableRow, UsableRow[]> {
  const [theirs, values] = conditionOf(db, reader);
  const open = () => openAssignments(db, reader.person.id, now);
  const pin = open().whereRaw('assignments.chat_id = chats.id').select(pinOf(db));
  return db('chats')
    .select(CHAT_COLUMNS.map((name) => `chats.${name}`))
    .select(db.raw(`case when ${theirs} then 1 else 0 end as is_theirs`, values), pin.as('pinned_to'))
    .where((either) => void either.whereRaw(theirs, values).orWhereIn('chats.id', open().select('chat_id')));
}

const openAssignments = (db: Knex, person: string, now: number): Knex.QueryBuilder =>
  db('assignments')
    .where({ person, is_over: 0 })
    .where((either) => void either.whereNull('expires_at').orWhere('expires_at', '>', now));

const pinOf = (db: Knex): Knex.Raw =>
  db.raw('case when count(*) = count(chat_version) then max(chat_version) end as pinned_to');

/**
 * The version of a chat that a person certainly may read: the newest one that their assignments are pinned to; null:
 * the newest version of the chat.
 */
export async function safeVersionOf(db: Knex, chatId: string, person: string, now: number): Promise<number | null> {
  const open = openAssignments(db, person, now).where({ chat_id: chatId });
  const [row]: { pinned_to: number | null }[] = await open.select(pinOf(db));
  return row!.pinned_to;
}

/** By its access list: an empty one means everybody in the tenant; guests may only use chats that name them. */
function conditionOf(db: Knex, { person, isGuest }: Reader): [sql: string, values: string[]] {
  const isNamed = isPostgres(db) ? 'strpos(chats.users, ?) > 0' : 'instr(chats.users, ?) > 0';
  const addresses = addressesOf(person).map((address) => JSON.stringify(address));
  const either = ['chats.created_by = ?', ...(isGuest ? [] : ["chats.users = '[]'"]), ...addresses.map(() => isNamed)];
  return [`(${either.join(' or ')})`, [person.id, ...addresses]];
}

/** The addresses under which access lists can name a person. */
const addressesOf = ({ email, userPrincipalName }: Caller['person']): string[] => [
  ...new Set([email, userPrincipalName].flatMap((address) => address?.toLowerCase() ?? [])),
];
