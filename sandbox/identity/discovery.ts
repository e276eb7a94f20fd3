import type { Tenant } from '../tenant.ts';
import { issuerV2 } from './tokens.ts';

/** The endpoints' paths below `<origin>/<tenant id>`. */
export const PATHS = {
  discovery: '/v2.0/.well-known/openid-configuration',
  authorize: '/oauth2/v2.0/authorize',
  token: '/oauth2/v2.0/token',
  logout: '/oauth2/v2.0/logout',
  keys: '/discovery/v2.0/keys',
  adminConsent: '/adminconsent',
} as const;

/**
 * The discovery document. Its issuer is the production one, its endpoints are the stand-in's: an MSAL client with the
 * production authority uses it as `authorityMetadata` and never calls another host.
 */
export function discoveryDocument(tenant: Tenant, origin: string): Record<string, unknown> {
  const base = `${origin}/${tenant.id}`;
  return {
    issuer: issuerV2(tenant.id),
    authorization_endpoint: base + PATHS.authorize,
    token_endpoint: base + PATHS.token,
    end_session_endpoint: base + PATHS.logout,
    jwks_uri: base + PATHS.keys,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
  };
}

/** The instance discovery document, which MSAL requests for an unknown authority. */
export function instanceDiscovery(tenant: Tenant, origin: string): Record<string, unknown> {
  const { host } = new URL(origin);
  return {
    tenant_discovery_endpoint: `${origin}/${tenant.id}${PATHS.discovery}`,
    'api-version': '1.1',
    metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
  };
}
