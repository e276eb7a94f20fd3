import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Knex } from 'knex';

/** The first argument of every function that touches the database: a unit's transaction, or the reader. */
export type Db = Knex;

export function isPostgres(db: Knex): boolean {
  return db.client.config.client === 'pg';
}

/** The parts of a knex client that we use; each transaction has its own client. */
interface Client {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  query(connection: object, statement: Statement): Promise<{ response: unknown }>;
}

interface Statement {
  sql: string;
  bindings: unknown[];
  method: 'raw';
  options?: { name: string };
}

/** A `pg` connection writes to a stream; a SQLite one has none. */
interface Connection {
  connection?: { stream: Writable };
}

/** A unit's connection, and the statements nobody has awaited. */
interface Held {
  connection: Connection;
  sent: Promise<unknown>[];
}

const units = new WeakMap<Knex, Held>();
const beginnings = new WeakMap<object, Promise<unknown>>();

/** @param client of a transaction whose BEGIN has been sent */
export const noteBeginning = (client: object, begun: Promise<unknown>): void => void beginnings.set(client, begun);

export interface HeldConnection {
  /** Resolves when BEGIN has succeeded or failed. */
  begun: Promise<unknown>;
  /** Registers a statement that is not awaited before COMMIT: if it fails, the unit fails. */
  leave(statement: Promise<unknown>): void;
  /** Waits for all statements that were left, and returns the first one's error; undefined if none failed. */
  failure(): Promise<Error | undefined>;
}

/**
 * Holds one connection for the unit. From here on, statements are sent in call order without waiting for earlier ones;
 * those whose rows are not needed are not awaited at all. The committer must check `failure()`.
 */
export async function holdConnection(trx: Knex.Transaction): Promise<HeldConnection> {
  const held: Held = { connection: await (trx.client as Client).acquireConnection(), sent: [] };
  units.set(trx, held);
  return {
    begun: beginnings.get(trx.client) ?? Promise.resolve(),
    leave: (statement) => leave(held, statement),
    async failure() {
      const settled = await Promise.allSettled(held.sent);
      return settled.find((each) => each.status === 'rejected')?.reason as Error | undefined;
    },
  };
}

/**
 * Performs independent pieces of work in this order. Inside a unit they are pipelined: on PostgreSQL they share a round
 * trip.
 */
export async function inOrder<Found extends unknown[]>(
  db: Knex,
  ...works: { [N in keyof Found]: () => Promise<Found[N]> }
): Promise<Found> {
  const held = units.get(db);
  if (held) {
    sendInOnePiece(held.connection);
    return Promise.all(works.map((work) => work())) as Promise<Found>;
  }
  const found: unknown[] = [];
  for (const work of works) found.push(await work());
  return found as Found;
}

/** Sends everything that PostgreSQL is asked in this turn of the event loop in one packet. */
export function sendInOnePiece({ connection }: Connection): void {
  connection?.stream.cork();
  process.nextTick(() => connection?.stream.uncork());
}

/**
 * Runs a statement with plain bindings and returns its rows, on both databases. PostgreSQL keeps it prepared on each
 * connection. Bypasses knex's builders, which take longer to parse a text than SQLite takes to run it.
 */
export async function query<T>(db: Knex, sql: string, bindings: readonly unknown[]): Promise<T[]> {
  const client = db.client as Client;
  const held = units.get(db);
  if (held) return rowsOf<T>(db, held.connection, sql, bindings);
  const connection = await client.acquireConnection();
  try {
    return await rowsOf<T>(db, connection, sql, bindings);
  } finally {
    await client.releaseConnection(connection);
  }
}

/**
 * Runs a statement whose rows are not needed. A unit continues at once: on PostgreSQL the statement goes out in one
 * packet with the following ones, COMMIT included. If it fails, the unit fails.
 */
export async function perform(db: Knex, sql: string, bindings: readonly unknown[]): Promise<void> {
  const held = units.get(db);
  if (!held) return void (await query(db, sql, bindings));
  sendInOnePiece(held.connection);
  leave(held, rowsOf(db, held.connection, sql, bindings));
}

function leave({ sent }: Held, statement: Promise<unknown>): void {
  statement.catch(() => {}); // `failure()` reports it
  sent.push(statement);
}

async function rowsOf<T>(db: Knex, connection: object, sql: string, bindings: readonly unknown[]): Promise<T[]> {
  const client = db.client as Client;
  const name = isPostgres(db) ? nameOf(sql) : null;
  if (name !== null) renewPlansInTime(client, connection);
  const statement: Statement = { sql, bindings: [...bindings], method: 'raw', ...(name && { options: { name } }) };
  const { response } = await client.query(connection, statement);
  return isPostgres(db) ? (response as { rows: T[] }).rows : (response as T[]);
}

/** How many named statements each connection has sent, and the count at which its plans are next discarded. */
const sentOn = new WeakMap<object, { count: number; renewAt: number }>();
const FIRST_RENEWAL = 256;

/**
 * PostgreSQL keeps the plan of a named statement until the table is analysed, which happens about once a minute at
 * most. A plan made for a few rows reads the whole table, and keeps doing so as the table grows. So a connection
 * discards its plans each time it has sent twice as many statements as the last time.
 */
function renewPlansInTime(client: Client, connection: object): void {
  const sent = sentOn.get(connection) ?? { count: 0, renewAt: FIRST_RENEWAL };
  sentOn.set(connection, sent);
  if (++sent.count < sent.renewAt) return;
  sent.renewAt *= 2;
  // if the connection is broken, the next statement fails too and reports it
  client.query(connection, { sql: 'discard plans', bindings: [], method: 'raw' }).catch(() => {});
}

const names = new Map<string, string | null>();
const MOST_NAMES = 300;

/**
 * The name under which PostgreSQL keeps a statement prepared: planning ours takes longer than running them, and
 * PostgreSQL replans by itself after an ANALYZE. Null for a text with `*`, whose columns change when another server
 * migrates, and once there are too many different texts.
 */
function nameOf(sql: string): string | null {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) return null;
  const name = sql.includes('*') ? null : createHash('sha1').update(sql).digest('hex');
  names.set(sql, name);
  return name;
}
