import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Chain } from './chain.ts';
import type { SignedRedaction } from './redactionRules.ts';

/**
 * Binds both ends of the chain to the installation's key. The newest row's hash covers all rows, so an attacker who can
 * write to the database but lacks the key can neither cut the chain, nor rewrite it, nor start a new one.
 */
export interface ChainSeal {
  /** HMAC-SHA-256 (hex) of both ends. */
  sign(chain: Chain): string;
  /** True if the signature is by this key or a former one. */
  isGenuine(chain: Chain & { mac: string | null }): boolean;
  /** HMAC-SHA-256 (hex) of a row's redacted content. */
  signRedaction(redaction: Omit<SignedRedaction, 'mac'>): string;
  isGenuineRedaction(redaction: SignedRedaction): boolean;
}

const PURPOSE = 'handback audit chain v1';

/** The installation's keys, the signing one first. `isStale`: the cached keys did not match, read them again. */
type Keys = (isStale?: boolean) => readonly Buffer[];

/**
 * @param key the installation's, 32 bytes, or a function that returns it and its predecessors
 * @param former earlier keys: their signatures are valid, and the next sealed row is signed with `key`
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

/** The first word keeps it from being mistaken for the ends of a chain. */
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
