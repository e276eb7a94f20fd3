import { query, type Db } from '../../foundation/database/statements.ts';
import { replacePasswords, type PersonIdentifiers } from './personRules.ts';
import { conditionOf, rowsWhere, type TableRow } from './personRows.ts';
import type { Holds } from './personTable.ts';
import { PERSON_TABLES } from './personTables.ts';

/** Replaces passwords in an export: they are never opened. */
const PASSWORD = '(password)';

/**
 * Everything stored about a person, as chunks of one JSON document.
 *
 * @param onFile called for each of the person's files in the export
 */
export async function* exportPerson(
  db: Db,
  known: PersonIdentifiers,
  now: number,
  onFile?: (id: string) => Promise<void>,
) {
  yield `{\n"person": ${JSON.stringify(known)},\n"exportedAt": ${JSON.stringify(new Date(now).toISOString())}`;
  for (const [table, { exports }] of Object.entries(PERSON_TABLES)) {
    if (exports.length === 0) continue;
    yield `,\n${JSON.stringify(table)}: [`;
    yield* listed(ownRows(db, table, known, onFile));
    yield ']';
  }
  yield ',\n"namedIn": [';
  yield* listed(mentions(db, known));
  yield ']\n}\n';
}

async function* listed(items: AsyncGenerator<object>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`;
    isFirst = false;
  }
}

const idColumns = (table: string): string[] =>
  Object.entries(PERSON_TABLES[table]!.columns).flatMap(([column, holds]) => (holds === 'id' ? [column] : []));

/** In the audit and in chats, any column may name the person, and every such row is about them. */
const ABOUT_WHOM_THEY_NAME = ['audit', 'chats'];

async function* ownRows(
  db: Db,
  table: string,
  known: PersonIdentifiers,
  onFile?: (id: string) => Promise<void>,
): AsyncGenerator<object> {
  const {
    exports,
    columns,
    erases,
    owner = typeof erases === 'object' ? erases.rows : undefined,
  } = PERSON_TABLES[table]!;
  const ids = owner === undefined ? idColumns(table) : [owner];
  const own = ABOUT_WHOM_THEY_NAME.includes(table)
    ? conditionOf(table, known)!
    : { sql: ids.map((column) => `${column} = ?`).join(' or '), bindings: ids.map(() => known.id) };
  for await (const rows of rowsWhere(db, table, own, [...exports, ...ids])) {
    const questions = table === 'notifications' ? await questionsOf(db, rows) : null;
    for (const row of rows) {
      if (table === 'files') await onFile?.(row['id'] as string);
      const shown = Object.fromEntries(
        exports.map((column) => [column, show(column, columns[column], row[column] ?? null)]),
      );
      const as = ids.filter((column) => row[column] === known.id);
      yield {
        ...(ids.length > 1 && { as }),
        ...shown,
        ...(questions && { question: questions.get(row['subject_id'] as string) }),
      };
    }
  }
}

const MOMENT = /(^|_)(at|until)$/;

/** People read the document, so moments are ISO 8601 in UTC. */
function show(column: string, holds: Holds | undefined, value: string | number | null): unknown {
  if (MOMENT.test(column) && typeof value === 'number') return new Date(value).toISOString();
  return holds === 'json' && typeof value === 'string' ? replacePasswords(JSON.parse(value), PASSWORD) : value;
}

interface QuestionRow {
  id: string;
  body: string;
  status: string;
}

/** The questions, without the chat messages that somebody else may have written before. */
async function questionsOf(db: Db, notifications: TableRow[]): Promise<Map<string, object>> {
  const ids = notifications.map((row) => row['subject_id'] as string);
  const rows = await query<QuestionRow>(
    db,
    `select id, body, status from requests where id in (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  return new Map(
    rows.map(({ id, body, status }) => {
      const { title, prompt, inputType, label, flowName, requester } = JSON.parse(body) as Record<string, unknown>;
      return [id, { title, prompt, inputType, label, flowName, requester, status }];
    }),
  );
}

/** Other people's rows that name the person: only their keys, not their content. */
async function* mentions(db: Db, known: PersonIdentifiers): AsyncGenerator<object> {
  for (const [table, { key, erases }] of Object.entries(PERSON_TABLES)) {
    if (typeof erases === 'object' || erases === 'nothing' || ABOUT_WHOM_THEY_NAME.includes(table)) continue;
    const ids = idColumns(table);
    for await (const rows of rowsWhere(db, table, conditionOf(table, known)!, ids))
      for (const row of rows)
        if (!ids.some((column) => row[column] === known.id))
          yield { table, key: Object.fromEntries(key.map((name) => [name, row[name]])) };
  }
}
