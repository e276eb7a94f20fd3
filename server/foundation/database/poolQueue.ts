import type { Knex } from 'knex';

/** The parts of knex's pool that we use. */
interface Pool {
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', listener: (id: number) => void): void;
}

/**
 * @param waited called when a wait ends, with or without a connection; in ms
 * @returns how long the longest current wait for a connection has lasted, in ms
 */
export function watchPool(db: Knex, waited: (ms: number) => void = () => {}): () => number {
  const waiting = new Map<number, number>(); // the longest waiting first
  const { pool } = db.client as { pool: Pool };
  const end = (id: number) => {
    const since = waiting.get(id);
    if (waiting.delete(id)) waited(performance.now() - since!);
  };
  pool.on('acquireRequest', (id) => void waiting.set(id, performance.now()));
  pool.on('acquireSuccess', end);
  pool.on('acquireFail', end);
  return () => {
    const [since] = waiting.values();
    return since === undefined ? 0 : performance.now() - since;
  };
}
