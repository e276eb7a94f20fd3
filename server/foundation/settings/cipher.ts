import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps secrets unreadable at rest (spec part 2.9: client secrets, provider passwords, values of password fields). */
export interface Cipher {
  /** Never the same text twice. */
  seal(plain: string): string;
  /** @throws UnsealableError when the text was changed or belongs to another key */
  open(sealed: string): string;
}

/** Says nothing about the text: whoever reads logs must learn neither the secret nor what stands in its place. */
export class UnsealableError extends Error {
  constructor() {
    super('A stored secret cannot be opened: it was changed, or HANDBACK_KEY is not the key it was sealed with.');
    this.name = 'UnsealableError';
  }
}

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
/** 96 bits: the length that GCM is made for. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Stands before what is sealed, so that another algorithm can be told from this one. */
const VERSION = 'v1.';

/** @param key 32 bytes */
export function createCipher(key: Buffer): Cipher {
  if (key.length !== KEY_BYTES) throw new Error(`The key must have ${KEY_BYTES} bytes, not ${key.length}.`);

  function seal(plain: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  }

  function open(sealed: string): string {
    try {
      return openOrThrow(sealed);
    } catch {
      throw new UnsealableError();
    }
  }

  function openOrThrow(sealed: string): string {
    if (!sealed.startsWith(VERSION)) throw new Error('another version');
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (VERSION + bytes.toString('base64url') !== sealed) throw new Error('not as it was written');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  return { seal, open };
}
