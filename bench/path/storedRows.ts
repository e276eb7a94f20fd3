import type { Knex } from 'knex';
import { openWithoutTimeouts, type Database } from '../../server/foundation/database/connection.ts';
import { tableNames } from '../../test/support/openStore.ts';

/** Other tables refer to them. */
const FIRST = ['executions', 'requests'];
/** A hash chain cannot be copied; `sealing` has its own benchmark. */
const LEFT_OUT = ['audit', 'audit_chain'];
const AT_ONCE = 100_000;
const DIGITS = 8;
const PEOPLE = 1000;

/** A finished cycle, with all its rows. */
export interface Original {
  executionId: string;
  templateId: string;
  person: string;
}

/** Stores copies of a cycle, with other ids and spread over a thousand people. */
export async function storeCopies({ kind, writer }: Database, original: Original, copies: number): Promise<void> {
  const db = kind === 'postgres' ? openWithoutTimeouts(writer) : writer;
  const names = await tableNames({ kind, writer });
  const tables = [...new Set([...FIRST, ...names])].filter((name) => !LEFT_OUT.includes(name));
  for (const table of tables) await copyRows(db, kind, table, original, copies);
  if (db === writer) return; // our servers never let SQLite gather statistics
  for (const statement of ['vacuum analyze', 'checkpoint']) await db.raw(statement); // or PostgreSQL would do it during the measurement
  await db.destroy();
}

async function copyRows(db: Knex, kind: Database['kind'], table: string, original: Original, copies: number) {
  const { executionId, templateId, person } = original;
  const info = await db(table).columnInfo();
  const columns = Object.keys(info);
  const texts = columns.filter((name) => /char|text/.test(info[name]!.type));
  const digits = (number: string) =>
    kind === 'postgres' ? `lpad((${number})::text, ${DIGITS}, '0')` : `printf('%0${DIGITS}d', ${number})`;
  const renamed = (sql: string, id: string, number: string) =>
    `replace(${sql}, '${id}', '${id.slice(0, -DIGITS)}' || ${digits(number)})`;
  const values = columns.map((name) =>
    texts.includes(name)
      ? renamed(renamed(renamed(name, executionId, 'i'), templateId, 'i'), person, `i % ${PEOPLE}`)
      : name,
  );
  await db.transaction(async (trx) => {
    if (kind === 'postgres') await trx.raw('set local session_replication_role = replica'); // skips foreign key checks
    const isOriginal = texts.map((name) => `${name} like '%${executionId}%'`).join(' or ');
    await trx.raw(`create temporary table original as select * from ${table} where ${isOriginal}`);
    const isThere = (await trx('original').first()) !== undefined; // or its columns might reject copies
    for (let from = 1; isThere && from <= copies; from += AT_ONCE)
      await trx.raw(
        `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from original cross join ${numbers(kind, from, Math.min(copies, from + AT_ONCE - 1))}`,
      );
    await trx.raw('drop table original');
  });
}

const numbers = (kind: Database['kind'], from: number, to: number): string =>
  kind === 'postgres'
    ? `generate_series(${from}, ${to}) as numbers (i)`
    : `(with recursive c(i) as (select ${from} union all select i + 1 from c where i < ${to}) select i from c)`;
