import type { JSONWebKeySet, JWTPayload } from 'jose';
import { apiScope, findPerson, registrationKey, type RegistrationKey, type Tenant } from '../tenant.ts';
import { createGrants, type Grants } from './grants.ts';
import { createSigning, type Signing, type SignOptions } from './signing.ts';
import { createIssuer, issuerV2, type IssueOptions } from './tokens.ts';

export interface TokenOptions extends IssueOptions {
  /** Default: the product's own API, `api://{directoryClientId}/User.Read`. */
  scope?: string;
  /** Default: the client registration. */
  clientId?: string;
}

/** The identity provider's handle for tests. */
export interface IdentityProvider {
  tenant: Tenant;
  signing: Signing;
  grants: Grants;
  jwks(): JSONWebKeySet;
  /** Signs exactly these claims; `iat`, `nbf` and `exp` are added where absent. */
  signToken(claims: JWTPayload, options?: SignOptions): Promise<string>;
  /** An access token for a person's client. @throws Error that lists the existing people; Refusal without consent */
  issueFor(email: string, options?: TokenOptions): Promise<string>;
  /**
   * An app-only access token.
   * @param resource such as `https://graph.microsoft.com`
   * @param key of the registration; default: the server registration
   */
  issueForApp(resource: string, key?: RegistrationKey): Promise<string>;
  rotateKeys(options?: { forgetEarlier?: boolean }): Promise<void>;
}

export interface IdentityOptions {
  /** The lifetime of access and ID tokens. Default: one hour. */
  lifetimeSeconds?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** An Entra-shaped identity provider for one tenant (behaviour 5.3); `routes.ts` adds HTTP. */
export async function createIdentityProvider(tenant: Tenant, options: IdentityOptions = {}): Promise<IdentityProvider> {
  const { lifetimeSeconds = 3600, now = Date.now } = options;
  const signing = await createSigning({ issuer: issuerV2(tenant.id) }, lifetimeSeconds, now);
  const issuer = createIssuer(tenant, signing, lifetimeSeconds);

  return {
    tenant,
    signing,
    grants: createGrants(tenant, signing, issuer, now),
    jwks: signing.jwks,
    signToken: signing.sign,
    rotateKeys: signing.rotate,
    async issueFor(email, { scope = apiScope(tenant), clientId, ...rest } = {}) {
      const person = findPerson(tenant, email);
      if (!person) {
        const names = tenant.people.filter(({ isGenerated }) => !isGenerated).map(({ mail }) => mail);
        throw new Error(`Nobody in the sandbox is called ${email}. There are: ${names.join(', ')}`);
      }
      const key = (clientId && registrationKey(tenant, clientId)) || 'client';
      return (await issuer.forPerson(tenant.registrations[key], person, scope, rest)).access_token;
    },
    async issueForApp(resource, key = 'server') {
      return (await issuer.forApp(tenant.registrations[key], resource)).access_token;
    },
  };
}
