import { createHash, randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Registration, Tenant, TenantPerson } from '../tenant.ts';
import { consentedScopes, findResource, parseScopes } from './scopes.ts';
import { WITH_SECOND_FACTOR } from './secondFactor.ts';
import type { Signing } from './signing.ts';

/** The real provider's issuers, which the product checks; it does not know about the sandbox. */
export const issuerV1 = (tenantId: string): string => `https://sts.windows.net/${tenantId}/`;
export const issuerV2 = (tenantId: string): string => `https://login.microsoftonline.com/${tenantId}/v2.0`;

const issuerOf = (tenant: Tenant, version: 1 | 2) => (version === 2 ? issuerV2(tenant.id) : issuerV1(tenant.id));

export interface IssueOptions {
  nonce?: string | undefined;
  version?: 1 | 2;
  lifetimeSeconds?: number;
  hasSecondFactor?: boolean;
}

/** The body of a successful token response, without a refresh token. */
export interface IssuedTokens {
  token_type: 'Bearer';
  scope?: string;
  expires_in: number;
  ext_expires_in: number;
  access_token: string;
  id_token?: string;
  client_info?: string;
}

export interface Issuer {
  forPerson(
    registration: Registration,
    person: TenantPerson,
    scope: string,
    options?: IssueOptions,
  ): Promise<IssuedTokens>;
  forApp(registration: Registration, resource: string): Promise<IssuedTokens>;
}

/** Guests keep their home identity: `preferred_username` is their own address, `idp` their home issuer. */
function personClaims(tenant: Tenant, person: TenantPerson, version: 1 | 2): JWTPayload {
  const home = person.guestOf;
  return {
    oid: person.id,
    tid: tenant.id,
    sub: createHash('sha256').update(person.id).digest('base64url'),
    name: person.displayName,
    uti: randomBytes(16).toString('base64url'),
    ver: version === 2 ? '2.0' : '1.0',
    ...(version === 2
      ? { preferred_username: home ? person.mail : person.userPrincipalName }
      : home
        ? { unique_name: person.mail, email: person.mail }
        : { upn: person.userPrincipalName, unique_name: person.userPrincipalName }),
    ...(home ? { idp: issuerV1(home.tenantId) } : {}),
  };
}

/** The claims that identify the application, in either token version. */
function clientClaims({ clientId, secret }: Registration, version: 1 | 2): JWTPayload {
  const strength = secret === null ? '0' : '1';
  return version === 2 ? { azp: clientId, azpacr: strength } : { appid: clientId, appidacr: strength };
}

/** Base64url JSON of the person's home ids, from which MSAL builds its account id. */
export const clientInfo = (tenant: Tenant, person: TenantPerson) =>
  Buffer.from(
    JSON.stringify({ uid: person.guestOf?.objectId ?? person.id, utid: person.guestOf?.tenantId ?? tenant.id }),
  ).toString('base64url');

/** Access tokens of version 1 and 2, and ID tokens, as behaviour 5.3 needs them. */
export function createIssuer(tenant: Tenant, signing: Signing, lifetimeSeconds: number): Issuer {
  const envelope = (accessToken: string, seconds = lifetimeSeconds) =>
    ({ token_type: 'Bearer', expires_in: seconds, ext_expires_in: seconds, access_token: accessToken }) as const;

  const idToken = (registration: Registration, person: TenantPerson, nonce?: string) =>
    signing.sign({
      ...personClaims(tenant, person, 2),
      iss: issuerV2(tenant.id),
      aud: registration.clientId,
      ...(person.mail ? { email: person.mail } : {}),
      ...(nonce ? { nonce } : {}),
    });

  return {
    async forPerson(registration, person, scope, options = {}) {
      const { resource: spelling, names, openId } = parseScopes(scope);
      const resource = findResource(tenant, spelling, options.version);
      const granted = names.length > 0 ? consentedScopes(registration, person, resource, names) : openId;
      const claims = {
        ...personClaims(tenant, person, resource.version),
        ...clientClaims(registration, resource.version),
        iss: issuerOf(tenant, resource.version),
        aud: resource.audience,
        scp: granted.join(' '),
        ...(options.hasSecondFactor ? { amr: WITH_SECOND_FACTOR } : {}),
        ...(resource.key === 'server' && person.appRoles.length > 0 ? { roles: person.appRoles } : {}),
      };
      const asked = scope.split(/\s+/);
      const spelt = granted.map((name) => (asked.includes(name) ? name : `${spelling}/${name}`));
      return {
        ...envelope(await signing.sign(claims, options), options.lifetimeSeconds),
        scope: [...new Set([...spelt, ...openId])].join(' '),
        ...(openId.includes('openid') ? { id_token: await idToken(registration, person, options.nonce) } : {}),
        client_info: clientInfo(tenant, person),
      };
    },

    async forApp(registration, resourceName) {
      const { key, audience, version } = findResource(tenant, resourceName);
      const roles = registration.application[key] ?? [];
      const claims = {
        oid: registration.servicePrincipalId,
        sub: registration.servicePrincipalId,
        tid: tenant.id,
        idtyp: 'app',
        ver: version === 2 ? '2.0' : '1.0',
        ...clientClaims(registration, version),
        iss: issuerOf(tenant, version),
        aud: audience,
        ...(roles.length > 0 ? { roles } : {}),
      };
      return envelope(await signing.sign(claims));
    },
  };
}
