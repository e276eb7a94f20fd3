import { randomBytes } from 'node:crypto';
import type { Db } from '../../foundation/database/statements.ts';
import { isTheirs, type Known } from './personRules.ts';

/** An erasure in progress: what to remove, and the pseudonym. */
export interface Erasure {
  known: Known;
  pseudonym: string;
  /** The execution being rewritten: nothing else would show any more that the rest of its texts is about the person. */
  executionId: string | null;
}

interface ErasureRow {
  person: string;
  pseudonym: string;
  known: string;
  execution_id: string | null;
}

const PSEUDONYM_BYTES = 8;

const toErasure = ({ known, pseudonym, execution_id: executionId }: ErasureRow): Erasure => ({
  known: JSON.parse(known) as Known,
  pseudonym,
  executionId,
});

/** An interrupted erasure of this person; null if there is none. */
export async function findErasure(db: Db, reference: string): Promise<Erasure | null> {
  const rows: ErasureRow[] = await db('erasures');
  return rows.map(toErasure).find(({ known }) => isTheirs(known, reference)) ?? null;
}

/** Records what to remove. The pseudonym reveals nothing about the person. */
export async function beginErasure(db: Db, known: Known): Promise<Erasure> {
  const pseudonym = `erased-${randomBytes(PSEUDONYM_BYTES).toString('hex')}`;
  await db('erasures')
    .insert({ person: known.id, pseudonym, known: JSON.stringify(known) })
    .onConflict('person')
    .ignore();
  return toErasure((await db('erasures').where({ person: known.id }).first()) as ErasureRow);
}

export async function holdExecution(db: Db, person: string, executionId: string | null): Promise<void> {
  await db('erasures').where({ person }).update({ execution_id: executionId });
}

export async function endErasure(db: Db, person: string): Promise<void> {
  await db('erasures').where({ person }).delete();
}
