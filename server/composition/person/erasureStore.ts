import { randomBytes } from 'node:crypto';
import type { Db } from '../../foundation/database/statements.ts';
import { isTheirs, type PersonIdentifiers } from './personRules.ts';

/** An erasure in progress: what to remove, and the pseudonym. */
export interface Erasure {
  known: PersonIdentifiers;
  pseudonym: string;
}

interface ErasureRow {
  person: string;
  pseudonym: string;
  known: string;
  /** The execution being rewritten: nothing else would show any more that the rest of its texts is about the person. */
  execution_id: string | null;
}

const PSEUDONYM_BYTES = 8;

const toErasure = ({ known, pseudonym }: ErasureRow): Erasure => ({
  known: JSON.parse(known) as PersonIdentifiers,
  pseudonym,
});

/** An interrupted erasure of this person; null if there is none. */
export async function findErasure(db: Db, reference: string): Promise<Erasure | null> {
  const rows: ErasureRow[] = await db('erasures');
  return rows.map(toErasure).find(({ known }) => isTheirs(known, reference)) ?? null;
}

/** Records what to remove. The pseudonym reveals nothing about the person. */
export async function beginErasure(db: Db, known: PersonIdentifiers): Promise<Erasure> {
  const pseudonym = `erased-${randomBytes(PSEUDONYM_BYTES).toString('hex')}`;
  await db('erasures')
    .insert({ person: known.id, pseudonym, known: JSON.stringify(known) })
    .onConflict('person')
    .ignore();
  return toErasure((await db('erasures').where({ person: known.id }).first()) as ErasureRow);
}

/** The execution that a command has begun to rewrite and has not finished; null: none. */
export async function heldExecution(db: Db, person: string): Promise<string | null> {
  const row: ErasureRow | undefined = await db('erasures').where({ person }).first();
  return row?.execution_id ?? null;
}

/**
 * Records that an execution is being rewritten, unless another one is.
 *
 * @returns the other one, which has to be finished first; null: there is none
 */
export async function holdExecution(db: Db, person: string, executionId: string): Promise<string | null> {
  await db('erasures').where({ person, execution_id: null }).update({ execution_id: executionId });
  const held = await heldExecution(db, person);
  return held === executionId ? null : held;
}

export async function releaseExecution(db: Db, person: string, executionId: string): Promise<void> {
  await db('erasures').where({ person, execution_id: executionId }).update({ execution_id: null });
}

export async function endErasure(db: Db, person: string): Promise<void> {
  await db('erasures').where({ person }).delete();
}
