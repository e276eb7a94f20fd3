import type { Knex } from 'knex';
import { UnsealableError, type Cipher, type AssociatedData } from './cipher.ts';

const PLACE: AssociatedData = ['installation', 'key'];
const TEXT = 'sealed with the key of this installation';

/** Whether one of our keys is that of the installation. @returns null if the database is not marked yet */
export async function hasOurKey(db: Knex, cipher: Cipher): Promise<boolean | null> {
  const mark = await readMark(db);
  if (mark === null) return null;
  try {
    return cipher.open(mark, PLACE) === TEXT;
  } catch (error) {
    if (error instanceof UnsealableError) return false;
    throw error;
  }
}

/** Marks a database as sealed with our key; the first server decides. */
export async function markKey(db: Knex, cipher: Cipher): Promise<void> {
  await db('installation')
    .whereNull('key_mark')
    .update({ key_mark: cipher.seal(TEXT, PLACE) });
}

/** Seals the mark with the current key. @throws UnsealableError if it was sealed with an unknown key */
export async function resealMark(db: Knex, cipher: Cipher): Promise<void> {
  const mark = await readMark(db);
  if (mark === null || cipher.isCurrent(mark)) return;
  await db('installation').update({ key_mark: cipher.seal(cipher.open(mark, PLACE), PLACE) });
}

const readMark = async (db: Knex): Promise<string | null> =>
  (await db('installation').first('key_mark'))?.key_mark ?? null;
