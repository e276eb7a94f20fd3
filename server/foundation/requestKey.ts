import { createHash } from 'node:crypto';
import { check, failed, type ProblemError } from './errors.ts';

/** What a caller names a call by (`Idempotency-Key`), so that sending it again does nothing twice. */
export interface RequestKey {
  key: string;
  /** Of what was sent: the same key with something else is a mistake. */
  bodyHash: string;
}

/** @param headers as `KeyHeaders` has them. @returns null where the caller names none */
export const keyOf = (headers: { 'idempotency-key'?: string | undefined }, body: unknown): RequestKey | null => {
  const { 'idempotency-key': key } = headers;
  if (key === undefined) return null;
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
};

/** The key stands for something else. */
export const keyReused = (): ProblemError => failed({ 'idempotency-key': check('keyReused') });
