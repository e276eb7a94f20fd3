// cspell:ignore fkey
import type { Knex } from 'knex';
import { isPostgres } from '../statements.ts';
import { rebuildTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Tables and the column that no longer references `requests`: a message may be about another subject. */
const ABOUT = { delivery_orders: 'subject_id', deliveries: 'subject_id', tokens: 'request_id' };
const WITH_KIND = ['delivery_orders', 'deliveries'];

const REFERENCE = 'references requests (id)';
const COLUMN = (name: string) =>
  new RegExp(`\\b${name} varchar\\(110\\) not null(?: ${REFERENCE.replace(/[()]/g, '\\$&')})?`);

/** Subjects of messages get a kind. Servers of the previous version create only requests, so that is the default. */
export async function up(db: Knex): Promise<void> {
  const tables = Object.entries(ABOUT);
  if (isPostgres(db))
    await runAll(
      db,
      tables.map(([table, column]) => `alter table ${table} drop constraint ${table}_${column}_fkey`),
    );
  else await rebuildTables(db, Object.keys(ABOUT), (sql, table) => changed(sql, table, ''));
  await runAll(
    db,
    WITH_KIND.map((table) => `alter table ${table} add column subject_kind varchar(20) not null default 'request'`),
  );
}

export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    WITH_KIND.map((table) => `alter table ${table} drop column subject_kind`),
  );
  if (!isPostgres(db))
    return rebuildTables(db, Object.keys(ABOUT), (sql, table) => changed(sql, table, ` ${REFERENCE}`));
  await runAll(
    db,
    Object.entries(ABOUT).map(([table, column]) => `alter table ${table} add foreign key (${column}) ${REFERENCE}`),
  );
}

const changed = (sql: string, table: string, reference: string): string => {
  const column = ABOUT[table as keyof typeof ABOUT];
  return sql.replace(COLUMN(column), `${column} varchar(110) not null${reference}`);
};
