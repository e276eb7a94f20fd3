import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table delivery_orders (subject_id varchar(110) not null references requests (id), channel varchar(40) not null,
      due_at bigint not null, spread_to varchar(300) not null default '', primary key (subject_id, channel))`,
    `create index delivery_orders_due on delivery_orders (due_at)`,
    `create table deliveries (id varchar(26) primary key, subject_id varchar(110) not null references requests (id),
      person varchar(300) not null, channel varchar(40) not null, state varchar(12) not null, attempts integer not null default 0,
      next_attempt_at bigint, attempt_until bigint, shown_version integer, address text, error text, sent_at bigint,
      created_at bigint not null, unique (subject_id, person, channel))`,
    `create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null`,
    `create table tokens (hash varchar(64) primary key, delivery_id varchar(26) not null references deliveries (id),
      request_id varchar(110) not null references requests (id), person varchar(300) not null, channel varchar(40) not null,
      created_at bigint not null, expires_at bigint not null, used_at bigint)`,
    `create index tokens_request on tokens (request_id)`,
    `create index tokens_expiry on tokens (expires_at)`,
    `create table addresses (channel varchar(40) not null, person varchar(300) not null, address text not null, updated_at bigint not null,
      primary key (channel, person))`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['addresses', 'tokens', 'deliveries', 'delivery_orders']);
}
