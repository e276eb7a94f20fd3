import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Knex } from 'knex';

/** What every function that touches the database is given first: the transaction of a unit, or the reader. */
export type Db = Knex;

/** The names and types of the columns that a statement is given. */
export type Columns = Record<string, 'text' | 'integer'>;
export type Row = Record<string, string | number | null>;

interface Given {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** The rows as a table named `given`, for the FROM clause: one SQL text for any number of rows, on both databases. */
export function given(db: Knex, columns: Columns, rows: Row[]): Given {
  const names = Object.keys(columns);
  if (!isPostgres(db)) {
    const fields = names.map((name, n) => `value ->> ${n} as ${name}`).join(', ');
    const values = rows.map((row) => names.map((name) => row[name] ?? null));
    return { sql: `(select ${fields} from json_each(?)) as given`, bindings: [JSON.stringify(values)] };
  }
  // not json_to_recordset: its rows are always estimated at 100, and a plan for 100 rows reads whole tables for one. Inside
  // a select, an array is always estimated at 10 rows; without it PostgreSQL plans again for every array with fewer
  const arrays = names.map((name) => (columns[name] === 'text' ? '(select ?::text[])' : '(select ?::bigint[])'));
  const values = names.map((name) => rows.map((row) => row[name] ?? null));
  return { sql: `unnest(${arrays.join(', ')}) as given (${names.join(', ')})`, bindings: values as Knex.RawBinding[] };
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

export interface HeldConnection {
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

/** The statements that are asked for in this turn leave in one packet. */
function sendInOnePiece({ connection }: Connection): void {
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
async function perform(db: Knex, sql: string, bindings: readonly unknown[]): Promise<void> {
  const held = units.get(db);
  if (!held) return void (await query(db, sql, bindings));
  sendInOnePiece(held.connection);
  const performing = rowsOf(db, held.connection, sql, bindings);
  performing.catch(() => {}); // the unit asks for it
  held.sent.push(performing);
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

export async function insertRows(db: Knex, table: string, columns: Columns, rows: Row[], rest = ''): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns).join(', ');
  const { sql, bindings } = given(db, columns, rows);
  await perform(db, `insert into ${table} (${names}) select ${names} from ${sql} where true ${rest}`, bindings);
}

interface Change {
  set: string;
  where: string;
}

/** `update table set … from given where …` */
export async function changeRows(
  db: Knex,
  table: string,
  columns: Columns,
  rows: Row[],
  { set, where }: Change,
): Promise<void> {
  if (rows.length === 0) return;
  const { sql, bindings } = given(db, columns, rows);
  await perform(db, `update ${table} set ${set} from ${sql} where ${where}`, bindings);
}

/** The same; returns what `returning` names (as `changed`) of the rows that changed. */
export async function updateRows(
  db: Knex,
  table: string,
  columns: Columns,
  rows: Row[],
  rest: Change & { returning: string },
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { sql, bindings } = given(db, columns, rows);
  const text = `update ${table} set ${rest.set} from ${sql} where ${rest.where} returning ${rest.returning} as changed`;
  const changed = await query<{ changed: string }>(db, text, bindings);
  return changed.map((row) => row.changed);
}

/** `select … from given join …` */
export async function selectRows<T>(
  db: Knex,
  columns: Columns,
  rows: Row[],
  { select, rest }: { select: string; rest: string },
): Promise<T[]> {
  if (rows.length === 0) return [];
  const { sql, bindings } = given(db, columns, rows);
  return query<T>(db, `select ${select} from ${sql} ${rest}`, bindings);
}

/** `column` is one of these values; one binding however many there are. */
export function among(db: Db, column: string, values: string[]): Knex.Raw {
  if (isPostgres(db)) return db.raw('?? = any(?)', [column, values]);
  return db.raw('?? in (select value from json_each(?))', [column, JSON.stringify(values)]);
}

/** PostgreSQL: locks rows in the order of their ids, so that batches never wait for each other in a circle. SQLite has one writer anyway. */
export async function lockRows(db: Knex, table: string, ids: string[]): Promise<void> {
  if (!isPostgres(db) || ids.length === 0) return;
  await query(db, `select id from ${table} where id = any(?) order by id for no key update`, [ids]);
}

/** Before an UPDATE of these rows and nothing that was read of them: one row locks itself. */
export async function lockInOrder(db: Knex, table: string, ids: string[]): Promise<void> {
  if (new Set(ids).size > 1) await lockRows(db, table, ids);
}

export function isPostgres(db: Knex): boolean {
  return db.client.config.client === 'pg';
}

export const toIso = (ms: number): string => new Date(ms).toISOString();
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

/** Deletes at most `limit` rows whose `owner` column holds one of these ids; returns how many. `key` is the primary key. */
export async function deleteOwned(
  db: Db,
  table: string,
  { key, owner }: { key: string[]; owner: string },
  ids: string[],
  limit: number,
): Promise<number> {
  if (ids.length === 0 || limit <= 0) return 0;
  const some = db(table).whereIn(owner, ids).limit(limit).select(key);
  return db(table).whereIn(key, some).delete();
}
