import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `nudges`: reminders that a starter sent to the people a request waits for. `inbox_views`: named filters of a person's
 * inbox; names with the same `seen_as` count as equal.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table nudges (id varchar(26) primary key, request_id varchar(110) not null references requests (id),
      sent_by varchar(300) not null, display_name varchar(300) not null, at bigint not null)`,
    `create index nudges_request on nudges (request_id, at)`,
    `create table inbox_views (id varchar(26) primary key, person varchar(300) not null, name varchar(60) not null,
      seen_as varchar(60) not null, body text not null, created_at bigint not null, unique (person, seen_as))`,
    `create index requests_sent on requests (started_by, expires_at, id) where status = 'waiting'`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index requests_sent`]);
  await dropTables(db, ['inbox_views', 'nudges']);
}
