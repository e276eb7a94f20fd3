import { updateRows } from '../database/rows.ts';
import type { Db } from '../database/statements.ts';
import { passedDeadline, type UnitOfWork } from '../database/unitOfWork.ts';
import { every, type Loop } from '../schedule/loops.ts';
import { CONTENT, linkAfter, type SealedContent } from './chain.ts';
import { ForeignChainError, lockGenuineChain, moveEnds } from './auditChainStore.ts';
import type { ChainSeal } from './chainSeal.ts';
import { nextSize, SEAL_ROWS } from './sealRules.ts';

interface Parts {
  units: UnitOfWork;
  reader: Db;
  seal: ChainSeal;
}

/** Committed rows are sealed within a second, unless they arrive faster than they can be sealed. */
const SEAL_EVERY_MS = 500;
/** How long the sealer pauses, in ms, after finding a foreign chain: every attempt writes to the log. */
const FOREIGN_REST_MS = 60_000;

/**
 * Chains committed audit rows by hash; one server at a time does it, whichever comes first. A backlog is sealed in
 * short units, so that other writers get their turn in between.
 */
export function createSealer({ units, reader, seal }: Parts): Loop & { poke(): void } {
  let size = SEAL_ROWS.first;
  let restsUntil = 0;

  async function sealSome(): Promise<boolean> {
    const rows = size;
    let tookMs: number | null = null;
    try {
      const sealed = await units.run(async ({ trx }) => {
        const beganAt = performance.now(); // the wait for the unit's turn does not count
        const count = await sealBatch(trx, seal, rows);
        tookMs = performance.now() - beganAt;
        return count;
      });
      if (sealed === rows) size = nextSize(rows, tookMs);
      return sealed === rows;
    } catch (error) {
      if (error instanceof ForeignChainError) restsUntil = performance.now() + FOREIGN_REST_MS;
      if (!passedDeadline(error) || rows === SEAL_ROWS.least) throw error;
      size = nextSize(rows, null);
      return true;
    }
  }

  return every('audit.seal', SEAL_EVERY_MS, async () => {
    if (performance.now() < restsUntil) return false;
    if (!(await hasUnsealed(reader))) return false; // the usual case, without a write lock
    return sealSome();
  });
}

const unsealed = (db: Db) => db('audit').whereNull('position');

const hasUnsealed = async (db: Db): Promise<boolean> => (await unsealed(db).orderBy('seq').first('seq')) !== undefined;

/**
 * Seals the oldest unsealed rows. A row gets its position when it is found: on PostgreSQL it may commit after a row
 * with a higher `seq`.
 * @returns how many it sealed
 */
async function sealBatch(db: Db, seal: ChainSeal, limit: number): Promise<number> {
  const chain = await lockGenuineChain(db, seal);
  if (!chain) return 0;
  const rows: SealedContent[] = await unsealed(db).orderBy('seq').limit(limit).select(CONTENT);
  let { last } = chain;
  const links = rows.map((row) => {
    last = linkAfter(last, row);
    return { seq: row.seq, position: last.position, hash: last.hash };
  });
  const sealed = await updateRows(db, 'audit', { seq: 'integer', position: 'integer', hash: 'text' }, links, {
    set: 'position = given.position, hash = given.hash',
    // the plus keeps SQLite off the index on position: it would scan all unsealed rows for each given one
    where: 'audit.seq = given.seq and +audit.position is null',
    returning: 'audit.seq',
  });
  if (sealed.length !== links.length) throw new Error(`${sealed.length} of ${links.length} audit rows were sealed`);
  if (links.length > 0) await moveEnds(db, seal, { first: chain.first, last });
  return links.length;
}
