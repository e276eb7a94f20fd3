import { addToAudit } from '../../foundation/audit/auditStore.ts';
import type { ChainSeal } from '../../foundation/audit/chainSeal.ts';
import { amongFound } from '../../foundation/database/rows.ts';
import { query, type Db } from '../../foundation/database/statements.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import type { FileStorage } from '../../files/fileStorage.ts';
import { findFiles } from '../../files/fileStore.ts';
import { keepVersion } from '../../chats/chatVersionStore.ts';
import { fileSome } from '../../requests/filing.ts';
import { eraseInAudit, sealAudit } from './eraseAudit.ts';
import { eraseInExecutions, finishHeld } from './eraseExecutions.ts';
import {
  deleteAllOwned,
  deleteNotifications,
  deleteTheirs,
  keyOf,
  lockedRow,
  rewriteWhere,
  type Erasing,
} from './eraseRows.ts';
import { beginErasure, endErasure, findErasure } from './erasureStore.ts';
import { usersWithout, type PersonIdentifiers } from './personRules.ts';
import { conditionOf, rowsWhere } from './personRows.ts';
import { PERSON_TABLES } from './personTables.ts';

interface Parts {
  units: UnitOfWork;
  reader: Db;
  seal: ChainSeal;
  storage: Pick<FileStorage, 'remove'>;
}

/** What erasing would change: per table, how many rows contain the person, and whether they are deleted. */
export async function countTheirs(
  db: Db,
  known: PersonIdentifiers,
): Promise<{ table: string; rows: number; go: boolean }[]> {
  const counts = [];
  for (const [table, { erases }] of Object.entries(PERSON_TABLES)) {
    const condition = conditionOf(table, known);
    if (!condition) continue;
    const [found] = await query<{ n: number }>(
      db,
      `select count(*) as n from ${table} where ${condition.sql}`,
      condition.bindings,
    );
    const rows = Number(found!.n);
    if (rows > 0) counts.push({ table, rows, go: typeof erases === 'object' });
  }
  return counts;
}

/** Deletion order, as foreign keys require; what people see goes last. */
const IN_ORDER = [
  'tokens',
  'unbound_answers',
  'chat_answers',
  'chat_messages',
  'chat_logs',
  'assignment_notices',
  'assignment_inboxes',
  'deliveries',
  'addresses',
  'conversations',
  'flow_access',
  'start_keys',
  'message_keys',
  'made_keys',
  'inboxes',
];
/** Deleted by functions of their own. */
const APART = ['notifications', 'files'];
/** Nothing references the other tables, so they go first. */
const GO = [
  ...Object.entries(PERSON_TABLES)
    .filter(([table, { erases }]) => typeof erases === 'object' && ![...IN_ORDER, ...APART].includes(table))
    .map(([table]) => table),
  ...IN_ORDER,
];

/**
 * Erases a person who has nothing open. Works in short units, so servers keep running; if interrupted anywhere, it
 * resumes when called again.
 *
 * @returns the pseudonym that replaces the person from now on
 * @throws StillRunning, ForeignChainError, or DirectoryError if a drive with the person's files cannot be reached
 */
