import { randomBytes } from 'node:crypto';
import { API_KEY_SCHEME } from '../../contract/documents.ts';
import { isSame, sha256 } from '../foundation/isSame.ts';

/** The prefix of every key, so that a leaked one can be recognised. */
const PREFIX = 'handback_';
const BYTES = 32;

/** A key of 256 random bits. */
export const createApiKey = (): string => PREFIX + randomBytes(BYTES).toString('base64url');

/** What is stored instead of the key. */
export const hashOfApiKey = (key: string): string => sha256(key).toString('hex');

/** The key in a header; null if the header holds none. */
export const apiKeyIn = (authorization: string | undefined): string | null =>
  new RegExp(`^${API_KEY_SCHEME} +(\\S{1,200})$`, 'i').exec(authorization ?? '')?.[1] ?? null;

/** Compares in constant time, even if no key is stored. @param hash null: there is no key */
export function isApiKey(given: string, hash: string | null): boolean {
  return isSame(hashOfApiKey(given), hash ?? '') && hash !== null;
}
