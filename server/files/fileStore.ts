import type { Knex } from 'knex';
import type { FileView } from '../../contract/files.ts';
import { among } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import { LOCAL, type FilePlace, type PlacedFile } from './fileStorage.ts';

/** An upload; `size` is null while its bytes are arriving. */
export interface StoredFile {
  id: string;
  requestId: string;
  variable: string;
  person: string;
  name: string;
  type: string;
  size: number | null;
  place: FilePlace;
}

/** A file to be removed. */
export interface Unneeded extends PlacedFile {
  /** Failed attempts to remove it. */
  removalFailures: number;
}

export interface NewFile extends StoredFile {
  createdAt: number;
  /** Its maximum size, in bytes. */
  reserved: number;
}

/** A person's uploads since some moment. */
export interface Uploaded {
  /** Uploads no answer refers to. */
  unbound: number;
  /** Of all uploads; those in progress count with their maximum size. */
  bytes: number;
}

interface PlaceRow {
  location: string;
  drive_id: string | null;
  item_id: string | null;
  drive_path: string | null;
}

interface FileRow extends PlaceRow {
  id: string;
  request_id: string;
  variable: string;
  person: string;
  name: string;
  type: string;
  size: number | null;
}

function toPlace({ location, drive_id, item_id, drive_path }: PlaceRow): FilePlace {
  if (location !== 'personalDrive') return LOCAL;
  if (drive_id !== null && item_id !== null)
    return { at: 'personalDrive', path: null, item: { driveId: drive_id, itemId: item_id } };
  return { at: 'personalDrive', path: drive_path!, item: null };
}

function toPlaceRow(place: FilePlace): PlaceRow {
  if (place.at === 'local') return { location: 'local', drive_id: null, item_id: null, drive_path: null };
  const { path, item } = place;
  return { location: place.at, drive_id: item?.driveId ?? null, item_id: item?.itemId ?? null, drive_path: path };
}

const toFile = ({ id, request_id, variable, person, name, type, size, ...place }: FileRow): StoredFile => ({
  id,
  requestId: request_id,
  variable,
  person,
  name,
  type,
  size: size === null ? null : Number(size),
  place: toPlace(place),
});

export async function insertFile(db: Knex, { requestId, createdAt, place, ...file }: NewFile): Promise<void> {
  await db('files').insert({ ...file, ...toPlaceRow(place), request_id: requestId, created_at: createdAt });
}

/** All bytes have arrived, at this place. @returns false if the file was removed, or is being removed, meanwhile */
export async function completeFile(
  db: Knex,
  id: string,
  { size, place }: { size: number; place: FilePlace },
): Promise<boolean> {
  const count = await db('files')
    .where({ id, remove_after: null })
    .update({ size, ...toPlaceRow(place) });
  return count > 0;
}

/** The upload failed and its remains are removed later, also if its row is gone; its reserved bytes are free again. */
export async function giveUpFile(db: Knex, file: Omit<NewFile, 'reserved'>): Promise<void> {
  const count = await db('files').where({ id: file.id }).update({ reserved: 0 });
  if (count === 0) await insertFile(db, { ...file, reserved: 0 });
}

export async function findFiles(db: Knex, ids: string[]): Promise<Map<string, StoredFile>> {
  const rows = (await db('files').whereRaw(among(db, 'id', ids))) as FileRow[];
  return new Map(rows.map((row) => [row.id, toFile(row)]));
}

/** Which of these uploads are part of an answer, or of one that is being recorded. */
export async function findAnswered(db: Knex, ids: string[]): Promise<StoredFile[]> {
  const rows = (await db('files')
    .whereRaw(among(db, 'id', ids))
    .whereNotNull('bound_at')
    .whereNotNull('size')) as FileRow[];
  return rows.map(toFile);
}

/** A file as shown to people. */
export const viewOf = ({ id, name, size, type }: StoredFile): FileView => ({ id, name, size: size!, type });

/** Any number that our other advisory locks do not use. */
const LOCK = 4_812;

