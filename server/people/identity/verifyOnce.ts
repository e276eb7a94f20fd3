import { LRUCache } from 'lru-cache';
import { sha256 } from '../../foundation/isSame.ts';

/** What a verification came to, and between which instants it holds; in ms since 1970. */
export interface Verification<Verified> {
  verified: Verified;
  from: number;
  until: number;
}

interface Settings {
  /** Says which signing keys are known: another value each time that they were fetched. */
  keys(): number;
  /** Whether those keys may still be relied on. */
  areFresh(): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** So many tokens are remembered; the one that was used longest ago makes room. */
  most?: number;
}

const MOST = 10_000;

/**
 * Verifies a token once, and knows it again by its hash while it is valid and the keys that signed it stand. Calls that
 * bring the same new token at once verify it once. Only good tokens are remembered: bad ones, however many, push none out.
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
    if (keys() === before) known.set(hash, { ...verification, keys: before }); // else it may be by a key that has gone
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
