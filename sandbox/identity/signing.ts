import { randomBytes } from 'node:crypto';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';

interface SigningKey {
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export interface Signing {
  /** Published keys, the one in use first. */
  jwks(): JSONWebKeySet;
  /** For `jwtVerify`: finds the key among those published at that moment. */
  verificationKey: JWTVerifyGetKey;
  /** `iat`, `nbf` and `exp` are filled in where the claims lack them. */
  sign(claims: JWTPayload, options?: SignOptions): Promise<string>;
  /** A new key signs from now on; earlier ones stay published unless they are to be forgotten. */
  rotate(options?: { forgetEarlier?: boolean }): Promise<void>;
}

export interface SignOptions {
  lifetimeSeconds?: number;
  header?: Partial<JWTHeaderParameters>;
}

/** The key with which each sandbox of this process begins, under a name of its own: making one takes a third of a second. */
let firstPair: ReturnType<typeof generateKeyPair> | undefined;

async function createKey(pair = generateKeyPair('RS256')): Promise<SigningKey> {
  const { privateKey, publicKey } = await pair;
  const kid = randomBytes(16).toString('base64url');
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } };
}

/**
 * @param about what is published with every key
 * @param now epoch milliseconds
 */
export async function createSigning(
  about: Record<string, unknown>,
  lifetimeSeconds: number,
  now: () => number,
): Promise<Signing> {
  let keys: [SigningKey, ...SigningKey[]] = [await createKey((firstPair ??= generateKeyPair('RS256')))];
  const jwks = () => ({ keys: keys.map(({ publicJwk }) => ({ ...publicJwk, ...about })) });
  return {
    jwks,
    verificationKey: (header, token) => createLocalJWKSet(jwks())(header, token),
    async sign(claims, options = {}) {
      const [{ privateKey, publicJwk }] = keys;
      const iat = Math.floor(now() / 1000);
      return new SignJWT({ iat, nbf: iat, exp: iat + (options.lifetimeSeconds ?? lifetimeSeconds), ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: publicJwk.kid, ...options.header })
        .sign(privateKey);
    },
    async rotate(options = {}) {
      const key = await createKey();
      keys = options.forgetEarlier ? [key] : [key, ...keys];
    },
  };
}
