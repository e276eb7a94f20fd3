import {
  AuthError,
  InteractionRequiredAuthError,
  PublicClientApplication,
  ServerError,
  type AccountInfo,
  type ICachePlugin,
  type INetworkModule,
  type NetworkRequestOptions,
} from '@azure/msal-node';
import { readClaims } from '../../contract/claimsChallenge.ts';
import type { ClientConfig } from '../../contract/client.ts';
import { isSearchScope } from '../../contract/signInRules.ts';
import type { SignedIn } from '../bridge.ts';
import type { BrowserPages } from './browserPages.ts';
import type { Fetch, Log } from './ports.ts';
import type { Sealed } from './sealed.ts';

/** The sign-in to one server. Tokens never leave the main process. */
export interface SignIn {
  state(): Promise<SignedIn>;
  /**
   * Opens the default browser and waits for the sign-in; opens it again if called while waiting.
   *
   * @param claims that the organisation demands of the signed-in person; null: none
   */
  signIn(claims: string | null): Promise<SignedIn>;
  signOut(): Promise<void>;
  /**
   * For the server's API; null: nobody is signed in, or they have to sign in again. @throws if the server is
   * unreachable
   */
  token(options?: TokenOptions): Promise<string | null>;
  /** For the search service; null: none is needed, or none was issued. @throws as above */
  searchToken(): Promise<string | null>;
  /** For Microsoft Graph, with the first permission that was granted; null: none was. @throws as above */
  graphToken(permissions: readonly string[]): Promise<string | null>;
}

export interface TokenOptions {
  isRenewed?: boolean;
  /** The user name that must be signed in; null: any. */
  of?: string | null;
}

export interface SignInParts {
  config(): Promise<ClientConfig>;
  /** MSAL's cache: refresh tokens and their accounts. */
  cache: Sealed;
  isKept(): Promise<boolean>;
  openBrowser(url: string): Promise<void>;
  fetch: Fetch;
  log: Log;
  pages: BrowserPages;
}

/**
 * Signs people in through the default browser and a loopback address (RFC 8252), with PKCE. Tries the server's scope
 * sets in order (behaviour 5.3 A) until one is not refused.
 */
export function createSignIn(parts: SignInParts): SignIn {
  const { cache, isKept, log } = parts;
  const tenant = createTenant(parts);
  let refusal: string | null = null;
  let isEnded = false;
  let underWay: Promise<SignedIn> | null = null;

  async function state(): Promise<SignedIn> {
    const account = await tenant.account();
    const shown = account && { displayName: account.name || account.username, username: account.username };
    return { account: shown, refusal, isKept: await isKept() };
  }

  async function attempt(demanded: string | null): Promise<SignedIn> {
    refusal = null;
    try {
      const { scopeFallbacks, apiScope } = await tenant.auth();
      const claims = readClaims(demanded);
      // the API's token needs the claims, because the server exchanges it
      if (claims === null) await withFallbacks(scopeFallbacks, tenant.interact);
      else await tenant.interact([apiScope], claims);
      isEnded = false;
      if ((await token()) === null) await tenant.interact([apiScope]);
      isEnded = false;
      log.info('signed in', { kept: await isKept() });
    } catch (error) {
      refusal = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      log.warn('sign-in failed', { code: error instanceof AuthError ? error.errorCode : 'unknown' });
    }
    return state();
  }

  async function token(options: TokenOptions = {}): Promise<string | null> {
    if (isEnded) return null;
    try {
      return await tenant.token((await tenant.auth()).apiScope, options);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      isEnded = true;
      log.warn('sign-in has ended', { code: (error as AuthError).errorCode });
      return null;
    }
  }

  return {
    state,
    signIn(claims) {
      if (underWay) void tenant.openAgain(); // the person may have closed the page
      return (underWay ??= attempt(claims).finally(() => (underWay = null)));
    },
    token,
    ...otherTokens(parts, tenant, () => isEnded),
    async signOut() {
      await tenant.forget().catch(() => undefined); // the file is deleted in any case
      await cache.write(null);
      log.info('signed out');
    },
  };
}

/** Optional tokens: without one, only the calls that need it are refused. */
function otherTokens(
  { config, log }: Pick<SignInParts, 'config' | 'log'>,
  tenant: Pick<ReturnType<typeof createTenant>, 'token'>,
  isEnded: () => boolean,
): Pick<SignIn, 'searchToken' | 'graphToken'> {
  async function tokenFor(scope: string | null): Promise<string | null> {
    if (isEnded() || scope === null) return null;
    return tenant.token(scope).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      log.warn('no token', { scope, code: (error as AuthError).errorCode });
      return null;
    });
  }
  return {
    async searchToken() {
      const { searchScope } = (await config()).auth; // may change at any time
      if (searchScope === null || isSearchScope(searchScope)) return tokenFor(searchScope);
      log.warn('scope of the search refused', { scope: searchScope.slice(0, 200) });
      return null;
    },
    async graphToken(permissions) {
      for (const permission of permissions) {
        const token = await tokenFor(`https://graph.microsoft.com/${permission}`);
        if (token !== null) return token;
      }
      return null;
    },
  };
}

