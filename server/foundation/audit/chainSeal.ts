import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Chain } from './chain.ts';
import type { SignedRedaction } from './redactionRules.ts';

/**
 * Binds the two ends of the chain to the key of the installation. Every row is in the hash of the newest, so that whoever
 * can write to the database, and has not the key, can neither cut the chain, nor write it anew, nor begin it again.
 */
export interface ChainSeal {
  /** HMAC-SHA-256 (hex) of both ends. */
  sign(chain: Chain): string;
  /** True for what this key, or one it took the place of, has signed. */
  isGenuine(chain: Chain & { mac: string | null }): boolean;
  /** HMAC-SHA-256 (hex) of what a row of the chain holds from now on. */
  signRedaction(redaction: Omit<SignedRedaction, 'mac'>): string;
  isGenuineRedaction(redaction: SignedRedaction): boolean;
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
  const sign = (content: Content) => macOf(derive(keys()[0]!), content).toString('hex');
  function isGenuine(mac: string | null, content: Content): boolean {
    if (mac === null || !/^[0-9a-f]{64}$/.test(mac)) return false;
    const given = Buffer.from(mac, 'hex');
    const isBy = (each: Buffer) => timingSafeEqual(macOf(derive(each), content), given);
    return [false, true].some((isStale) => keys(isStale).some(isBy));
  }
  return {
    sign: (chain) => sign(ofChain(chain)),
    isGenuine: ({ mac, ...chain }) => isGenuine(mac, ofChain(chain)),
    signRedaction: (redaction) => sign(ofRedaction(redaction)),
    isGenuineRedaction: ({ mac, ...redaction }) => isGenuine(mac, ofRedaction(redaction)),
  };
}

type Content = (string | number)[];

const ofChain = ({ first, last }: Chain): Content => [first.position, first.hash, last.position, last.hash];

/** Its first word keeps it from ever standing for the ends of a chain. */
const ofRedaction = ({ position, hash, digest, redactedBy }: Omit<SignedRedaction, 'mac'>): Content => [
  'redaction',
  position,
  hash,
  digest,
  redactedBy,
];

const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32));

const macOf = (key: Buffer, content: Content): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(content)).digest();
