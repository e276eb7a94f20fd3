import type { Knex } from 'knex';
import { isPostgres } from '../../server/foundation/database/statements.ts';
import { aPerson, aRequest } from './seeds.ts';

export interface LargeInbox {
  /** Notifications of the person `heavy`. */
  heavy: number;
  /** Notifications of the person `light`. */
  light: number;
  /** How many of those of each person are in each of the other two states. */
  rare: number;
  mostly: 'pending' | 'completed';
  now: number;
  /** The ids of the two, if they matter. */
  names?: { heavy: string; light: string };
}

const NAMES = { heavy: 'heavy', light: 'light' };

/** Two inboxes, one of them very large, with everything filed. */
export async function fillInboxes(
  db: Knex,
  { heavy, light, rare, mostly, now, names = NAMES }: LargeInbox,
): Promise<void> {
  await db('executions').insert({
    id: 'E',
    flow_id: 'flow',
    flow_version: 1,
    status: 'waiting',
    started_by: 'ada',
    starter: JSON.stringify(aPerson('ada')),
    variables: '{}',
    branches: '[]',
    started_at: 0,
  });
  for (const [person, count] of [
    [names.heavy, heavy],
    [names.light, light],
  ] as const) {
    await fillInbox(db, person, count, { rare, mostly, now });
    const other = mostly === 'pending' ? 'completed' : 'pending';
    const counts = { [mostly]: count - 2 * rare, [other]: rare, expired: rare };
    await db('inboxes').insert({ person, changes: count, unread: counts['pending'], ...counts });
  }
}

async function fillInbox(
  db: Knex,
  person: string,
  count: number,
  { rare, mostly, now }: Pick<LargeInbox, 'rare' | 'mostly' | 'now'>,
): Promise<void> {
  const numbers = isPostgres(db)
    ? `generate_series(0, ${count - 1}) as numbers (i)`
    : `(with recursive c(i) as (select 0 union all select i + 1 from c where i < ${count - 1}) select i from c) as numbers`;
  // the rare ones are spread over the whole inbox
  const step = Math.max(2, Math.floor(count / rare));
  const other = mostly === 'pending' ? 'completed' : 'pending';
  const filedAs = `case when i % ${step} = 0 and i < ${rare * step} then '${other}' when i % ${step} = 1 and i < ${rare * step} then 'expired' else '${mostly}' end`;
  const status = `case ${filedAs} when 'pending' then 'waiting' when 'completed' then 'completed' else 'timed_out' end`;
  const id = `'E-' || '${person}' || i`;
  await db.raw(
    `insert into requests (id, execution_id, flow_id, visit_key, strategy, status, assignee_count, answered_count, version, filed_version, raised_at, expires_at, closed_at, template_id, started_by, body)
     select ${id}, 'E', 'flow', 'ask', 'any', ${status}, 1, 0, 1, 1, ${now} + i, ${now + 1e9}, case when ${status} = 'waiting' then null else ${now} end, 'T', 'ada', ? from ${numbers}`,
    [JSON.stringify(aRequest('E').body)],
  );
  await db.raw(
    `insert into notifications (subject_id, person, display_name, created_at, answered_at, filed_as)
     select ${id}, '${person}', 'Person', ${now} + i, case when ${filedAs} = 'completed' then ${now} end, ${filedAs} from ${numbers}`,
  );
}
