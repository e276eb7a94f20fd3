import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Where a sealed text belongs: the kind of secret, and the ids of its row and field. The place is authenticated with
 * the text, so a copy in another place cannot be opened.
 */
export type AssociatedData = readonly [kind: string, ...ids: string[]];

/** Encrypts secrets at rest (behaviour 2.9: client secrets, provider passwords, values of password fields). */
export interface Cipher {
  /** Each call returns a different text. */
  seal(plain: string, place: AssociatedData): string;
  /** @throws UnsealableError if the text was changed, belongs to another place, or was sealed with an unknown key */
  open(sealed: string, place: AssociatedData): string;
  /** False for an older format, or another key than the current one. */
  isCurrent(sealed: string): boolean;
}

/** The installation's keys. They may change while a server runs. */
export interface Keys {
  /** The key to seal with. */
  sealing(): Buffer;
  /** All keys that may have sealed stored data, the sealing one first. `isStale`: none of them matched, read them again. */
  opening: (isStale?: boolean) => Buffer[];
}

/** Says nothing about the text: readers of logs must learn neither the secret nor the stored text. */
export class UnsealableError extends Error {
  constructor() {
    super('A stored secret cannot be opened: it was changed, or HANDBACK_KEY is not the key it was sealed with.');
    this.name = 'UnsealableError';
  }
}

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
/** 96 bits, the standard length for GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** `v2.<id of the key>.<ciphertext>` */
const VERSION = 'v2.';
/** `v1.<ciphertext>` names no key and is bound to no place. It can be opened, but is not made any more. */
const FIRST_VERSION = 'v1.';
const KEY_ID_LENGTH = 8;

/** Distinguishes keys without revealing anything about them. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('handback key id').update(key).digest('hex').slice(0, KEY_ID_LENGTH);

/** Whether a text has the first format, which is bound to no place: the caller must be sure where it was stored. */
export const isOfFirstForm = (sealed: string): boolean => sealed.startsWith(FIRST_VERSION);

/** @param keys of 32 bytes each; a single key is used for both sealing and opening */
export function createCipher(keys: Keys | Buffer): Cipher {
  const ring = Buffer.isBuffer(keys) ? keysOf([keys]) : keys;

  function seal(plain: string, place: AssociatedData): string {
    const key = ring.sealing();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(toBytes(place));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${prefixOf(key)}${sealed.toString('base64url')}`;
  }

  function open(sealed: string, place: AssociatedData): string {
    for (const isStale of [false, true])
      for (const key of ring.opening(isStale)) {
        const plain = tryKey(key, sealed, place);
        if (plain !== null) return plain;
      }
    throw new UnsealableError();
  }

  return { seal, open, isCurrent: (sealed) => sealed.startsWith(prefixOf(ring.sealing())) };
}

/** A fixed set of keys; the first one seals. @throws Error for a key of the wrong length */
export function keysOf(keys: Buffer[]): Keys {
  for (const key of keys)
    if (key.length !== KEY_BYTES) throw new Error(`The key must have ${KEY_BYTES} bytes, not ${key.length}.`);
  return { sealing: () => keys[0]!, opening: () => keys };
}

const prefixOf = (key: Buffer): string => `${VERSION}${idOf(key)}.`;

const toBytes = (place: AssociatedData): Buffer => Buffer.from(JSON.stringify(place));

function tryKey(key: Buffer, sealed: string, place: AssociatedData): string | null {
  const isFirst = isOfFirstForm(sealed);
  const prefix = isFirst ? FIRST_VERSION : prefixOf(key);
  if (!sealed.startsWith(prefix)) return null;
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
  if (prefix + bytes.toString('base64url') !== sealed) return null; // not canonical base64url: it was changed
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    if (!isFirst) decipher.setAAD(toBytes(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
