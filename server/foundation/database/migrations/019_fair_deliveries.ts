import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

const COLUMNS = { flow_id: `varchar(64) not null default ''`, started_by: `varchar(300) not null default ''` };

/**
 * Flow and starter of a delivery, so that they take turns. Both stay empty for settled deliveries that become due
 * again, and for those that servers of the previous version create meanwhile: these count as one nameless flow.
 */
export async function up(db: Knex): Promise<void> {
  const ofRequest = (name: string) =>
    `${name} = (select ${name} from requests where requests.id = deliveries.subject_id)`;
  await runAll(db, [
    ...Object.entries(COLUMNS).map(([name, type]) => `alter table deliveries add column ${name} ${type}`),
    `update deliveries set ${Object.keys(COLUMNS).map(ofRequest).join(', ')} where next_attempt_at is not null`,
    `create index deliveries_turns on deliveries (channel, flow_id, started_by, next_attempt_at, id) where next_attempt_at is not null`,
    'drop index deliveries_work',
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index deliveries_turns',
    'create index deliveries_work on deliveries (channel, next_attempt_at, id) where next_attempt_at is not null',
    ...Object.keys(COLUMNS).map((name) => `alter table deliveries drop column ${name}`),
  ]);
}
