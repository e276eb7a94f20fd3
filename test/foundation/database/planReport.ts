import type { Knex } from 'knex';
import type { Database } from '../../../server/foundation/database/connection.ts';
import { LARGE_TABLES } from './largeTables.ts';

interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** A statement's access to each large table, in stable words. */
export type Plan = string[];

class Enough extends Error {}

/** The statements that `work` runs; nothing is stored. */
async function statementsOf(db: Knex, work: (trx: Knex) => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = [];
  const listen = ({ sql, bindings }: Statement) => void heard.push({ sql, bindings });
  await db
    .transaction(async (trx) => {
      trx.on('query', listen);
      await work(trx);
      throw new Enough();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Enough)) throw error;
    });
  return heard.filter(({ sql }) => /^\s*(select|insert|update|delete|with)\b/i.test(sql));
}

/** The plans of everything that `work` reads from large tables. */
export async function plansOf({ kind, writer }: Database, work: (trx: Knex) => Promise<unknown>): Promise<Plan> {
  const plan = kind === 'sqlite' ? sqlitePlan : postgresPlan;
  const lines: string[] = [];
  for (const statement of await statementsOf(writer, work)) lines.push(...(await plan(writer, statement)));
  return [...new Set(lines)];
}

const verbOf = (sql: string): string => /^\s*(\w+)/.exec(sql)![1]!.toLowerCase();

async function explain(db: Knex, sql: string, bindings: Knex.RawBinding[]): Promise<unknown[]> {
  const connection = await db.client.acquireConnection();
  try {
    if (db.client.config.client === 'pg') return (await connection.query({ text: sql, values: bindings })).rows;
    return await new Promise((resolve, reject) =>
      connection.all(sql, bindings, (error: Error | null, rows: unknown[]) => (error ? reject(error) : resolve(rows))),
    );
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/** The large tables by their aliases in a statement: SQLite names a table by its alias if it has one. */
const aliasesIn = (sql: string): Map<string, string> =>
  new Map(
    [...sql.matchAll(/["`]?(\w+)["`]? as ["`]?(\w+)/gi)]
      .filter(([, table]) => LARGE_TABLES.includes(table!))
      .map(([, table, alias]) => [alias!, table!]),
  );

async function sqlitePlan(db: Knex, { sql, bindings }: Statement): Promise<Plan> {
  const rows = (await explain(db, `explain query plan ${sql}`, bindings)) as { detail: string }[];
  const aliases = aliasesIn(sql);
  return rows.flatMap(({ detail }) => {
    const [, verb, name, how = ''] = /^(SEARCH|SCAN) (\w+)(?: USING (.*))?$/.exec(detail) ?? [];
    const table = aliases.get(name!) ?? name;
    if (!table || !LARGE_TABLES.includes(table)) return [];
    const by = how === '' ? 'FULL SCAN' : `${verb === 'SCAN' ? 'in the order of' : 'by'} ${short(how)}`;
    return [`${verbOf(sql)}: ${table} ${by}`];
  });
}

const short = (how: string): string =>
  how
    .replace(/ LEFT-JOIN$/, '')
    .replace('COVERING INDEX', 'index')
    .replace('INTEGER PRIMARY KEY', 'key')
    .replace('PRIMARY KEY', 'key')
    .replace('INDEX', 'index');

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

/**
 * Omits how rows are joined, and whether an index is read at once or row by row, because both vary. Whether further
 * indexes narrow the first varies too, so only the first is named.
 */
async function postgresPlan(db: Knex, { sql, bindings }: Statement): Promise<Plan> {
  const [row] = (await explain(db, `explain (format json) ${sql}`, bindings)) as { 'QUERY PLAN': { Plan: Node }[] }[];
  const lines: string[] = [];
  const walk = (node: Node, above?: string): void => {
    const table = node['Relation Name'] ?? above;
    const index = node['Index Name'];
    if (table && LARGE_TABLES.includes(table)) {
      if (index) lines.push(`${verbOf(sql)}: ${table} by index ${index}`);
      else if (node['Node Type'] === 'Seq Scan') lines.push(`${verbOf(sql)}: ${table} FULL SCAN`);
    }
    const passed = node['Node Type'] === 'Bitmap Heap Scan' || /^Bitmap(And|Or)$/.test(node['Node Type']);
    const parts = node.Plans ?? [];
    for (const part of node['Node Type'] === 'BitmapAnd' ? parts.slice(0, 1) : parts)
      walk(part, passed ? table : undefined);
  };
  walk(row!['QUERY PLAN'][0]!.Plan);
  return lines.sort();
}
