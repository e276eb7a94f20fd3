import type { AuthenticationResult, ConfidentialClientApplication, ICachePlugin } from '@azure/msal-node';
import { readClaims } from '../../../contract/claimsChallenge.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { networkClient } from './networkClient.ts';
import { LOGIN_ORIGIN } from './registrations.ts';
import type { Registrations } from './registrationSettings.ts';

/** A token of one person, and the tokens to store afterwards. */
export interface Acquired {
  accessToken: string;
  /** Serialised by MSAL; null: nothing has changed. */
  tokens: string | null;
}

/** Why there is no token. */
export type AcquireFailure =
  | 'sign_in_required'
  /** The tokens are valid, but not good enough: conditional access demands more of the sign-in. */
  | 'interaction_required'
  | 'consent_missing'
  | 'refused'
  | 'unreachable';

export class AcquireError extends Error {
  constructor(
    readonly reason: AcquireFailure,
    /** What the next sign-in has to ask for; null: the provider has not said. */
    readonly claims: string | null = null,
  ) {
    super(`No token on behalf of a person: ${reason}.`);
    this.name = 'AcquireError';
  }
}

interface Held {
  /** As MSAL serialises them; empty: none yet. */
  tokens: string;
}

/**
 * The server registration acting for one person (behaviour 5.3 B). MSAL gets the tokens of this person only, and the
 * result is checked: a token of anybody else is never returned.
 */
export interface DelegatedApplication {
  /** Exchanges the token the person has sent us. @param scopes all of one resource @throws AcquireError */
  exchange(person: string, assertion: string, scopes: readonly string[]): Promise<Acquired>;
  /** A token from the stored ones, renewed if it has expired. @throws AcquireError */
  renew(person: string, held: Held, scope: string): Promise<Acquired>;
}

type Ids = Pick<Registrations, 'tenantId' | 'directoryClientId' | 'directoryClientSecret'>;

export function createDelegatedApplication(ids: Ids, platformFetch: Fetch): DelegatedApplication {
  async function withTokens(
    person: string,
    tokens: string,
    acquire: (application: ConfidentialClientApplication) => Promise<AuthenticationResult | null>,
  ): Promise<Acquired> {
    const cache = keeping(tokens);
    const result = await open(ids, platformFetch, cache.plugin).then(acquire).catch(refuse);
    if (result?.uniqueId !== person || result.tenantId !== ids.tenantId) throw new AcquireError('sign_in_required');
    return { accessToken: result.accessToken, tokens: cache.changed() };
  }

  return {
    exchange: (person, oboAssertion, scopes) =>
      withTokens(person, '', (application) =>
        application.acquireTokenOnBehalfOf({ oboAssertion, scopes: [...scopes] }),
      ),
    renew: (person, { tokens }, scope) =>
      withTokens(person, tokens, async (application) => {
        const accounts = await application.getTokenCache().getAllAccounts();
        const account = accounts.find(({ localAccountId }) => localAccountId === person);
        if (!account) throw new AcquireError('sign_in_required');
        return application.acquireTokenSilent({ account, scopes: [scope] });
      }),
  };
}

async function open(
  { tenantId, directoryClientId, directoryClientSecret }: Ids,
  platformFetch: Fetch,
  plugin: ICachePlugin,
) {
  const { ConfidentialClientApplication } = await import('@azure/msal-node');
  return new ConfidentialClientApplication({
    auth: {
      clientId: directoryClientId,
      clientSecret: directoryClientSecret ?? '',
      authority: `${LOGIN_ORIGIN}/${tenantId}`,
    },
    cache: { cachePlugin: plugin },
    system: { networkClient: networkClient(platformFetch) },
  });
}

/** Gives MSAL the stored tokens, and keeps what it changes. */
function keeping(tokens: string): { plugin: ICachePlugin; changed(): string | null } {
  let kept = tokens;
  let hasChanged = false;
  return {
    plugin: {
      async beforeCacheAccess({ tokenCache }) {
        if (kept !== '') tokenCache.deserialize(kept);
      },
      async afterCacheAccess({ tokenCache, cacheHasChanged }) {
        if (!cacheHasChanged) return;
        kept = tokenCache.serialize();
        hasChanged = true;
      },
    },
    changed: () => (hasChanged ? kept : null),
  };
}

/** The provider's error numbers for missing consent. */
const CONSENT = /AADSTS(65001|650057|90094|65004)\b/;
const OF_THE_REGISTRATION = [
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_scope',
  'invalid_resource',
];
/** Those of conditional access, such as a missing second factor or a device that is not managed. */
const CONDITIONS = /AADSTS(50072|50074|50076|50079|50158|5300[0-4])\b/;
const OVER = ['invalid_grant', 'login_required', 'no_tokens_found', 'no_account_found', 'token_refresh_required'];

type Told = Record<'errorCode' | 'subError' | 'message' | 'claims', string>;

function refuse(error: unknown): never {
  if (error instanceof AcquireError) throw error;
  const { errorCode = '', subError = '', message = '', claims = '' } = error as Partial<Told>;
  if (subError === 'consent_required' || errorCode === 'consent_required' || CONSENT.test(message))
    throw new AcquireError('consent_missing');
  if (claims !== '' || errorCode === 'interaction_required' || CONDITIONS.test(message))
    throw new AcquireError('interaction_required', readClaims(claims));
  if (OVER.includes(errorCode)) throw new AcquireError('sign_in_required');
  throw new AcquireError(OF_THE_REGISTRATION.includes(errorCode) ? 'refused' : 'unreachable');
}
