import type { Knex } from 'knex';
import { lockNames, type LockKind } from './database/nameLocks.ts';
import { selectRows, type Columns } from './database/rows.ts';

/** Which rows of a table are retired: its column `retired_at` says since when; null: the row is in use. */
export interface RetirementStore {
  /** None of these is retired until this unit is over. Units that use them do not wait for each other. */
  holdRetiring(db: Knex, ids: string[]): Promise<void>;
  /** Waits for units that use it and are being stored; later ones wait until this unit is over. */
  holdUses(db: Knex, id: string): Promise<void>;
  /** Those of these that are retired. */
  retiredAmong(db: Knex, ids: string[]): Promise<Set<string>>;
  isRetired(db: Knex, id: string): Promise<boolean>;
  /** False if it is retired already. Call `holdUses` before it. @param at in ms since the epoch */
  retire(db: Knex, id: string, at: number): Promise<boolean>;
  /** False if it is not retired. */
  restore(db: Knex, id: string): Promise<boolean>;
}

const ID: Columns = { id: 'text' };

/** @param kind the kind of the locks on its ids */
export function retirementIn(table: string, kind: LockKind): RetirementStore {
  async function retiredAmong(db: Knex, ids: string[]): Promise<Set<string>> {
    const rows = [...new Set(ids)].map((id) => ({ id }));
    const found = await selectRows<{ id: string }>(db, ID, rows, {
      select: 'given.id',
      rest: `join ${table} on ${table}.id = given.id where retired_at is not null`,
    });
    return new Set(found.map(({ id }) => id));
  }

  return {
    holdRetiring: (db, ids) => lockNames(db, kind, ids, 'shared'),
    holdUses: (db, id) => lockNames(db, kind, [id]),
    retiredAmong,
    isRetired: async (db, id) => (await retiredAmong(db, [id])).has(id),

    async retire(db, id, at) {
      return (await db(table).where({ id, retired_at: null }).update({ retired_at: at })) === 1;
    },

    async restore(db, id) {
      return (await db(table).where({ id }).whereNotNull('retired_at').update({ retired_at: null })) === 1;
    },
  };
}
