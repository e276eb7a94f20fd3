import type { Knex } from 'knex';
import { deleteOldest } from './database/rows.ts';
import { keyReused, type RequestKey } from './requestKey.ts';
import { KEEP_MS, type RetentionRow } from './schedule/retention.ts';

/** The creation of something, by a call that may be retried. */
export interface Making {
  person: string;
  kind: 'flow' | 'chat' | 'view';
  /** Null: the caller sent no key, and a retry creates a second one. */
  key: RequestKey | null;
}

interface KeyRow {
  person: string;
  kind: Making['kind'];
  made_key: string;
  body_hash: string;
  made_id: string;
  created_at: number;
}

const NAME = ['person', 'kind', 'made_key'] as const;

const nameOf = ({ person, kind }: Making, { key }: RequestKey): Pick<KeyRow, (typeof NAME)[number]> => ({
  person,
  kind,
  made_key: key,
});

/** The key is already taken, by a concurrent call or an earlier one. */
class MadeBefore extends Error {
  constructor(readonly id: string) {
    super();
  }
}

interface Ways<Made> {
  /**
   * Creates it in a unit and calls `take` in that unit; `take` throws if the key is already taken, which ends the unit.
   */
  make(take: (trx: Knex, id: string) => Promise<void>): Promise<Made>;
  /** Reads what an earlier call created. */
  read(id: string): Promise<Made>;
}

/**
 * Creates something once, however often its caller sends the same key.
 * @throws ProblemError validation_failed if the key was used for a different body
 */
export async function makeOnce<Made>(
  { reader, now }: { reader: Knex; now(): number },
  making: Making,
  { make, read }: Ways<Made>,
): Promise<Made> {
  const { key } = making;
  if (key === null) return make(async () => undefined);
  const before = await findMade(reader, making, key, now());
  if (before !== null) return read(before);
  return make((trx, id) => take(trx, making, key, { id, now: now() })).catch((error: unknown) => {
    if (error instanceof MadeBefore) return read(error.id);
    throw error;
  });
}

/** The id of what was created under this key; null if nothing was. */
async function findMade(db: Knex, making: Making, key: RequestKey, now: number): Promise<string | null> {
  const row = await db<KeyRow>('made_keys')
    .where(nameOf(making, key))
    .where('created_at', '>', now - KEEP_MS.madeKeys)
    .first();
  if (!row) return null;
  if (row.body_hash !== key.bodyHash) throw keyReused();
  return row.made_id;
}

/**
 * Overwrites a key that has expired but is not purged yet. Concurrent calls with the same key wait until this unit
 * ends.
 */
async function take(
  db: Knex,
  making: Making,
  key: RequestKey,
  { id, now }: { id: string; now: number },
): Promise<void> {
  const row: KeyRow = { ...nameOf(making, key), body_hash: key.bodyHash, made_id: id, created_at: now };
  const taken = await db('made_keys')
    .insert(row)
    .onConflict([...NAME])
    .merge()
    .where('made_keys.created_at', '<=', now - KEEP_MS.madeKeys)
    .returning('made_id');
  if (taken.length > 0) return;
  const before = await findMade(db, making, key, now);
  if (before !== null) throw new MadeBefore(before);
}

/** Deletes keys too old to be retried. */
export const madeKeyRetention: RetentionRow<Knex> = {
  name: 'madeKeys',
  keepMs: KEEP_MS.madeKeys,
  purge: (db, before, limit) => deleteOldest(db, { table: 'made_keys', key: [...NAME], before, limit }),
};
