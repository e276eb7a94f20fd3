import { query, type Db } from '../../foundation/database/statements.ts';
import { likeOf } from './knownPerson.ts';
import type { PersonIdentifiers } from './personRules.ts';
import { PERSON_TABLES } from './personTables.ts';

export type TableRow = Record<string, string | number | null>;

const ROWS_AT_ONCE = 200;

export interface Condition {
  sql: string;
  bindings: string[];
}

/**
 * Which rows of a table contain the person; null if none can. Names are included only if the rows are known to be about
 * them.
 */
export function conditionOf(table: string, known: PersonIdentifiers, withNames = false): Condition | null {
  const { columns, erases } = PERSON_TABLES[table]!;
  if (typeof erases === 'object') return { sql: `${erases.rows} = ?`, bindings: [known.id] };
  if (erases === 'nothing') return null;
  const parts = Object.entries(columns).flatMap(([column, holds]) => conditionsOn(column, holds, known, withNames));
  return { sql: parts.map(({ sql }) => sql).join(' or '), bindings: parts.flatMap(({ bindings }) => bindings) };
}

/** Applies `lower` to both sides, because SQLite's leaves non-ASCII letters unchanged. */
function conditionsOn(column: string, holds: unknown, known: PersonIdentifiers, withNames: boolean): Condition[] {
  if (holds === 'id') return [{ sql: `${column} = ?`, bindings: [known.id] }];
  if (holds !== 'json' && holds !== 'words') return [];
  const texts = [known.id, ...known.addresses, ...(withNames ? known.names : [])];
  return [
    {
      sql: texts.map(() => `lower(${column}) like lower(?) escape '!'`).join(' or '),
      bindings: texts.map(likeOf),
    },
  ];
}

/** Rows in key order, in small batches, so that no table is ever completely in memory. */
export async function* rowsWhere(
  db: Db,
  table: string,
  { sql, bindings }: Condition,
  columns: string[] = ['*'],
): AsyncGenerator<TableRow[]> {
  const { key } = PERSON_TABLES[table]!;
  const order = key.join(', ');
  const chosen = columns.includes('*') ? '*' : [...new Set([...key, ...columns])].join(', ');
  for (let after: TableRow | null = null; ;) {
    const behind: string = after ? `and (${order}) > (${key.map(() => '?').join(', ')})` : '';
    const rows: TableRow[] = await query<TableRow>(
      db,
      `select ${chosen} from ${table} where (${sql}) ${behind} order by ${order} limit ${ROWS_AT_ONCE}`,
      [...bindings, ...(after ? key.map((name) => after![name]!) : [])],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)!;
  }
}
