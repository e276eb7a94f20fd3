import type { Knex } from 'knex';
import type { RequestKey } from '../foundation/requestKey.ts';
import { lockNames } from '../foundation/database/nameLocks.ts';
import { deleteOldest, given, insertRows, selectRows, type Columns } from '../foundation/database/rows.ts';
import { query, type Db } from '../foundation/database/statements.ts';
import type { Limits } from '../foundation/limits.ts';
import { firstIdOf } from '../foundation/newId.ts';
import { KEEP_MS, type RetentionRow } from '../foundation/schedule/retention.ts';
import { nameOfKey, type Beginning, type KnownStart, type StartCounts, type StartLimit } from './beginRules.ts';

const HOUR_MS = 60 * 60_000;

interface KeyRow {
  person: string;
  flow_id: string;
  start_key: string;
  body_hash: string;
  execution_id: string;
}

const KEY: Columns = { person: 'text', flow_id: 'text', start_key: 'text' };

/** PostgreSQL: other starts of these people wait until this unit is over. SQLite has a single writer anyway. */
export const lockStarters = (db: Knex, starterIds: string[]): Promise<void> => lockNames(db, 'starter', starterIds);

/** The starts whose keys are stored, by `nameOfKey`. */
export async function findStartKeys(
  db: Knex,
  beginnings: Pick<Beginning, 'starterId' | 'flowId' | 'key'>[],
  now: number,
): Promise<Map<string, KnownStart>> {
  const rows = beginnings.flatMap(({ starterId, flowId, key }) =>
    key ? [{ person: starterId, flow_id: flowId, start_key: key.key }] : [],
  );
  const found = await selectRows<KeyRow>(db, KEY, rows, {
    select: 'start_keys.person, start_keys.flow_id, start_keys.start_key, body_hash, execution_id',
    rest: `join start_keys on start_keys.person = given.person and start_keys.flow_id = given.flow_id
      and start_keys.start_key = given.start_key where created_at > ${Math.floor(now - KEEP_MS.startKeys)}`,
  });
  return new Map(
    found.map(({ person, flow_id, start_key, body_hash, execution_id }) => [
      nameOfKey({ starterId: person, flowId: flow_id }, { key: start_key }),
      { bodyHash: body_hash, executionId: execution_id },
    ]),
  );
}

/** Overwrites keys that have expired but are not purged yet. */
export async function insertStartKeys(
  db: Knex,
  beginnings: (Beginning & { key: RequestKey })[],
  now: number,
): Promise<void> {
  const rows = beginnings.map(({ id, flowId, starterId, key }) => ({
    person: starterId,
    flow_id: flowId,
    start_key: key.key,
    body_hash: key.bodyHash,
    execution_id: id,
    created_at: now,
  }));
  const columns: Columns = { ...KEY, body_hash: 'text', execution_id: 'text', created_at: 'integer' };
  const replace = `on conflict (person, flow_id, start_key) do update set body_hash = excluded.body_hash,
    execution_id = excluded.execution_id, created_at = excluded.created_at`;
  await insertRows(db, 'start_keys', columns, rows, replace);
}

/** How many executions each person has, counted up to one above the limit. */
export async function countStarts(
  db: Knex,
  starterIds: string[],
  limits: Pick<Limits, StartLimit>,
  now: number,
): Promise<Map<string, StartCounts>> {
  const rows = starterIds.map((person) => ({ person, since: firstIdOf(now - HOUR_MS) }));
  const { sql, bindings } = given(db, { person: 'text', since: 'text' }, rows);
  const found = await query<{ person: string; unfinished: number; lately: number }>(
    db,
    `select given.person,
       (select count(*) from (select 1 from executions where started_by = given.person and status in ('running', 'waiting') limit ?) as few) as unfinished,
       (select count(*) from (select 1 from executions where started_by = given.person and id >= given.since limit ?) as few) as lately
     from ${sql}`,
    [limits.unfinishedExecutions, limits.startsPerHour, ...bindings],
  );
  return new Map(
    found.map(({ person, unfinished, lately }) => [
      person,
      { unfinishedExecutions: Number(unfinished), startsPerHour: Number(lately) },
    ]),
  );
}

/** Keys of starts that no client repeats any more. */
export const startKeyRetention: RetentionRow<Db> = {
  name: 'startKeys',
  keepMs: KEEP_MS.startKeys,
  purge: (db, before, limit) =>
    deleteOldest(db, { table: 'start_keys', key: ['person', 'flow_id', 'start_key'], before, limit }),
};
