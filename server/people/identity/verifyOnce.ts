import { LRUCache } from 'lru-cache';
import { sha256 } from '../../foundation/isSame.ts';

/** The result of a verification, and the period in which it holds, in ms since 1970. */
export interface Verification<Verified> {
  verified: Verified;
  from: number;
  until: number;
}

interface Settings {
  /** Identifies the known signing keys: changes each time they are fetched. */
  keys(): number;
  /** Whether those keys may still be used. */
  areFresh(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Tokens to remember; the least recently used one is dropped. */
  most?: number;
}

const MOST = 10_000;

/**
 * Verifies a token once, and recognises it by its hash as long as it is valid and its signing keys are current.
 * Concurrent calls with the same new token share one verification. Only valid tokens are remembered, so invalid ones
 * cannot evict any.
 */
export function verifyOnce<Verified>(
  verify: (token: string) => Promise<Verification<Verified>>,
  { keys, areFresh, now, most = MOST }: Settings,
): (token: string) => Promise<Verified> {
  const known = new LRUCache<string, Verification<Verified> & { keys: number }>({ max: most });
  const underWay = new Map<string, Promise<Verified>>();

  const stillHolds = (entry: Verification<Verified> & { keys: number }): boolean =>
    areFresh() && entry.keys === keys() && entry.from <= now() && now() < entry.until;

  async function verifyNew(token: string, hash: string): Promise<Verified> {
    const before = keys();
    const verification = await verify(token);
    if (keys() === before) known.set(hash, { ...verification, keys: before }); // or a key that is gone may have signed it
    return verification.verified;
  }

  return (token) => {
    const hash = sha256(token).toString('base64');
    const entry = known.get(hash);
    if (entry && stillHolds(entry)) return Promise.resolve(entry.verified);
    known.delete(hash);
    const verifying = underWay.get(hash) ?? verifyNew(token, hash).finally(() => underWay.delete(hash));
    underWay.set(hash, verifying);
    return verifying;
  };
}
