import { createHash } from 'node:crypto';
import { check, failed, type ProblemError } from './errors.ts';

/** Identifies a call (`Idempotency-Key`), so that retrying it has no second effect. */
export interface RequestKey {
  key: string;
  /** Of the body: the same key with another body is a mistake. */
  bodyHash: string;
}

/** @param headers as in `KeyHeaders` @returns null if the caller sent no key */
export const keyOf = (headers: { 'idempotency-key'?: string | undefined }, body: unknown): RequestKey | null => {
  const { 'idempotency-key': key } = headers;
  if (key === undefined) return null;
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
};

/** The key was already used with another body. */
export const keyReused = (): ProblemError => failed({ 'idempotency-key': check('keyReused') });
