import type { Knex } from 'knex';
import { isPostgres } from '../database/statements.ts';
import type { Chain } from './chain.ts';
import type { ChainSeal } from './chainSeal.ts';

interface ChainRow {
  first_position: number;
  first_hash: string;
  last_position: number;
  last_hash: string;
  mac: string | null;
}

/** The chain with the signature of its ends; `mac` is null until a server has started on this database with its key. */
export type StoredChain = Chain & { mac: string | null };

const toChain = (row: ChainRow): StoredChain => ({
  first: { position: row.first_position, hash: row.first_hash },
  last: { position: row.last_position, hash: row.last_hash },
  mac: row.mac,
});

/** Null if the row is missing; our own code never deletes it. */
export async function readChain(db: Knex): Promise<StoredChain | null> {
  const row: ChainRow | undefined = await db('audit_chain').where({ id: 1 }).first();
  return row ? toChain(row) : null;
}

/** The chain, locked until the unit ends; null while another server holds it. */
export async function lockChain(db: Knex): Promise<StoredChain | null> {
  if (!isPostgres(db)) return readChain(db);
  const row: ChainRow | undefined = await db('audit_chain').where({ id: 1 }).forUpdate().skipLocked().first();
  return row ? toChain(row) : null;
}

/**
 * The ends of the chain do not carry a signature of this installation's key. Nothing is added, as that would make the
 * chain look genuine.
 */
export class ForeignChainError extends Error {
  constructor() {
    super(
      'The ends of the audit chain were not signed with the key of this installation: somebody changed them, or HANDBACK_KEY is another key. ' +
        'Nothing is sealed or purged until `npm run audit:verify` finds it whole.',
    );
    this.name = 'ForeignChainError';
  }
}

/** As `lockChain`. @throws ForeignChainError */
export async function lockGenuineChain(db: Knex, seal: ChainSeal): Promise<StoredChain | null> {
  const chain = await lockChain(db);
  if (chain && !seal.isGenuine(chain)) throw new ForeignChainError();
  return chain;
}

/** Moves the ends of the chain. The caller holds its lock. */
export async function moveEnds(db: Knex, seal: ChainSeal, { first, last }: Chain): Promise<void> {
  await db('audit_chain')
    .where({ id: 1 })
    .update({
      first_position: first.position,
      first_hash: first.hash,
      last_position: last.position,
      last_hash: last.hash,
      mac: seal.sign({ first, last }),
    });
}

/** For commands that wait for the chain: they would wait forever for a missing one. @throws ForeignChainError */
export async function expectChain(db: Knex): Promise<StoredChain> {
  const chain = await readChain(db);
  if (!chain) throw new ForeignChainError();
  return chain;
}

/**
 * Signs the ends of the chain with the current key.
 *
 * @returns false if another server holds the chain: nothing was done
 * @throws ForeignChainError
 */
export async function resignEnds(db: Knex, seal: ChainSeal): Promise<boolean> {
  const chain = await lockGenuineChain(db, seal);
  if (chain) await moveEnds(db, seal, chain);
  return chain !== null;
}
