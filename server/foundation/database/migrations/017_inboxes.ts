import type { Knex } from 'knex';
import { dialectOf, runAll } from '../schemaTools.ts';

export const kind = 'expand';

const STATUS = `case when notifications.answered_at is not null or requests.status = 'completed' then 'completed'
  when requests.status = 'waiting' then 'pending' else 'expired' end`;

/**
 * `filed_as` is the status under which a notification is counted in its person's inbox, null until it is. Requests
 * record up to which version their notifications are filed (`filed_version`), when filing continues (`file_at`) and, if
 * it takes several units, how far it has come (`filing_version`, for everybody up to the person `filing_after`).
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table inboxes (person varchar(300) primary key, changes bigint not null default 0, pending integer not null default 0,
      unread integer not null default 0, completed integer not null default 0, expired integer not null default 0) ${dialectOf(db).narrow}`,
    `alter table notifications add column filed_as varchar(9)`,
    `alter table requests add column filed_version integer not null default 0`,
    `alter table requests add column file_at bigint not null default 0`,
    `alter table requests add column filing_version integer`,
    `alter table requests add column filing_after varchar(300)`,
    `update notifications set filed_as = (select ${STATUS} from requests where requests.id = notifications.subject_id)`,
    `update requests set filed_version = version`,
    `insert into inboxes (person, changes, pending, unread, completed, expired)
      select person, sum(version), sum(case when filed_as = 'pending' then 1 else 0 end),
        sum(case when filed_as = 'pending' and is_read = 0 then 1 else 0 end),
        sum(case when filed_as = 'completed' then 1 else 0 end), sum(case when filed_as = 'expired' then 1 else 0 end)
      from notifications join requests on requests.id = notifications.subject_id group by person`,
    `create index notifications_filed on notifications (person, filed_as, created_at, subject_id) where filed_as is not null`,
    `create index requests_unfiled on requests (file_at) where version > filed_version`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    `drop index requests_unfiled`,
    `drop index notifications_filed`,
    `alter table requests drop column filing_after`,
    `alter table requests drop column filing_version`,
    `alter table requests drop column file_at`,
    `alter table requests drop column filed_version`,
    `alter table notifications drop column filed_as`,
    `drop table inboxes`,
  ]);
}
