import fs from 'node:fs';
import path from 'node:path';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { rememberFaults } from './faults.ts';
import { prepareStatements, type Sqlite3Connection } from './preparedStatements.ts';
import { noteBeginning, sendInOnePiece } from './statements.ts';

export interface Database {
  kind: 'sqlite' | 'postgres';
  /** Only units of work use it. SQLite: the one connection that writes. */
  writer: Knex;
  /** Reads outside a unit; sees everything that was acknowledged. PostgreSQL: the same pool as `writer`. */
  reader: Knex;
  close(): Promise<void>;
}

/** One less than libuv's four threads, so that slow reads never keep the writer waiting for a thread. */
const READERS = 3;
const SHARED_PRAGMAS = 'PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;';
const WRITER_PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SHARED_PRAGMAS}`;
const READER_PRAGMAS = `PRAGMA query_only = ON; ${SHARED_PRAGMAS}`;
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

/** Everything that people answered stands in these files. SQLite gives those beside the first the mode that it has. */
function keepForOwner(filename: string): void {
  fs.mkdirSync(path.dirname(path.resolve(filename)), { recursive: true, mode: 0o700 });
  fs.closeSync(fs.openSync(filename, 'a', 0o600));
  for (const file of ['', '-wal', '-shm'].map((end) => filename + end))
    if (fs.existsSync(file)) closeToOthers(file, 0o600);
}

/** Takes away what others may do with something of ours; what belongs to somebody else is theirs to close. */
export function closeToOthers(file: string, mode: number): void {
  if (process.platform === 'win32') return; // the folder's access list decides there
  const { uid, mode: found } = fs.statSync(file);
  const isShared = (found & 0o1000) !== 0; // as /tmp is
  if ((found & 0o077) !== 0 && uid === process.getuid!() && !isShared) fs.chmodSync(file, mode);
}

function openSqlitePool(filename: string, pragmas: string, size: number): Knex {
  return remembering({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    compileSqlOnError: false, // an error goes to the log, and what people answered must not
    pool: {
      min: size,
      max: size,
      afterCreate(connection: Sqlite3Connection, done: (error: Error | null) => void) {
        connection.serialize(); // else the driver may run two statements of one connection in either order
        prepareStatements(connection);
        connection.exec(pragmas, done);
      },
    },
  });
}

/** Whoever needed a connection says in the log what came of it; knex would write a stack trace for each beside it. */
const QUIET = { warn() {} };

function remembering(config: Knex.Config): Knex {
  const db = knex({ ...config, log: QUIET });
  rememberFaults(db);
  return db;
}

/** Statements are sent while others of their connection are under way. knex hands these on to `pg` and has no type for one. */
const PIPELINED = { pipeline: true };

/** PostgreSQL assumes spinning disks by default, and then reads a whole table where the index would find a few rows sooner. */
const INDEXES_ARE_CHEAP = '-c random_page_cost=1.1';
/** Only a unit of work may write: what is sent behind a BEGIN that fails must not be stored piece by piece. */
const READS_BY_DEFAULT = '-c default_transaction_read_only=on';

/** A connection that says nothing for longer is given up: the server would have ended its statement long before. */
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
 * How units begin. SQLite takes the write lock at once: a deferred BEGIN fails when another process writes between our read
 * and our write.
 */
const BEGIN = { sqlite: 'BEGIN IMMEDIATE;', postgres: 'BEGIN READ WRITE;' };

/** What is used of knex's transactions. */
interface Transaction {
  isolationLevel?: string;
  readOnly?: boolean;
  trxClient: object;
  query(connection: object, sql: string): Promise<unknown>;
  begin(connection: object): Promise<void>;
}

/**
 * BEGIN is under way while the first statements of its unit follow. When it fails, so do they. A transaction that
 * asks for a mode of its own is not a unit: knex begins it.
 */
function sendBeginAhead(db: Knex, sql: string): void {
  const create = db.client.transaction.bind(db.client);
  db.client.transaction = (...args: unknown[]) => {
    const transaction: Transaction = create(...args);
    if (transaction.isolationLevel || transaction.readOnly) return transaction;
    transaction.begin = async (connection) => {
      sendInOnePiece(connection);
      noteBeginning(transaction.trxClient, transaction.query(connection, sql)); // its failure ends the transaction
    };
    return transaction;
  };
}

/** A PostgreSQL pool without time limits that may write outside of units too, for migrations. The caller destroys it. */
export function openPatiently(db: Knex): Knex {
  const { connection, ...config } = db.client.config;
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, query_timeout: 0 };
  return knex({ ...config, connection: { ...connection, ...limits, options: INDEXES_ARE_CHEAP } });
}

/** Our bigints are milliseconds and counts, all below 2^53: numbers, as SQLite gives them. */
function getTypeParser(oid: number, format?: string) {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text');
}