/** Until the unit ends, no other unit can count or add uploads of this person. SQLite has only one writer. */
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

/**
 * From now on these are kept as long as their request, except those that are being removed.
 * @returns the ids of those kept
 */
export async function bindFiles(db: Knex, ids: string[], now: number): Promise<Set<string>> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .where({ bound_at: null, remove_after: null })
    .update({ bound_at: now });
  const bound: string[] = await db('files')
    .whereRaw(among(db, 'id', ids))
    .whereNotNull('bound_at')
    .pluck('id');
  return new Set(bound);
}

/** A person's uploads for a request, except `kept`, are in no answer, and never will be. */
export async function unbindFiles(db: Knex, requestId: string, person: string, kept: string[]): Promise<void> {
  await db('files')
    .where({ request_id: requestId, person })
    .whereNotNull('bound_at')
    .whereNotIn('id', kept)
    .update({ bound_at: null });
}

/** Which unneeded files to look for. */
interface Looking {
  location: FilePlace['at'];
  now: number;
  /** Unbound files must be at least this old. */
  unboundBefore: number;
  limit: number;
}

/**
 * Files that nothing needs: old ones no answer refers to, and those whose request is gone, as well as all later ones
 * they were attached to. Files whose removal is postponed are left out.
 */
export async function findUnneeded(db: Knex, { location, now, unboundBefore, limit }: Looking): Promise<Unneeded[]> {
  const rows: (FileRow & { removal_failures: number })[] = await db('files')
    .leftJoin('requests', 'requests.id', 'files.request_id')
    .where({ location })
    .where((row) => void row.whereNull('remove_after').orWhere('remove_after', '<=', now))
    .where(
      (row) =>
        void row
          .whereNull('requests.id')
          .orWhere((old) => void old.whereNull('bound_at').where('files.created_at', '<=', unboundBefore)),
    )
    .whereNotExists(db('request_files').whereRaw('request_files.file_id = files.id').select('file_id'))
    .orderBy('files.created_at')
    .limit(limit)
    .select('files.*');
  return rows.map(({ id, person, removal_failures, ...place }) => ({
    id,
    person,
    place: toPlace(place),
    removalFailures: removal_failures,
  }));
}

/**
 * Claims files for removal by postponing it for others. Each is claimed by only one server, and only if no answer has
 * referred to it meanwhile; from now on none can. @returns the ids claimed
 */
export async function takeRemovals(
  db: Knex,
  ids: string[],
  { now, until }: { now: number; until: number },
): Promise<Set<string>> {
  const taken: { id: string }[] = await db('files')
    .whereRaw(among(db, 'id', ids))
    .where((row) => void row.whereNull('remove_after').orWhere('remove_after', '<=', now))
    .where(
      (row) =>
        void row
          .whereNull('bound_at')
          .orWhereNotExists(db('requests').whereRaw('requests.id = files.request_id').select('id')),
    )
    .update({ remove_after: until })
    .returning('id');
  return new Set(taken.map(({ id }) => id));
}

/** Postpones the removal of one file. */
export async function postponeRemovals(db: Knex, { id, removalFailures }: Unneeded, until: number): Promise<void> {
  await db('files')
    .where({ id })
    .update({ remove_after: until, removal_failures: removalFailures + 1 });
}

/**
 * Postpones the removal of all files in the same person's drive, except uploads that an answer may still refer to. For
 * files of answers the value is ignored as long as they are needed.
 */
export async function postponeDrives(
  db: Knex,
  { person, removalFailures }: Unneeded,
  { until, unboundBefore }: { until: number; unboundBefore: number },
): Promise<void> {
  await db('files')
    .where({ person, location: 'personalDrive' })
    .where((row) => void row.whereNotNull('bound_at').orWhere('created_at', '<=', unboundBefore))
    .update({ remove_after: until, removal_failures: removalFailures + 1 });
}

export async function deleteFiles(db: Knex, ids: string[]): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .delete();
}