/** MSAL, configured for the server's tenant. */
function createTenant({ config, cache, openBrowser, fetch, log, pages }: SignInParts) {
  let opened: Promise<{ application: PublicClientApplication; auth: ClientConfig['auth'] }> | null = null;
  let address: string | null = null;
  const open = () =>
    (opened ??= config()
      .then(({ auth }) => ({ auth, application: createApplication(auth, { cache, fetch, log }) }))
      .catch((error: unknown) => {
        opened = null; // the next attempt reads the configuration again
        throw error;
      }));
  const account = async (): Promise<AccountInfo | null> => {
    const { application } = await open();
    return (await application.getTokenCache().getAllAccounts())[0] ?? null;
  };
  return {
    account,
    auth: async () => (await open()).auth,
    /** Signs a person in and removes all other accounts. */
    async interact(scopes: string[], claims?: string): Promise<void> {
      const { application } = await open();
      const demand = claims === undefined ? {} : { claims, loginHint: (await account())?.username };
      const templates = { successTemplate: pages.done, errorTemplate: pages.failed };
      const show = (url: string) => openBrowser((address = url));
      const { account: own } = await application.acquireTokenInteractive({
        scopes,
        ...demand,
        openBrowser: show,
        ...templates,
      });
      const tokens = application.getTokenCache();
      for (const each of await tokens.getAllAccounts())
        if (own && each.homeAccountId !== own.homeAccountId) await tokens.removeAccount(each);
    },
    /** Reopens the sign-in page that is waited for. */
    openAgain: async () => (address === null ? undefined : openBrowser(address)),
    /** @returns null if nobody is signed in, or a person other than `of` */
    async token(scope: string, { isRenewed = false, of = null }: TokenOptions = {}): Promise<string | null> {
      const { application } = await open();
      const own = await account();
      if (!own || (of !== null && own.username !== of)) return null;
      const result = await application.acquireTokenSilent({ account: own, scopes: [scope], forceRefresh: isRenewed });
      return result.accessToken;
    },
    /** Makes no call, so it also works offline. */
    async forget(): Promise<void> {
      const before = opened;
      opened = null;
      const tokens = (await before)?.application.getTokenCache();
      for (const each of (await tokens?.getAllAccounts()) ?? []) await tokens!.removeAccount(each);
    },
  };
}

/** @throws the error of the last refused set, or the first error of another kind */
async function withFallbacks(sets: string[][], attempt: (scopes: string[]) => Promise<void>): Promise<void> {
  for (const [place, scopes] of sets.entries()) {
    try {
      return await attempt(scopes);
    } catch (error) {
      if (!isRefused(error) || place === sets.length - 1) throw error;
    }
  }
}

const isConsent = ({ errorCode, subError }: AuthError): boolean =>
  errorCode === 'consent_required' || subError === 'consent_required';

const isRefused = (error: unknown): boolean =>
  error instanceof AuthError &&
  (isConsent(error) || (error instanceof ServerError && error.errorCode === 'access_denied'));

const isLost = (error: unknown): boolean =>
  error instanceof AuthError && ['no_tokens_found', 'refresh_token_expired', 'invalid_grant'].includes(error.errorCode);

const isRefusal = (error: unknown): boolean => error instanceof InteractionRequiredAuthError || isLost(error);

function createApplication(
  auth: ClientConfig['auth'],
  { cache, fetch, log }: Pick<SignInParts, 'cache' | 'fetch' | 'log'>,
): PublicClientApplication {
  return new PublicClientApplication({
    auth: {
      clientId: auth.clientId,
      authority: auth.authority,
      knownAuthorities: auth.knownAuthorities,
      authorityMetadata: auth.authorityMetadata ?? undefined,
    },
    cache: { cachePlugin: keptIn(cache, log) },
    system: { networkClient: through(fetch) },
  });
}

const keptIn = (cache: Sealed, log: Log): ICachePlugin => ({
  async beforeCacheAccess({ tokenCache }) {
    const text = await cache.read();
    if (text === null) return;
    try {
      tokenCache.deserialize(text);
    } catch {
      // invalid: the person has to sign in again
      log.warn('sign-in unreadable');
      tokenCache.deserialize(''); // MSAL kept the invalid cache and would fail on every call
      await cache.write(null);
    }
  },
  async afterCacheAccess({ tokenCache, cacheHasChanged }) {
    if (cacheHasChanged) await cache.write(tokenCache.serialize());
  },
});

/** MSAL has no timeout of its own. */
const CALL_WITHIN_MS = 15_000;

/** Makes MSAL's calls through Electron, which uses the system's proxy and certificates. */
export function through(fetch: Fetch, callWithinMs = CALL_WITHIN_MS): INetworkModule {
  const send = async <Body>(method: string, url: string, { headers, body }: NetworkRequestOptions = {}) => {
    const signal = AbortSignal.timeout(callWithinMs);
    const response = await fetch(url, { method, headers, body, credentials: 'omit', signal });
    const answered = (await response.json()) as Body;
    return { status: response.status, headers: Object.fromEntries(response.headers), body: answered };
  };
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options),
    sendPostRequestAsync: (url, options) => send('POST', url, options),
  };
}
