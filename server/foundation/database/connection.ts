import fs from 'node:fs';
import path from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { rememberFaults } from './faults.ts';
import { prepareStatements, type Sqlite3Connection } from './preparedStatements.ts';
import { noteBeginning, sendInOnePiece } from './statements.ts';

export interface Database {
  kind: 'sqlite' | 'postgres';
  /** Only units of work use it. SQLite: the single writing connection. */
  writer: Knex;
  /** Reads outside units; sees everything that has been acknowledged. PostgreSQL: the same pool as `writer`, in servers. */
  reader: Knex;
  close(): Promise<void>;
}

/** One fewer than libuv's four threads, so that slow reads never keep the writer waiting for a thread. */
const READERS = 3;
/** How long SQLite waits for another process's lock. */
const BUSY_MS = 5000;
/** The time-out goes first: without it, the others give up after the driver's second. */
const SHARED_PRAGMAS = `PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA foreign_keys = ON;`;
const WRITER_PRAGMAS = `${SHARED_PRAGMAS} PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;`;
const READER_PRAGMAS = `${SHARED_PRAGMAS} PRAGMA query_only = ON;`;
const BIGINT = 20;

/** The file of a SQLite database. @param url `sqlite:<file>` or `postgres://…` @returns null for PostgreSQL */
export const sqliteFileOf = (url: string): string | null => /^sqlite:(.+)$/.exec(url)?.[1] ?? null;

/** @param url `sqlite:<file>` or `postgres://…` */
export async function openDatabase(url: string, poolSize = 10): Promise<Database> {
  const file = sqliteFileOf(url);
  return file === null ? openPostgres(url, poolSize) : openSqlite(file);
}

async function openSqlite(filename: string): Promise<Database> {
  keepForOwner(filename);
  const writer = openSqlitePool(filename, WRITER_PRAGMAS, 1);
  sendBeginAhead(writer, BEGIN.sqlite);
  await writer.raw('SELECT 1'); // switches the file to WAL before a reader opens it
  const reader = openSqlitePool(filename, READER_PRAGMAS, READERS);
  const close = async () => void (await Promise.all([writer.destroy(), reader.destroy()]));
  return { kind: 'sqlite', writer, reader, close };
}

/** These files hold everything people answered. SQLite gives its side files the mode of the main file. */
function keepForOwner(filename: string): void {
  fs.mkdirSync(path.dirname(path.resolve(filename)), { recursive: true, mode: 0o700 });
  fs.closeSync(fs.openSync(filename, 'a', 0o600));
  for (const file of ['', '-wal', '-shm'].map((end) => filename + end))
    if (fs.existsSync(file)) restrictToOwner(file, 0o600);
}

/** Removes other users' permissions from a file we own; a file that others own is theirs to protect. */
export function restrictToOwner(file: string, mode: number): void {
  if (process.platform === 'win32') return; // the folder's access control list decides
  const { uid, mode: found } = fs.statSync(file);
  const isShared = (found & 0o1000) !== 0; // as /tmp is
  if ((found & 0o077) !== 0 && uid === process.getuid!() && !isShared) fs.chmodSync(file, mode);
}

function openSqlitePool(filename: string, pragmas: string, size: number): Knex {
  return remembering({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    compileSqlOnError: false, // errors are logged, and people's answers must not be
    pool: {
      min: size,
      max: size,
      afterCreate(connection: Sqlite3Connection, done: (error: Error | null) => void) {
        connection.serialize(); // or the driver may reorder the statements of a connection
        prepareStatements(connection);
        execPatiently(connection, pragmas, performance.now() + BUSY_MS, done);
      },
    },
  });
}

const TRY_AGAIN_MS = 20;

