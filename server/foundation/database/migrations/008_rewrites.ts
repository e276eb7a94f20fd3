import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

const COLUMNS = {
  /** Consecutive failures: back-off counts these, while `attempts` only ever grows and fences a claim. */
  failures: 'integer not null default 0',
  shown_state: 'varchar(10)',
  rewritten_at: 'bigint',
  /** Null while a later state may still have to be shown. */
  settled_at: 'bigint',
};

const INDEXES = {
  deliveries_work: 'deliveries (channel, next_attempt_at, id) where next_attempt_at is not null',
  deliveries_conversation: 'deliveries (person, channel, created_at, id) where next_attempt_at is not null',
  deliveries_unsettled: `deliveries (subject_id, id) where settled_at is null and state = 'sent'`,
  deliveries_failed: `deliveries (person, channel) where state = 'failed'`,
};

/** Copies are rewritten from what they show to what they should show, one attempt per conversation at a time. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.entries(COLUMNS).map(([name, type]) => `alter table deliveries add column ${name} ${type}`),
    `update deliveries set settled_at = coalesce(sent_at, created_at) where state in ('sent', 'failed', 'skipped')`,
    `create table conversations (channel varchar(40) not null, person varchar(300) not null, busy_until bigint not null,
      primary key (channel, person))`,
    'drop index deliveries_due',
    ...Object.entries(INDEXES).map(([name, columns]) => `create index ${name} on ${columns}`),
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.keys(INDEXES).map((name) => `drop index ${name}`),
    'create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null',
    ...Object.keys(COLUMNS).map((name) => `alter table deliveries drop column ${name}`),
  ]);
  await dropTables(db, ['conversations']);
}
