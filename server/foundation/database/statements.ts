import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Knex } from 'knex';

/** What every function that touches the database is given first: the transaction of a unit, or the reader. */
export type Db = Knex;

export function isPostgres(db: Knex): boolean {
  return db.client.config.client === 'pg';
}

/** What is used of knex's clients, of which a transaction has one of its own. */
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

/** A connection of `pg` writes to a stream; one of SQLite has none. */
interface Connection {
  connection?: { stream: Writable };
}

/** The connection of a unit, and its statements that nobody waited for. */
interface Held {
  connection: Connection;
  sent: Promise<unknown>[];
}

const units = new WeakMap<Knex, Held>();
const beginnings = new WeakMap<object, Promise<unknown>>();

/** @param client of a transaction whose BEGIN is under way */
export const noteBeginning = (client: object, begun: Promise<unknown>): void => void beginnings.set(client, begun);

export interface HeldConnection {
  /** Resolves when BEGIN was answered, or has failed. */
  begun: Promise<unknown>;
  /** Nobody waits for this statement before COMMIT: its failure is the unit's. */
  leave(statement: Promise<unknown>): void;
  /** The failure of the first statement that nobody waited for and that failed, once all of them have ended; else undefined. */
  failure(): Promise<Error | undefined>;
}

/**
 * From here on the statements of a unit begin in the order in which they are asked for, also while others are under way;
 * nothing is waited for after those whose rows nobody needs. Whoever commits has to ask for their failure.
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
 * Performs work of which none needs what another comes to, in this order. In a unit nothing is waited for in between: on
 * PostgreSQL the statements share a round trip.
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

/** What PostgreSQL is asked for in this turn of the event loop leaves in one packet. */
export function sendInOnePiece({ connection }: Connection): void {
  connection?.stream.cork();
  process.nextTick(() => connection?.stream.uncork());
}

/**
 * Runs a statement of plain values and returns its rows, on both databases. PostgreSQL keeps it prepared on each
 * connection. It goes past knex's builders, which take longer to make of a text what it is than SQLite takes to run it.
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
 * Runs a statement whose rows nobody needs. A unit goes on at once: on PostgreSQL the statement leaves in one packet with
 * what follows, COMMIT included. When it fails, the unit does.
 */
export async function perform(db: Knex, sql: string, bindings: readonly unknown[]): Promise<void> {
  const held = units.get(db);
  if (!held) return void (await query(db, sql, bindings));
  sendInOnePiece(held.connection);
  leave(held, rowsOf(db, held.connection, sql, bindings));
}

function leave({ sent }: Held, statement: Promise<unknown>): void {
  statement.catch(() => {}); // the unit asks for it
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

/** How many named statements each connection has sent, and at which count its plans are renewed. */
const sentOn = new WeakMap<object, { count: number; renewAt: number }>();
const FIRST_RENEWAL = 256;

/**
 * PostgreSQL keeps the plan of a named statement until the table is analysed, at most about once a minute. A plan that was
 * made for a few rows reads the whole table, and keeps doing so while the table grows. So a connection renews its plans
 * each time it has sent twice as many statements as before.
 */
function renewPlansInTime(client: Client, connection: object): void {
  const sent = sentOn.get(connection) ?? { count: 0, renewAt: FIRST_RENEWAL };
  sentOn.set(connection, sent);
  if (++sent.count < sent.renewAt) return;
  sent.renewAt *= 2;
  // when the connection is broken, the next statement fails too and says so
  client.query(connection, { sql: 'discard plans', bindings: [], method: 'raw' }).catch(() => {});
}

const names = new Map<string, string | null>();
const MOST_NAMES = 300;

/**
 * The name under which PostgreSQL keeps a statement: planning ours takes longer than running them, and it plans anew
 * whenever a table was analysed. Null for a text with `*`, whose columns change when another server migrates, and when
 * texts turn out not to be few.
 */
function nameOf(sql: string): string | null {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) return null;
  const name = sql.includes('*') ? null : createHash('sha1').update(sql).digest('hex');
  names.set(sql, name);
  return name;
}
