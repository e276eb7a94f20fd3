// cspell:ignore dflt attname atttypid atttypmod attnotnull adbin adrelid attidentity attrdef attrelid adnum attnum attisdropped
// cspell:ignore contype constraintdef conrelid indexdef pkey regclass
// (columns of the catalogues of the two databases)
import { query } from '../../../server/foundation/database/statements.ts';
import type { Database } from '../../../server/foundation/database/connection.ts';
import { tableNames } from '../../support/openStore.ts';

export interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  fallback: string | null;
  /** Auto-increments. */
  isCounter: boolean;
}

export interface Table {
  name: string;
  columns: Column[];
  key: string[];
  /** `columns -> table (columns)` */
  references: string[];
  /** Name to definition. */
  indexes: Record<string, string>;
}

type Reading = Pick<Database, 'kind' | 'writer'>;

/** All our tables, as the database itself describes them. */
export async function readSchema(db: Reading): Promise<Table[]> {
  const names = await tableNames(db);
  const read = db.kind === 'sqlite' ? readSqliteTable : readPostgresTable;
  return Promise.all(names.map((name) => read(db, name)));
}

async function readSqliteTable({ writer }: Reading, name: string): Promise<Table> {
  interface Info {
    name: string;
    type: string;
    notnull: number;
    dflt_value: string | null;
    pk: number;
  }
  const columns = await query<Info>(writer, 'select * from pragma_table_info(?) order by cid', [name]);
  const references = await query<{ text: string }>(
    writer,
    `select "from" || ' -> ' || "table" || ' (' || "to" || ')' as text from pragma_foreign_key_list(?)`,
    [name],
  );
  const sql = 'select name, type, sql from sqlite_master where tbl_name = ? and sql is not null order by name';
  const made = await query<{ name: string; type: string; sql: string }>(writer, sql, [name]);
  const words = await query<{ name: string; sql: string }>(
    writer,
    `select name, sql from sqlite_master where name like ? || '_%' and sql like 'create virtual table%' order by name`,
    [name],
  );
  const isCounter = made.some(({ type, sql: text }) => type === 'table' && /autoincrement/.test(text));
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      isRequired: column.notnull === 1 || column.pk > 0,
      fallback: column.dflt_value,
      isCounter: isCounter && column.pk > 0,
    })),
    key: key.map((column) => column.name),
    references: references.map(({ text }) => text).sort(),
    indexes: Object.fromEntries([
      ...made
        .filter(({ type }) => type === 'index')
        .map((index) => [index.name, index.sql.replace(/^.*? on \w+ /, '')]),
      ...words.map((index) => [index.name, index.sql.replace(/^.*? using /i, '').replace(/\s+/g, ' ')]),
    ]),
  };
}

async function readPostgresTable({ writer }: Reading, name: string): Promise<Table> {
  interface Info {
    name: string;
    type: string;
    required: boolean;
    fallback: string | null;
    identity: string;
  }
  const columns = await query<Info>(
    writer,
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, pg_get_expr(adbin, adrelid) as fallback,
       attidentity as identity
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
    [name],
  );
  const constraints = await query<{ kind: string; text: string }>(
    writer,
    'select contype as kind, pg_get_constraintdef(oid) as text from pg_constraint where conrelid = ?::regclass order by 2',
    [name],
  );
  const indexes = await query<{ name: string; text: string }>(
    writer,
    'select indexname as name, indexdef as text from pg_indexes where tablename = ? order by indexname',
    [name],
  );
  const key = constraints.find(({ kind }) => kind === 'p')!.text;
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type.replace('character varying', 'varchar'),
      isRequired: column.required,
      fallback: column.fallback?.replace(/::.*/, '') ?? null,
      isCounter: column.identity !== '',
    })),
    key: /\((.*)\)/.exec(key)![1]!.split(', '),
    references: constraints
      .filter(({ kind }) => kind === 'f')
      .map(({ text }) => text.replace(/^FOREIGN KEY \((.*?)\) REFERENCES (\w+)\((.*)\)$/, '$1 -> $2 ($3)')),
    indexes: Object.fromEntries(
      indexes
        .filter((index) => !/_(pkey|key)$/.test(index.name))
        .map((index) => [index.name, index.text.replace(/^.*? USING (btree )?/, '')]),
    ),
  };
}

/** The schema of both databases, for people and for comparison by a test. PostgreSQL is named where it differs. */
export function describeSchema(sqlite: Table[], postgres: Table[]): string {
  const lines = [
    '<!-- cspell:ignore channeloff contentless -->',
    '',
    '# Schema',
    '',
    'What the migrations make of an empty database. Written by the test beside it.',
  ];
  for (const table of sqlite) {
    const other = postgres.find(({ name }) => name === table.name);
    const twin = (name: string) => other?.columns.find((column) => column.name === name);
    lines.push('', `## ${table.name}`, '');
    for (const column of table.columns)
      lines.push(`- ${column.name}: ${tellBoth(describeColumn(column), describeColumn(twin(column.name)))}`);
    const isKnown = new Set(table.columns.map(({ name }) => name));
    for (const column of other?.columns ?? [])
      if (!isKnown.has(column.name)) lines.push(`- ${column.name}: ${tellBoth('absent', describeColumn(column))}`);
    lines.push('', `Key: ${table.key.join(', ')}`, '');
    for (const reference of table.references) lines.push(`- refers to: ${reference}`);
    for (const [name, text] of Object.entries(table.indexes))
      lines.push(`- index ${name}: ${tellBoth(plain(text), plain(other?.indexes[name] ?? 'absent'))}`);
    if (lines.at(-1) === '') lines.pop();
  }
  return `${lines.join('\n')}\n`;
}

const tellBoth = (sqlite: string, postgres: string): string =>
  `\`${sqlite}\`${sqlite === postgres ? '' : `, PostgreSQL \`${postgres}\``}`;

const describeColumn = (column: Column | undefined): string => {
  if (!column) return 'absent';
  const { type, isRequired, isCounter, fallback } = column;
  const words = [type, isRequired && 'not null', isCounter && 'counts up', fallback !== null && `default ${fallback}`];
  return words.filter(Boolean).join(' ');
};

/** PostgreSQL writes conditions in capitals, with brackets and types. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/::\w+( varying)?/g, '')
    .replaceAll('"', '')
    .replace(/ where \((.*)\)$/, ' where $1')
    .replace(/\((\w+)\) =/g, '$1 =');