export async function erasePerson({ units, reader, seal, storage }: Parts, known: PersonIdentifiers): Promise<string> {
  const erasure = (await findErasure(reader, known.id)) ?? (await units.run(({ trx }) => beginErasure(trx, known)));
  const erasing: Erasing = { ...erasure, units, reader };
  while (await units.run(({ trx }) => fileSome(trx, Date.now()))); // so that no inbox is half counted
  await deleteFiles(erasing, storage, 'person = ? and bound_at is null');
  await eraseInExecutions(erasing);
  await deleteNotifications(erasing);
  for (const table of GO) await deleteTheirs(erasing, table);
  await rewriteWhere(erasing, 'deliveries', { sql: 'started_by = ?', bindings: [known.id] });
  await rewriteWhere(erasing, 'assignment_notices', { sql: 'sender = ?', bindings: [known.id] });
  await eraseOwnWords(erasing);
  await eraseInChats(erasing);
  for (const [table, { erases }] of Object.entries(PERSON_TABLES))
    if (erases === 'values' && table !== 'chats')
      await rewriteWhere(erasing, table, conditionOf(table, erasing.known)!);
  await deleteFiles(erasing, storage, 'person = ?'); // of requests that are gone
  await eraseInAudit(erasing, seal);
  await finishHeld(erasing); // of the same command, called twice
  await units.run(async ({ trx }) => {
    await addToAudit(trx, [
      { at: Date.now(), actor: 'operator', verifiedBy: null, action: 'person.erased', subject: erasure.pseudonym },
    ]);
    await endErasure(trx, erasure.known.id);
  });
  await sealAudit(erasing, seal);
  return erasure.pseudonym;
}

const WORDS_AT_ONCE = 1000;

/** Deletes their notes to assignees, and their reasons for declining. */
async function eraseOwnWords({ units, known }: Erasing): Promise<void> {
  for (const [table, owner, words] of [
    ['sendings', 'creator_id', 'note'],
    ['assignments', 'person', 'reason'],
  ] as const) {
    let count: number;
    do
      count = await units.run(({ trx }) => {
        const some = trx(table)
          .where({ [owner]: known.id })
          .whereNotNull(words)
          .limit(WORDS_AT_ONCE)
          .select('id');
        return trx(table)
          .whereRaw(amongFound(trx, 'id', some))
          .update({ [words]: null });
      });
    while (count === WORDS_AT_ONCE);
  }
}

/** The bytes go first: a row without bytes is found again, but not bytes without a row. */
async function deleteFiles({ units, reader, known }: Erasing, storage: Parts['storage'], sql: string): Promise<void> {
  for await (const rows of rowsWhere(reader, 'files', { sql, bindings: [known.id] }, ['id'])) {
    const ids = rows.map(({ id }) => id as string);
    for (const file of (await findFiles(reader, ids)).values()) await storage.remove(file);
    await units.run(async ({ trx }) => {
      await trx('request_files').whereIn('file_id', ids).delete();
      await trx('files').whereIn('id', ids).delete();
    });
  }
}

async function eraseInChats(erasing: Erasing): Promise<void> {
  const { units, reader, known, pseudonym } = erasing;
  for await (const rows of rowsWhere(reader, 'chats', conditionOf('chats', known)!, ['id']))
    for (const row of rows) {
      const id = row['id'] as string;
      const isKept = await units.run(async ({ trx }) => {
        const chat = await lockedRow(trx, 'chats', keyOf('chats', row));
        if (!chat) return true;
        const isMaker = chat['created_by'] === known.id;
        const isUsed =
          (await trx('executions').where({ chat_id: id }).whereIn('status', ['running', 'waiting']).first('id')) ??
          (await trx('sendings').where({ chat_id: id }).first('id'));
        const users = JSON.parse(chat['users'] as string) as string[];
        const others = usersWithout(known, users, isMaker && !isUsed, `${pseudonym}@erased.invalid`);
        if (others === null) return false;
        const created_by = isMaker ? pseudonym : chat['created_by'];
        await trx('chats')
          .where({ id })
          .update({ users: JSON.stringify(others), created_by, version: Number(chat['version']) + 1 });
        await keepVersion(trx, id);
        return true;
      });
      if (!isKept) await deleteChat(units, id);
    }
}

async function deleteChat(units: UnitOfWork, id: string): Promise<void> {
  await deleteAllOwned(units, 'chat_messages', 'chat_id', id);
  await units.run(async ({ trx }) => {
    await trx('chat_answers').where({ chat_id: id }).delete();
    await trx('chat_versions').where({ chat_id: id }).delete();
    await trx('chats').where({ id }).delete();
  });
}
