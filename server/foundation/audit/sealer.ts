import { updateRows, type Db } from '../database/rows.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import { every, type Loop } from '../schedule/loops.ts';
import { CONTENT, linkAfter, lockChain, moveLast, type SealedContent } from './auditChainStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Db;
}

/** Every committed row is sealed within a second. */
const SEAL_EVERY_MS = 500;
/** Rows of one unit. */
const BATCH = 500;

/** Chains committed audit rows by hash; one server at a time does it, whichever comes first. */
export function createSealer({ units, reader }: Parts): Loop & { poke(): void } {
  return every('audit.seal', SEAL_EVERY_MS, async () => {
    if (!(await hasUnsealed(reader))) return false; // most of the time; it costs no write lock
    return (await units.run(({ trx }) => sealBatch(trx))) === BATCH;
  });
}

const unsealed = (db: Db) => db('audit').whereNull('position');

const hasUnsealed = async (db: Db): Promise<boolean> => (await unsealed(db).first('seq')) !== undefined;

/**
 * Seals the oldest rows that are not. Rows get their position when they are seen: on PostgreSQL a row may be committed
 * after one with a higher number.
 * @returns how many it sealed
 */
async function sealBatch(db: Db): Promise<number> {
  const chain = await lockChain(db);
  if (!chain) return 0;
  const rows: SealedContent[] = await unsealed(db).orderBy('seq').limit(BATCH).select(CONTENT);
  let last = chain.last;
  const links = rows.map((row) => {
    last = linkAfter(last, row);
    return { seq: row.seq, position: last.position, hash: last.hash };
  });
  const sealed = await updateRows(db, 'audit', { seq: 'integer', position: 'integer', hash: 'text' }, links, {
    set: 'position = given.position, hash = given.hash',
    where: 'audit.seq = given.seq and audit.position is null',
    returning: 'audit.seq',
  });
  if (sealed.length !== links.length) throw new Error(`${sealed.length} of ${links.length} audit rows were sealed`);
  if (links.length > 0) await moveLast(db, last);
  return links.length;
}
