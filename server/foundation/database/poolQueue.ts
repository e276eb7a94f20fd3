import type { Knex } from 'knex';

/** What is used of knex's pool. */
interface Pool {
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (id: number) => void): void;
}

/** @returns how long the one has waited that has waited longest for a connection of this pool, in ms */
export function watchPool(db: Knex): () => number {
  const waiting = new Map<number, number>(); // the longest waiting first
  const { pool } = db.client as { pool: Pool };
  pool.on('acquireRequest', (id) => void waiting.set(id, performance.now()));
  pool.on('acquireSuccess', (id) => void waiting.delete(id));
  pool.on('acquireFail', (id) => void waiting.delete(id));
  return () => {
    const [since] = waiting.values();
    return since === undefined ? 0 : performance.now() - since;
  };
}
