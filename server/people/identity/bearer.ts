import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { forbidden, ProblemError, unavailable } from '../../foundation/errors.ts';
import { TokenExpired } from '../../foundation/http/authenticate.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { LOGIN_ORIGIN } from './registrations.ts';
import { verifyOnce, type Verification } from './verifyOnce.ts';

/** The content of a valid access token. Names and addresses in it are ignored: people can change those. */
export interface VerifiedToken {
  /** `app`: a program that signed in as itself, without a person. */
  kind: 'user' | 'app';
  /** Object id in our tenant, also for guests. */
  oid: string;
  tid: string;
  appRoles: string[];
  /** The registration the token was issued to. */
  clientId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface BearerOptions {
  tenantId: string;
  /** The client registration, to which accepted tokens were issued. */
  clientId: string;
  /** The server registration, the audience of accepted tokens. */
  directoryClientId: string;
  extraClientIds?: string[];
  /** The audience, if it is not the server registration. */
  audience?: string[];
  /** The scope a person's token must have; `User.Read` by default. */
  scope?: string;
  platformFetch: Fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The minimum time between two fetches of signing keys, however many unknown keys come. */
  keyCooldownMs?: number;
}

export type VerifyBearer = (authorization: string | undefined) => Promise<VerifiedToken>;

const MAX_TOKEN_LENGTH = 16 * 1024;
const CLOCK_TOLERANCE_SECONDS = 120;
const KEY_MAX_AGE_MS = 60 * 60_000;

/** The claims we read, for both versions of access tokens; `azp` is version 2's name for `appid`. */
const Claims = z.object({
  iss: z.string(),
  oid: z.guid(),
  tid: z.guid(),
  exp: z.number(),
  nbf: z.number(),
  ver: z.enum(['1.0', '2.0']),
  azp: z.string().optional(),
  appid: z.string().optional(),
  scp: z.string().optional(),
  idtyp: z.string().optional(),
  roles: z.array(z.string()).optional(),
});
type Claims = z.infer<typeof Claims>;

/**
 * Verifies the bearer access tokens of API requests (behaviour 5.1): Entra's versions 1 and 2, for our server
 * registration, from our tenant, issued to a known client.
 *
 * @throws ProblemError from the returned function: `unauthenticated`; `forbidden` if the token is genuine but its
 * client or scope is not accepted; `unavailable` if the signing keys cannot be fetched
 */
export function createBearerVerifier(options: BearerOptions): VerifyBearer {
  const tenantId = options.tenantId.toLowerCase();
  const issuers = { '1.0': `https://sts.windows.net/${tenantId}/`, '2.0': `${LOGIN_ORIGIN}/${tenantId}/v2.0` };
  const { audience = [options.directoryClientId, `api://${options.directoryClientId}`], scope = 'User.Read' } = options;
  const clients = new Set([options.clientId, ...(options.extraClientIds ?? [])]);
  let fetches = 0;
  const keys = createRemoteJWKSet(new URL(`${LOGIN_ORIGIN}/${tenantId}/discovery/v2.0/keys`), {
    cooldownDuration: options.keyCooldownMs ?? 30_000,
    cacheMaxAge: KEY_MAX_AGE_MS,
    async [customFetch](...call) {
      const response = await options.platformFetch(...call);
      fetches++;
      return response;
    },
  });

  async function verify(token: string): Promise<Verification<VerifiedToken>> {
    const payload = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: Object.values(issuers),
      audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'iat', 'nbf', 'oid', 'tid', 'ver'],
      currentDate: new Date(options.now()),
    }).then(
      (result) => result.payload,
      (error: unknown) => {
        throw refusal(error);
      },
    );
    const claims = readClaims(payload);
    if (claims.tid !== tenantId || claims.iss !== issuers[claims.ver]) throw invalidToken();
    const clientId = claims.ver === '2.0' ? claims.azp : claims.appid;
    if (!clientId || !clients.has(clientId))
      throw forbidden('Sign in through this product; the token is for another application.');
    const kind = kindOf(claims);
    if (kind === 'user' && !claims.scp?.split(' ').includes(scope))
      throw forbidden(`The token lacks the scope ${scope}.`);
    const { oid, tid, roles: appRoles = [] } = claims;
    return {
      verified: { kind, oid, tid, appRoles, clientId, expiresAt: claims.exp * 1000 },
      from: (claims.nbf - CLOCK_TOLERANCE_SECONDS) * 1000,
      until: (claims.exp + CLOCK_TOLERANCE_SECONDS) * 1000,
    };
  }

  const verifyToken = verifyOnce(verify, { keys: () => fetches, areFresh: () => keys.fresh, now: options.now });
  return async (authorization) => verifyToken(bearerOf(authorization));
}

/** Checks the length before anything is decoded. */
function bearerOf(authorization: string | undefined): string {
  if (!authorization) throw new ProblemError('unauthenticated', 'A bearer token is needed.');
  if (authorization.length > MAX_TOKEN_LENGTH) throw invalidToken();
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (!token) throw invalidToken();
  return token;
}

function readClaims(payload: JWTPayload): Claims {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw invalidToken();
  return claims.data;
}

const kindOf = ({ idtyp, roles, scp }: Claims): VerifiedToken['kind'] =>
  idtyp === 'app' || (roles && !scp) ? 'app' : 'user';

const invalidToken = (): ProblemError => new ProblemError('unauthenticated', 'The token is not valid.');

/** Errors caused by the token; all other errors during verification are the key server's. */
const TOKEN_FAULTS = [
  errors.JWTInvalid,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

function refusal(error: unknown): ProblemError {
  if (error instanceof errors.JWTExpired) return new TokenExpired();
  if (TOKEN_FAULTS.some((fault) => error instanceof fault)) return invalidToken();
  return unavailable('The keys that sign tokens cannot be fetched right now.');
}
