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
  /** The published keys, current one first. */
  jwks(): JSONWebKeySet;
  /** For `jwtVerify`: finds the key among those currently published. */
  verificationKey: JWTVerifyGetKey;
  /** Adds `iat`, `nbf` and `exp` if missing. */
  sign(claims: JWTPayload, options?: SignOptions): Promise<string>;
  /** Switches to a new key; old ones stay published unless `forgetEarlier`. */
  rotate(options?: { forgetEarlier?: boolean }): Promise<void>;
}

export interface SignOptions {
  lifetimeSeconds?: number;
  header?: Partial<JWTHeaderParameters>;
}

/** The initial key of all sandboxes in this process, shared because generating one takes a third of a second. */
let firstPair: ReturnType<typeof generateKeyPair> | undefined;

async function createKey(pair = generateKeyPair('RS256')): Promise<SigningKey> {
  const { privateKey, publicKey } = await pair;
  const kid = randomBytes(16).toString('base64url');
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } };
}

/**
 * @param about properties published with every key
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
