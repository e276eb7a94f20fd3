import { randomBytes } from 'node:crypto';
import { API_KEY_SCHEME } from '../../contract/documents.ts';
import { isSame, sha256 } from '../foundation/isSame.ts';

/** What every key begins with, so that whoever finds one knows what it is. */
const PREFIX = 'handback_';
const BYTES = 32;

/** A key that nobody can guess: 256 random bits. */
export const createApiKey = (): string => PREFIX + randomBytes(BYTES).toString('base64url');

/** What is stored of a key. */
export const hashOfApiKey = (key: string): string => sha256(key).toString('hex');

/** The key that a header brings; null: it brings none, but perhaps something else. */
export const apiKeyIn = (authorization: string | undefined): string | null =>
  new RegExp(`^${API_KEY_SCHEME} +(\\S{1,200})$`, 'i').exec(authorization ?? '')?.[1] ?? null;

/** Takes as long wherever they differ, and where there is nothing to compare with. @param hash null: there is no key */
export function isApiKey(given: string, hash: string | null): boolean {
  return isSame(hashOfApiKey(given), hash ?? '') && hash !== null;
}
