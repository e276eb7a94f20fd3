import type { Knex } from 'knex';
import type { OwnProfile, ShownProfile } from '../../../contract/profiles.ts';
import { gatheredById } from '../../foundation/database/gathered.ts';
import { toIso } from '../../foundation/database/rows.ts';
import { isPostgres, query } from '../../foundation/database/statements.ts';
import type { ReadingPreferences, Photo } from './profileRules.ts';

interface ProfileRow {
  person: string;
  job_title: string | null;
  department: string | null;
  language: string | null;
  spoken: string | null;
  time_zone: string | null;
  photo: string | null;
  photo_type: Photo['type'] | null;
  synced_at: number | null;
  next_sync_at: number;
  used_at: number;
}

/** A profile without the picture. */
export interface StoredProfile extends ReadingPreferences {
  jobTitle: string | null;
  department: string | null;
}

const knownRows = gatheredById<ProfileRow>({
  select: 'job_title, department, language, spoken, time_zone',
  rest: 'join profiles on person = given.id',
});

export async function readKnown(db: Knex, person: string): Promise<StoredProfile | null> {
  const [row] = await knownRows(db, person);
  if (!row) return null;
  const { job_title: jobTitle, department, language, spoken, time_zone: timeZone } = row;
  return { jobTitle, department, language, spoken, timeZone };
}

const photoOf = ({ photo, photo_type: type }: ProfileRow): string | null => photo && `data:${type};base64,${photo}`;

export async function readShown(db: Knex, people: readonly string[]): Promise<ShownProfile[]> {
  const rows: ProfileRow[] = await db('profiles')
    .whereIn('person', [...people])
    .orderBy('person');
  return rows.map((row) => ({
    id: row.person,
    jobTitle: row.job_title,
    department: row.department,
    photo: photoOf(row),
  }));
}

export async function readOwn(db: Knex, person: string): Promise<OwnProfile | null> {
  const row: ProfileRow | undefined = await db('profiles').where({ person }).first();
  if (!row) return null;
  return {
    jobTitle: row.job_title,
    department: row.department,
    language: row.spoken ?? row.language,
    timeZone: row.time_zone,
    photo: photoOf(row),
    syncedAt: row.synced_at === null ? null : toIso(row.synced_at),
  };
}

/** Rows per statement. */
const CHUNK = 200;

/** Records that these people have been active; new ones are due for reading from the directory. */
export async function markUsed(trx: Knex, people: readonly string[], now: number): Promise<void> {
  const sorted = [...people].sort(); // the same order on all servers avoids deadlocks
  for (let start = 0; start < sorted.length; start += CHUNK) {
    const rows = sorted.slice(start, start + CHUNK).map((person) => ({ person, next_sync_at: now, used_at: now }));
    await trx('profiles').insert(rows).onConflict('person').merge({ used_at: now });
  }
}

/** Stores the person's own choices; those that are not given stay unchanged. */
export async function storePreferences(
  trx: Knex,
  person: string,
  { spoken, timeZone, now }: { spoken?: string | undefined; timeZone?: string | undefined; now: number },
): Promise<void> {
  const said = { ...(spoken && { spoken }), ...(timeZone && { time_zone: timeZone }), used_at: now };
  await trx('profiles')
    .insert({ person, next_sync_at: now, ...said })
    .onConflict('person')
    .merge(said);
}

/** Data from the directory. */
export interface Synced {
  person: string;
  jobTitle: string | null;
  department: string | null;
  language: string | null;
  photo: Photo | null;
  syncedAt: number;
  nextSyncAt: number;
}

/** Also removes NUL, which PostgreSQL cannot store. */
const cut = (text: string | null, length: number): string | null =>
  text && [...text.replaceAll('\0', '')].slice(0, length).join('');

export async function storeSynced(trx: Knex, synced: Synced): Promise<void> {
  const { person, jobTitle, department, language, photo, syncedAt, nextSyncAt } = synced;
  const row = {
    job_title: cut(jobTitle, 500),
    department: cut(department, 500),
    language: cut(language, 35),
    photo: photo?.content ?? null,
    photo_type: photo?.type ?? null,
    synced_at: syncedAt,
    next_sync_at: nextSyncAt,
  };
  await trx('profiles').where({ person }).update(row);
}

/** For people who are no longer in the directory. */
export const dropProfile = async (trx: Knex, person: string): Promise<void> =>
  void (await trx('profiles').where({ person }).delete());

/** Claims some profiles that are due. Those that are not stored by `until` become due again, for any server. */
export async function takeDue(
  trx: Knex,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<string[]> {
  const lock = isPostgres(trx) ? 'for update skip locked' : '';
  const rows = await query<{ person: string }>(
    trx,
    `update profiles set next_sync_at = ? where person in (select person from profiles where next_sync_at <= ?
     order by next_sync_at limit ? ${lock}) returning person`,
    [until, now, limit],
  );
  return rows.map(({ person }) => person);
}

/** Returns claimed people who were not read: they are due at once. @param until as given to `takeDue` */
export const giveBack = async (
  trx: Knex,
  people: readonly string[],
  { now, until }: { now: number; until: number },
): Promise<void> =>
  void (await trx('profiles')
    .whereIn('person', [...people])
    .where({ next_sync_at: until })
    .update({ next_sync_at: now }));
