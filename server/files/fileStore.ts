import type { Knex } from 'knex';
import type { FileView } from '../../contract/files.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { among } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import { LOCAL, type FilePlace, type PlacedFile } from './fileStorage.ts';

/** An upload; `size` null while its bytes are still coming. */
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

/** A file that is to go. */
export interface Unneeded extends PlacedFile {
  /** How often it could not be removed. */
  removalFailures: number;
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

/** All its bytes are there, and where they are. */
export async function completeFile(
  db: Knex,
  id: string,
  { size, place }: { size: number; place: FilePlace },
): Promise<void> {
  await db('files')
    .where({ id })
    .update({ size, ...toPlaceRow(place) });
}

/** It was not kept, and what may be left of it is removed later; so many bytes as it was to have are free again. */
export async function giveUpFile(db: Knex, id: string): Promise<void> {
  await db('files').where({ id }).update({ reserved: 0 });
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

/** Clocks of servers differ: whether a file is old enough to be removed is not asked to the minute. */
const LEEWAY_MS = 60 * 60_000;

/**
 * From now on these are kept as long as their request, but for those that are old and being removed.
 * @returns those that are kept
 */
export async function bindFiles(db: Knex, ids: string[], now: number): Promise<Set<string>> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .where({ bound_at: null })
    .where((row) => void row.whereNull('remove_after').orWhere('created_at', '>', now - UNBOUND_MS + LEEWAY_MS))
    .update({ bound_at: now });
  const bound: string[] = await db('files')
    .whereRaw(among(db, 'id', ids))
    .whereNotNull('bound_at')
    .pluck('id');
  return new Set(bound);
}

/** Which of those that nothing needs are looked for. */
interface Looking {
  location: FilePlace['at'];
  now: number;
  /** Those without an answer have to be as old as that. */
  unboundBefore: number;
  limit: number;
}

/**
 * Uploads that nothing needs: no answer refers to them and they are old, or their request has gone, and every other that
 * they came with. Those whose removal was put off are left out.
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
 * Puts off the removal of those that nobody else has put off, and no answer has referred to meanwhile: of two servers one
 * has each, and no answer refers to them from now on. @returns their ids
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

/** A file is not tried to be removed before then. */
export async function postponeRemovals(db: Knex, { id, removalFailures }: Unneeded, until: number): Promise<void> {
  await db('files')
    .where({ id })
    .update({ remove_after: until, removal_failures: removalFailures + 1 });
}

/** Nor is any other in the drive of the same person: those that are needed still are not asked. */
export async function postponeDrives(db: Knex, { person, removalFailures }: Unneeded, until: number): Promise<void> {
  await db('files')
    .where({ person, location: 'personalDrive' })
    .update({ remove_after: until, removal_failures: removalFailures + 1 });
}

export async function deleteFiles(db: Knex, ids: string[]): Promise<void> {
  await db('files')
    .whereRaw(among(db, 'id', ids))
    .delete();
}