/** When two processes switch a new file to WAL at the same time, SQLite refuses one at once instead of letting it wait. */
function execPatiently(
  connection: Sqlite3Connection,
  sql: string,
  until: number,
  done: (error: Error | null) => void,
): void {
  connection.exec(sql, (error) => {
    const isBusy = (error as { code?: string } | null)?.code === 'SQLITE_BUSY';
    if (!isBusy || performance.now() >= until) return done(error);
    setTimeout(() => execPatiently(connection, sql, until, done), TRY_AGAIN_MS);
  });
}

/** Callers log their own connection errors; knex would add a stack trace to each. */
const QUIET = { warn() {} };

function remembering(config: Knex.Config): Knex {
  const db = knex({ ...config, log: QUIET });
  rememberFaults(db);
  return db;
}

/**
 * Statements are sent before earlier ones on the connection have finished. knex passes this on to `pg`; its types lack
 * it.
 */
const PIPELINED = { pipeline: true };

/** PostgreSQL's default assumes spinning disks, and prefers reading a whole table even if an index would be faster. */
const INDEXES_ARE_CHEAP = '-c random_page_cost=1.1';
/** Only units of work may write: if BEGIN fails, the statements pipelined after it must not commit one by one. */
const READS_BY_DEFAULT = '-c default_transaction_read_only=on';

/** A connection silent for this long is dropped: the server would have ended its statement long before. */
const SILENCE_MS = 10_000;

function openPostgres(connectionString: string, poolSize: number): Database {
  const db = remembering({
    client: 'pg',
    connection: {
      connectionString,
      statement_timeout: 5000,
      query_timeout: SILENCE_MS,
      keepAlive: true,
      options: `${INDEXES_ARE_CHEAP} ${READS_BY_DEFAULT}`,
      idle_in_transaction_session_timeout: 10_000,
      ...PIPELINED,
      types: { getTypeParser },
    },
    acquireConnectionTimeout: 5000,
    compileSqlOnError: false,
    pool: { min: 0, max: poolSize },
  });
  sendBeginAhead(db, BEGIN.postgres);
  return { kind: 'postgres', writer: db, reader: db, close: () => db.destroy() };
}

/**
 * How units begin. SQLite takes the write lock at once: a deferred BEGIN fails if another process writes between our
 * read and our write.
 */
const BEGIN = { sqlite: 'BEGIN IMMEDIATE;', postgres: 'BEGIN READ WRITE;' };

/** The parts of knex's transactions that we use. */
interface Transaction {
  isolationLevel?: string;
  readOnly?: boolean;
  trxClient: object;
  query(connection: object, sql: string): Promise<unknown>;
  begin(connection: object): Promise<void>;
}

/**
 * Sends BEGIN without waiting for it: the unit's first statements follow at once, and fail if it does. A transaction
 * with its own isolation level or access mode is not a unit, so knex begins it.
 */
function sendBeginAhead(db: Knex, sql: string): void {
  const create = db.client.transaction.bind(db.client);
  db.client.transaction = (...args: unknown[]) => {
    const transaction: Transaction = create(...args);
    if (transaction.isolationLevel || transaction.readOnly) return transaction;
    transaction.begin = async (connection) => {
      sendInOnePiece(connection);
      noteBeginning(transaction.trxClient, transaction.query(connection, sql)); // if it fails, the transaction ends
    };
    return transaction;
  };
}

/** A PostgreSQL pool without time limits, which may also write outside units; for migrations. The caller destroys it. */
export const openWithoutTimeouts = (db: Knex): Knex => openPatiently(db, { options: INDEXES_ARE_CHEAP });

/** A PostgreSQL pool whose reads may take as long as they need; for commands. The caller destroys it. */
export const openPatientReader = (db: Knex): Knex => openPatiently(db, {});

function openPatiently(db: Knex, more: { options?: string }): Knex {
  const { connection, ...config } = db.client.config;
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, query_timeout: 0 };
  return remembering({ ...config, connection: { ...connection, ...limits, ...more } });
}

/** Our bigints are milliseconds and counts, all below 2^53: return numbers, as SQLite does. */
function getTypeParser(oid: number, format?: string) {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text');
}
