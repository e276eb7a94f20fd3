// cspell:ignore openidconfiguration serviceurl
import type { FastifyInstance } from 'fastify';
import type { JWTPayload } from 'jose';
import { createSigning, type Signing, type SignOptions } from '../identity/signing.ts';
import { BOT_FRAMEWORK } from '../identity/scopes.ts';
import { requireLocalCommand } from '../identity/localOnly.ts';
import type { Tenant } from '../tenant.ts';

/** The origin of the signing keys of the service between Teams and bots. */
export const KEY_ORIGIN = 'https://login.botframework.com';
const KEY_DOCUMENT = '/v1/.well-known/openidconfiguration';
const KEYS = '/v1/.well-known/keys';

const LIFETIME_SECONDS = 3600;

/** Stands in for the service between Teams and a bot: signs what it delivers (behaviour 5.2). */
export interface ChannelService {
  /** Signs exactly these claims; `iat`, `nbf` and `exp` are added where absent. */
  signing: Signing;
  /** The token for an activity to the tenant's bot. @param claims replace those that Teams would send */
  sign(activity: { serviceUrl?: string }, claims?: JWTPayload, options?: SignOptions): Promise<string>;
}

/** @param now epoch milliseconds */
export async function createChannelService({ registrations }: Tenant, now: () => number): Promise<ChannelService> {
  const signing = await createSigning({ endorsements: ['msteams'] }, LIFETIME_SECONDS, now);
  return {
    signing,
    sign: ({ serviceUrl }, claims, options) =>
      signing.sign({ serviceurl: serviceUrl, iss: BOT_FRAMEWORK, aud: registrations.bot.clientId, ...claims }, options),
  };
}

/**
 * The key document for bots, and a route with which `npm run sandbox:teams` gets activities signed.
 * @param origin of the stand-in, known once it listens
 */
export function channelServiceRoutes(app: FastifyInstance, service: ChannelService, origin: () => string): void {
  app.get(KEY_DOCUMENT, () => ({
    issuer: BOT_FRAMEWORK,
    authorization_endpoint: 'https://invalid.botframework.com',
    jwks_uri: origin() + KEYS,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
  }));
  app.get(KEYS, () => service.signing.jwks());
  app.post<{ Body: { serviceUrl?: string } }>(
    '/sandbox/teams/token',
    { preHandler: requireLocalCommand },
    async ({ body }) => ({ token: await service.sign(body) }),
  );
}
