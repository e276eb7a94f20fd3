import { openDatabase, openWithoutTimeouts, type Database } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork, type UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { OpenUrl } from './databases.ts';

/** A migrated database for one suite, and its units. */
export interface TestStore {
  url: string;
  /** Its `writer` also writes outside of units, which the product's may not. */
  db: Database;
  units: UnitOfWork;
}

/** Rows from the migrations themselves, which survive emptying the tables. */
const SEEDED = ['audit_chain'];

/** Opens a store before the suite and closes it afterwards; before each test its tables are empty. */
export function useStore(openUrl: OpenUrl): TestStore {
  const store = {} as TestStore;
  before(async () => {
    store.url = await openUrl();
    const db = await openDatabase(store.url);
    store.units = createUnitOfWork(db.writer);
    store.db = withFreeWriter(db);
  });
  beforeEach(() => emptyTables(store.db));
  after(() => store.db?.close());
  return store;
}

/** A database whose `writer` also writes outside of units, for states that tests cannot reach otherwise. */
export const openFreely = async (url: string, poolSize?: number): Promise<Database> =>
  withFreeWriter(await openDatabase(url, poolSize));

function withFreeWriter(db: Database): Database {
  if (db.kind === 'sqlite') return db;
  const writer = openWithoutTimeouts(db.writer);
  return { ...db, writer, close: async () => void (await Promise.all([writer.destroy(), db.close()])) };
}

/** In an order that foreign keys allow: referring rows go first. */
export async function emptyTables({ kind, writer }: Database): Promise<void> {
  const tables = (await tableNames({ kind, writer })).filter((name) => !SEEDED.includes(name));
  if (kind === 'postgres') await writer.raw(`truncate ${tables.join(', ')} restart identity`);
  else
    await writer.transaction(async (trx) => {
      await trx.raw('pragma defer_foreign_keys = on');
      for (const table of tables) await trx(table).delete();
    });
  const nothing = { position: 0, hash: '0'.repeat(64) };
  await writer('audit_chain').update({
    first_position: nothing.position,
    first_hash: nothing.hash,
    last_position: nothing.position,
    last_hash: nothing.hash,
    mac: null,
  });
}

/** Our own tables, in alphabetical order, without those of SQLite's word index. */
export async function tableNames({ kind, writer }: Pick<Database, 'kind' | 'writer'>): Promise<string[]> {
  const all: { name: string; sql?: string }[] =
    kind === 'postgres'
      ? (await writer.raw("select table_name as name from information_schema.tables where table_schema = 'public'"))
          .rows
      : await writer.raw("select name, sql from sqlite_master where type = 'table'");
  const indexes = all.filter(({ sql }) => /^create virtual table/i.test(sql ?? '')).map(({ name }) => name);
  return all
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|knex_migrations)/.test(name))
    .filter((name) => !indexes.some((index) => name === index || name.startsWith(`${index}_`)))
    .sort();
}
