// cspell:ignore setval
import { readFileSync } from 'node:fs';
import type { Block, View } from '../../sandbox/slack/blockKit.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { MIGRATIONS, migrationNames } from '../../server/foundation/database/migrate.ts';
import type { DatabaseName } from './databases.ts';
import { openFreely } from './openStore.ts';

const FOLDER = new URL('../fixtures/version-026/', import.meta.url);
const LAST_MIGRATION = '026_erasures.ts';

/** The end of the stored history, and the key of its installation. */
export const STORED_AT = Date.parse('2026-03-02T10:00:00Z');
export const STORED_KEY = '0f1e2d3c4b5a6978'.repeat(4);
/** Placeholder in the files for addresses that vary. */
export const STORED_PRODUCT = 'https://handback.test';
export const STORED_TEAMS = 'https://teams.test/';

/** Something that a person had in front of them, or the name of a question. */
export interface Seen {
  asked?: { name: string; request: string };
  teams?: { conversationId: string; activityId: string; text: string | null; card: Record<string, unknown> | null };
  slack?: { person: string; ts: string; text: string; blocks: Block[] };
  modal?: { person: string; view: View };
  mail?: { to: { address: string; name: string }[]; subject: string; text: string };
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const read = (name: DatabaseName, what: 'rows' | 'seen'): string =>
  readFileSync(new URL(`${name.toLowerCase()}.${what}.jsonl`, FOLDER), 'utf8');

export const readSeen = (name: DatabaseName, change: (text: string) => string): Seen[] =>
  linesOf(change(read(name, 'seen'))) as Seen[];

/** Restores the data of migration 026's version into an empty database, with its texts mapped by `change`. */
export async function restoreStored(url: string, name: DatabaseName, change: (text: string) => string): Promise<void> {
  const db = await openFreely(url, 1);
  try {
    await migrateUpTo(db, LAST_MIGRATION);
    await insertStored(db, linesOf(change(read(name, 'rows'))));
  } finally {
    await db.close();
  }
}

async function migrateUpTo({ writer }: Database, last: string): Promise<void> {
  const names = migrationNames().filter((name) => name <= last);
  for (const name of names) await writer.migrate.up({ ...MIGRATIONS, name });
}

interface Heading {
  table: string;
  columns: string[];
}

/** In the order of the file, which is not that of the references between the tables. */
async function insertStored({ kind, writer }: Database, lines: unknown[]): Promise<void> {
  const isPostgres = kind === 'postgres';
  const overriding = isPostgres ? 'overriding system value' : '';
  await writer.transaction(async (trx) => {
    await trx.raw(isPostgres ? 'set local session_replication_role = replica' : 'pragma defer_foreign_keys = on');
    let insert = '';
    for (const line of lines) {
      if (Array.isArray(line)) {
        await trx.raw(insert, line as string[]);
        continue;
      }
      const { table, columns } = line as Heading;
      await trx(table).delete(); // a migration may have put something there
      insert = `insert into ${table} (${columns.join(', ')}) ${overriding} values (${columns.map(() => '?').join(', ')})`;
    }
    if (isPostgres) await trx.raw(`select setval(pg_get_serial_sequence('audit', 'seq'), max(seq)) from audit`);
  });
}
