import { promisify } from 'node:util';
import pg from 'pg';
import sqlite3 from 'sqlite3';

export interface BareRow {
  id: string;
  owner: string;
  body: string;
}

export interface BareRows {
  /** Resolves when they are on disk. Rows that arrive during a commit share the next one. */
  write(rows: BareRow[]): Promise<void>;
  /** The texts of one owner. */
  read(owner: string): Promise<string[]>;
}

interface Store {
  commit(rows: BareRow[]): Promise<void>;
  read(owner: string): Promise<string[]>;
}

const TABLE = 'create table bare_rows (id text primary key, owner text not null, body text not null)';
const INDEX = 'create index bare_rows_owner on bare_rows (owner)';
const READERS = 3;

/** A floor's table, through the product's drivers and as durable as the product's, with nothing in between. */
export async function openBareRows(databaseUrl: string): Promise<BareRows> {
  const file = /^sqlite:(.*)$/.exec(databaseUrl)?.[1];
  const { commit, read } = file === undefined ? await openPostgres(databaseUrl) : await openSqlite(file);
  let waiting: { rows: BareRow[]; resolve(): void; reject(error: unknown): void }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const train = waiting;
      waiting = [];
      await commit(train.flatMap(({ rows }) => rows)).then(
        () => train.forEach(({ resolve }) => resolve()),
        (error: unknown) => train.forEach(({ reject }) => reject(error)),
      );
    }
    isWriting = false;
  }

  return {
    write: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject });
        if (!isWriting) void writeAll();
      }),
    read,
  };
}

async function openSqlite(file: string): Promise<Store> {
  const writer = await openFile(file);
  await writer.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}; ${INDEX}`);
  const readers = await Promise.all(Array.from({ length: READERS }, () => openFile(file)));
  const insert = await writer.prepare(
    "insert into bare_rows select value ->> 'id', value ->> 'owner', value ->> 'body' from json_each(?)",
  );
  const selects = await Promise.all(readers.map((each) => each.prepare('select body from bare_rows where owner = ?')));
  let turn = 0;
  return {
    commit: async (rows) => void (await insert.all([JSON.stringify(rows)])), // one statement is a transaction
    async read(owner) {
      const found = (await selects[turn++ % READERS]!.all([owner])) as { body: string }[];
      return found.map(({ body }) => body);
    },
  };
}

async function openFile(file: string) {
  const connection = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  return {
    exec: promisify(connection.exec.bind(connection)),
    prepare: (sql: string) =>
      new Promise<{ all(bindings: unknown[]): Promise<unknown[]> }>((resolve, reject) => {
        const statement = connection.prepare(sql, (error) => {
          const all = promisify(statement.all.bind(statement)) as (bindings: unknown[]) => Promise<unknown[]>;
          if (error) reject(error);
          else resolve({ all });
        });
      }),
  };
}

async function openPostgres(connectionString: string): Promise<Store> {
  const [writer, reader] = [new pg.Client({ connectionString }), new pg.Pool({ connectionString, max: 10 })];
  await writer.connect();
  await writer.query(`${TABLE}; ${INDEX}`);
  const insert = 'insert into bare_rows select * from json_populate_recordset(null::bare_rows, $1)';
  const select = 'select body from bare_rows where owner = $1';
  return {
    commit: async (rows) => void (await writer.query({ name: 'insert', text: insert, values: [JSON.stringify(rows)] })),
    async read(owner) {
      const { rows } = await reader.query<{ body: string }>({ name: 'select', text: select, values: [owner] });
      return rows.map(({ body }) => body);
    },
  };
}
