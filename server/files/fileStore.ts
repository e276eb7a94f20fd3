import type { Knex } from 'knex';
import type { FileView } from '../../contract/files.ts';
import { among, isPostgres } from '../foundation/database/rows.ts';

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
  /** What it may come to, in bytes. */
  reserved: number;
}

/** What a person has uploaded since some moment. */
export interface Uploaded {
  /** Uploads that no answer refers to. */
  unbound: number;
  /** Of all of them, those that are still coming with what they may come to. */
  bytes: number;
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

/** Those of these uploads that are part of an answer. */
export async function findAnswered(db: Knex, ids: string[]): Promise<StoredFile[]> {
  const rows = (await db('files')
    .whereRaw(among(db, 'id', ids))
    .whereNotNull('bound_at')
    .whereNotNull('size')) as FileRow[];
  return rows.map(toFile);
}

/** A file as people are shown it. */
export const viewOf = ({ id, name, size, type }: StoredFile): FileView => ({ id, name, size: size!, type });

/** Any number that no other advisory lock of ours uses. */
const LOCK = 4_812;

/** From here to the end of the unit nobody else counts or adds uploads of this person. SQLite has one writer anyway. */
export async function lockUploads(db: Knex, person: string): Promise<void> {
  if (isPostgres(db)) await db.raw('select pg_advisory_xact_lock(?, hashtext(?))', [LOCK, person]);
}

export async function uploadedBy(db: Knex, person: string, since: number): Promise<Uploaded> {
  const { unbound, bytes } = await db('files')
    .where({ person })
    .where('created_at', '>', since)
    .first(db.raw('count(*) - count(bound_at) as unbound, sum(coalesce(size, reserved)) as bytes'));
  return { unbound: Number(unbound), bytes: Number(bytes) };
}

/** From now on these are kept as long as their request. */
export async function bindFiles(db: Knex, ids: string[], now: number): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .where({ bound_at: null })
    .update({ bound_at: now });
}

/**
 * Ids of uploads that nothing needs: no answer refers to them and they are old, or their request has gone, and every
 * other that they came with.
 */
export async function findUnneeded(db: Knex, unboundBefore: number, limit: number): Promise<string[]> {
  return db('files')
    .leftJoin('requests', 'requests.id', 'files.request_id')
    .where(
      (row) =>
        void row
          .whereNull('requests.id')
          .orWhere((old) => void old.whereNull('bound_at').where('files.created_at', '<=', unboundBefore)),
    )
    .whereNotExists(db('request_files').whereRaw('request_files.file_id = files.id').select('file_id'))
    .orderBy('files.created_at')
    .limit(limit)
    .pluck('files.id');
}

export async function deleteFiles(db: Knex, ids: string[]): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .delete();
}
