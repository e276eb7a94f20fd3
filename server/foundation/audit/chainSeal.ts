import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Chain } from './chain.ts';

/**
 * Binds the two ends of the chain to the key of the installation. Every row is in the hash of the newest, so that whoever
 * can write to the database, and has not the key, can neither cut the chain, nor write it anew, nor begin it again.
 */
export interface ChainSeal {
  /** HMAC-SHA-256 (hex) of both ends. */
  sign(chain: Chain): string;
  /** True for what this key, or one it took the place of, has signed. */
  isGenuine(chain: Chain & { mac: string | null }): boolean;
}

const PURPOSE = 'handback audit chain v1';

/** The keys of the installation, the one that signs first; `isStale`: they did not suffice, look for others. */
type Keys = (isStale?: boolean) => readonly Buffer[];

/**
 * @param key the installation's, 32 bytes, or a function that gives it and those it took the place of
 * @param former keys that it took the place of: what they signed counts, and the next sealed row is signed with `key`
 */
export function createChainSeal(key: Buffer | Keys, former: Buffer[] = []): ChainSeal {
  const keys: Keys = typeof key === 'function' ? key : () => [key, ...former];
  const isBy = (each: Buffer, mac: Buffer, chain: Chain) => timingSafeEqual(macOf(derive(each), chain), mac);
  return {
    sign: (chain) => macOf(derive(keys()[0]!), chain).toString('hex'),
    isGenuine({ mac, ...chain }) {
      if (mac === null || !/^[0-9a-f]{64}$/.test(mac)) return false;
      const given = Buffer.from(mac, 'hex');
      return [false, true].some((isStale) => keys(isStale).some((each) => isBy(each, given, chain)));
    },
  };
}

const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32));

const macOf = (key: Buffer, { first, last }: Chain): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([first.position, first.hash, last.position, last.hash]))
    .digest();
