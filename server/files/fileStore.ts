import type { Knex } from 'knex';
import { among } from '../foundation/database/rows.ts';

/** An upload; `size` null while its bytes are still coming. */
export interface StoredFile {
  id: string;
  requestId: string;
  variable: string;
  person: string;
  name: string;
  type: string;
  size: number | null;
}

export interface NewFile extends StoredFile {
  createdAt: number;
}

interface FileRow {
  id: string;
  request_id: string;
  variable: string;
  person: string;
  name: string;
  type: string;
  size: number | null;
}

const toFile = ({ request_id, size, ...row }: FileRow): StoredFile => ({
  id: row.id,
  requestId: request_id,
  variable: row.variable,
  person: row.person,
  name: row.name,
  type: row.type,
  size: size === null ? null : Number(size),
});

export async function insertFile(db: Knex, { requestId, createdAt, ...file }: NewFile): Promise<void> {
  await db('files').insert({ ...file, request_id: requestId, created_at: createdAt });
}

export async function completeFile(db: Knex, id: string, size: number): Promise<void> {
  await db('files').where({ id }).update({ size });
}

export async function findFiles(db: Knex, ids: string[]): Promise<Map<string, StoredFile>> {
  const rows = (await db('files').whereRaw(among(db, 'id', ids))) as FileRow[];
  return new Map(rows.map((row) => [row.id, toFile(row)]));
}

/** How many uploads of a person no answer refers to. */
export async function countUnbound(db: Knex, person: string): Promise<number> {
  const { n } = await db('files').where({ person, bound_at: null }).first(db.raw('count(*) as n'));
  return Number(n);
}

/** From now on these are kept as long as their request. */
export async function bindFiles(db: Knex, ids: string[], now: number): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .where({ bound_at: null })
    .update({ bound_at: now });
}

/** Ids of uploads that nothing needs: no answer refers to them and they are old, or their request has gone. */
export async function findUnneeded(db: Knex, unboundBefore: number, limit: number): Promise<string[]> {
  return db('files')
    .leftJoin('requests', 'requests.id', 'files.request_id')
    .whereNull('requests.id')
    .orWhere((row) => void row.whereNull('bound_at').where('created_at', '<=', unboundBefore))
    .orderBy('files.created_at')
    .limit(limit)
    .pluck('files.id');
}

export async function deleteFiles(db: Knex, ids: string[]): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .delete();
}
