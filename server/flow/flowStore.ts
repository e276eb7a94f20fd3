import type { Knex } from 'knex';
import { cleanSpec, withoutTurns } from '../../contract/cleanText.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Person } from '../../contract/people.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { among } from '../foundation/database/rows.ts';

export interface StoredFlow {
  id: string;
  name: string;
  description: string | null;
  version: number;
  /** The start variables of the newest version. */
  variables: VariableSpec[];
  updatedAt: number;
  /** Null: it is not retired. */
  retiredAt: number | null;
}

interface FlowRow {
  id: string;
  name: string;
  description: string | null;
  version: number;
  variables: string;
  updated_at: number;
  retired_at: number | null;
}

/** Cleaned for readers other than its author; a stored version keeps what the author typed. */
const toFlow = (row: FlowRow): StoredFlow => ({
  id: row.id,
  name: withoutTurns(row.name),
  description: row.description && withoutTurns(row.description),
  version: row.version,
  variables: (JSON.parse(row.variables) as VariableSpec[]).map(cleanSpec),
  updatedAt: row.updated_at,
  retiredAt: row.retired_at,
});

export interface StoredVersion {
  version: number;
  createdAt: number;
  /** With the display name of that time; null if it was not kept. */
  createdBy: Person | null;
}

interface VersionRow {
  flow_id: string;
  version: number;
  definition: string;
  created_at: number;
  created_by: string;
  creator: string | null;
}

const toVersion = (row: VersionRow): StoredVersion => ({
  version: row.version,
  createdAt: row.created_at,
  createdBy: row.creator === null ? null : (JSON.parse(row.creator) as Person),
});

export interface SaveFlow {
  definition: FlowDefinition;
  variables: VariableSpec[];
  by: Person;
  now: number;
}

/** Stores the first version; false if a flow with this id exists. */
export async function insertFlow(db: Knex, { definition, variables, by, now }: SaveFlow): Promise<boolean> {
  const row = {
    id: definition.id,
    name: definition.name,
    description: definition.description ?? null,
    version: 1,
    variables: JSON.stringify(variables),
    created_at: now,
    updated_at: now,
    updated_by: by.id,
  };
  const inserted = await db('flows').insert(row).onConflict('id').ignore().returning('id');
  if (inserted.length === 0) return false;
  await insertVersion(db, 1, { definition, variables, by, now });
  return true;
}

/**
 * Stores the next version and returns its number; null if there is no such flow, if it is retired, or if its newest
 * version is not `after`.
 */
export async function addVersion(db: Knex, save: SaveFlow, after?: number): Promise<number | null> {
  const { definition, variables, by, now } = save;
  const [row] = await db('flows')
    .where({ id: definition.id, retired_at: null, ...(after !== undefined && { version: after }) })
    .update({
      name: definition.name,
      description: definition.description ?? null,
      version: db.raw('version + 1'),
      variables: JSON.stringify(variables),
      updated_at: now,
      updated_by: by.id,
    })
    .returning('version');
  if (!row) return null;
  await insertVersion(db, row.version, save);
  return row.version as number;
}

async function insertVersion(db: Knex, version: number, { definition, by, now }: SaveFlow): Promise<void> {
  await db('flow_versions').insert({
    flow_id: definition.id,
    version,
    definition: JSON.stringify(definition),
    created_at: now,
    created_by: by.id,
    creator: JSON.stringify(by),
  });
}

export async function findFlow(db: Knex, id: string): Promise<StoredFlow | null> {
  const row = await db<FlowRow>('flows').where({ id }).first();
  return row ? toFlow(row) : null;
}

/** The flows that are not retired, or only the retired ones; sorted by id, starting after `after`. */
export async function listFlows(
  db: Knex,
  { retired, after, limit }: { retired: boolean; after?: string; limit: number },
): Promise<StoredFlow[]> {
  const rows = db<FlowRow>('flows').orderBy('id').limit(limit);
  void (retired ? rows.whereNotNull('retired_at') : rows.whereNull('retired_at'));
  return (await (after === undefined ? rows : rows.where('id', '>', after))).map(toFlow);
}

/** Sorted by id. */
export async function findFlows(db: Knex, ids: string[]): Promise<StoredFlow[]> {
  const rows = (await db('flows')
    .whereRaw(among(db, 'id', ids))
    .orderBy('id')) as FlowRow[];
  return rows.map(toFlow);
}

export async function findDefinition(
  db: Knex,
  flowId: string,
  version: number,
): Promise<(StoredVersion & { author: string; definition: FlowDefinition }) | null> {
  const row = await db<VersionRow>('flow_versions').where({ flow_id: flowId, version }).first();
  if (!row) return null;
  return { ...toVersion(row), author: row.created_by, definition: JSON.parse(row.definition) as FlowDefinition };
}

/** The id of the person who saved the version that raised a request. */
export async function authorOf(db: Knex, requestId: string): Promise<string | null> {
  const row = await db('requests')
    .join('executions', 'executions.id', 'requests.execution_id')
    .join('flow_versions', {
      'flow_versions.flow_id': 'executions.flow_id',
      'flow_versions.version': 'executions.flow_version',
    })
    .where('requests.id', requestId)
    .first('flow_versions.created_by');
  return row?.created_by ?? null;
}

/** Newest first. */
export async function listVersions(
  db: Knex,
  flowId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<StoredVersion[]> {
  const rows = db<VersionRow>('flow_versions').where({ flow_id: flowId }).orderBy('version', 'desc').limit(limit);
  return (await (before === undefined ? rows : rows.where('version', '<', before))).map(toVersion);
}
