import {
  AuthError,
  CacheLookupPolicy,
  createStandardPublicClientApplication,
  InteractionRequiredAuthError,
  ServerError,
  type AccountInfo,
  type AuthenticationResult,
  type IPublicClientApplication,
} from '@azure/msal-browser';
import { readClaims } from '../../../contract/claimsChallenge.ts';
import type { ClientConfig } from '../../../contract/client.ts';
import { permissionsFor } from '../../../contract/graphCalls.ts';
import { isApiScope, isSearchScope } from '../../../contract/signInRules.ts';
import { SEARCH_TOKEN } from '../../../contract/searchToken.ts';
import { NotGranted, SignInNeeded, type Account, type AuthClient, type SignInDemand } from '../host.ts';
import { signedInBefore } from './signedInBefore.ts';

type AuthConfig = ClientConfig['auth'];

/**
 * Why the page went to the identity provider, stored across the redirect: an index into the scope sets, the API token,
 * a silent check of the session there, or a demand and its subject.
 */
const JOURNEY = 'handback.sign-in';
const API_TOKEN = 'api';
const SILENT = 'silent';
const DEMAND = 'demand:';
/** This tab already checked silently and must not again, or going back in the browser would loop. */
const HAS_LOOKED = 'handback.has-looked';

/**
 * Signs people in with the redirect flow of behaviour 5.3 A. Resolves with the result of the last redirect. If the
 * identity provider refused a set of scopes, it redirects at once with the next set and never resolves. A new tab in a
 * browser where a person is signed in also redirects at once, to sign in as that person (behaviour 5.1).
 */
export async function createWebAuth(config: AuthConfig, documents: ClientConfig['documents']): Promise<AuthClient> {
  if (!isApiScope(config.apiScope)) throw new Error('The server names a sign-in that is none of Handback.');
  const client = await createStandardPublicClientApplication({
    auth: {
      clientId: config.clientId,
      authority: config.authority,
      knownAuthorities: config.knownAuthorities,
      authorityMetadata: config.authorityMetadata ?? undefined,
      redirectUri: `${window.location.origin}/`,
      postLogoutRedirectUri: `${window.location.origin}/`,
    },
    cache: { cacheLocation: 'sessionStorage' },
  });
  const { refusal, confirmed } = await finishRedirect(client, config);
  const account = refusal === null ? client.getActiveAccount() : null;
  if (account) rememberSignIn(account);
  else if (refusal === null) await signInSilently(client, config);
  return {
    account: account && toAccount(account),
    refusal,
    signsInElsewhere: false,
    confirmed: () => confirmed,
    signIn: (demand) => (demand ? leaveForDemand(client, config, demand) : leaveForSignIn(client, config, 0)),
    signOut() {
      signedInBefore.clear();
      return client.logoutRedirect({ account: client.getActiveAccount() });
    },
    authorize: async ({ isRenewed = false } = {}) => ({
      authorization: `Bearer ${await tokenFor(client, config.apiScope, isRenewed)}`,
    }),
    askGraph: graphAsked(client, documents),
    async authorizeSearch(): Promise<Record<string, string>> {
      if (config.searchScope === null || !isSearchScope(config.searchScope)) return {};
      return { [SEARCH_TOKEN]: `Bearer ${await tokenFor(client, config.searchScope)}` };
    },
  };
}

interface Returned {
  /** In the identity provider's own words. */
  refusal: string | null;
  /** The subject of the demand that was met. */
  confirmed: string | null;
}

async function finishRedirect(client: IPublicClientApplication, config: AuthConfig): Promise<Returned> {
  const journey = window.sessionStorage.getItem(JOURNEY);
  window.sessionStorage.removeItem(JOURNEY);
  try {
    const result = await client.handleRedirectPromise();
    const account = result?.account ?? client.getAllAccounts()[0] ?? null;
    client.setActiveAccount(account);
    if (result) await forgetOthers(client, result.account);
    if (result && journey !== API_TOKEN) await consentToApi(client, config, result);
    const isConfirmed = result !== null && journey?.startsWith(DEMAND);
    return { refusal: null, confirmed: isConfirmed ? journey!.slice(DEMAND.length) : null };
  } catch (error) {
    if (journey?.startsWith(DEMAND)) {
      client.setActiveAccount(client.getAllAccounts()[0] ?? null); // the sign-in of before is still valid
      return { refusal: null, confirmed: null };
    }
    if (journey === SILENT) {
      signedInBefore.clear(); // the session ended or is another person's: do not sign in silently again
      return { refusal: null, confirmed: null };
    }
    const next = Number(journey) + 1;
    if (isRefused(error) && journey !== API_TOKEN && next < config.scopeFallbacks.length)
      return leaveForSignIn(client, config, next);
    const refusal = error instanceof AuthError ? error.errorMessage || error.errorCode : String(error);
    return { refusal, confirmed: null };
  }
}

/** Removes other accounts and their tokens from this tab, so that a reload does not pick one of them. */
async function forgetOthers(client: IPublicClientApplication, { homeAccountId }: AccountInfo): Promise<void> {
  for (const account of client.getAllAccounts())
    if (account.homeAccountId !== homeAccountId) await client.clearCache({ account });
}

function rememberSignIn({ username }: AccountInfo): void {
  signedInBefore.set(username);
  window.sessionStorage.removeItem(HAS_LOOKED);
}

/** Asks the identity provider, once per tab, whether the session of the person signed in in another tab suffices. */
async function signInSilently(client: IPublicClientApplication, config: AuthConfig): Promise<void> {
  const loginHint = signedInBefore.get();
  if (loginHint === null || window.sessionStorage.getItem(HAS_LOOKED) !== null) return;
  window.sessionStorage.setItem(HAS_LOOKED, 'yes');
  window.sessionStorage.setItem(JOURNEY, SILENT);
  await client.loginRedirect({ scopes: [config.apiScope], prompt: 'none', loginHint });
  await forever();
}

/** The first API token may need its own consent; right after loading, leaving the page loses nothing. */
async function consentToApi(
  client: IPublicClientApplication,
  config: AuthConfig,
  { account }: AuthenticationResult,
): Promise<void> {
  try {
    await tokenFor(client, config.apiScope);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    window.sessionStorage.setItem(JOURNEY, API_TOKEN);
    await client.acquireTokenRedirect({ scopes: [config.apiScope], account: account ?? undefined });
    await forever();
  }
}

async function leaveForSignIn(client: IPublicClientApplication, config: AuthConfig, attempt: number): Promise<never> {
  window.sessionStorage.setItem(JOURNEY, String(attempt));
  await client.loginRedirect({ scopes: config.scopeFallbacks[attempt] ?? [] });
  return forever();
}

/** The API's token needs the claims, because the server exchanges it. */
async function leaveForDemand(
  client: IPublicClientApplication,
  config: AuthConfig,
  { claims, subject }: SignInDemand,
): Promise<never> {
  window.sessionStorage.setItem(JOURNEY, `${DEMAND}${subject}`);
  await client.acquireTokenRedirect({
    scopes: [config.apiScope],
    claims: readClaims(claims) ?? undefined,
    account: client.getActiveAccount() ?? undefined,
  });
  return forever();
}

/** Asks Microsoft Graph with a token for the first of the permissions that was granted. */
function graphAsked(client: IPublicClientApplication, documents: ClientConfig['documents']): AuthClient['askGraph'] {
  return async (call) => {
    const permissions = documents && permissionsFor(call.method, call.path);
    if (!permissions) throw new NotGranted();
    const { callGraph } = await import('./askGraph.ts');
    for (const permission of permissions) {
      const token = await tokenFor(client, `${GRAPH}/${permission}`).catch((error: unknown) => {
        if (error instanceof SignInNeeded) return null; // not granted, or the session expired
        throw error;
      });
      if (token === null) continue;
      return callGraph(`${documents.graph}/v1.0${call.path}`, call, { authorization: `Bearer ${token}` });
    }
    throw new NotGranted();
  };
}

const GRAPH = 'https://graph.microsoft.com';

async function tokenFor(client: IPublicClientApplication, scope: string, isRenewed = false): Promise<string> {
  const account = client.getActiveAccount();
  if (!account) throw new SignInNeeded('Nobody is signed in.');
  try {
    const result = await client.acquireTokenSilent({
      scopes: [scope],
      account,
      // never by a hidden frame, which the page's policy forbids
      cacheLookupPolicy: isRenewed ? CacheLookupPolicy.RefreshToken : CacheLookupPolicy.AccessTokenAndRefreshToken,
    });
    return result.accessToken;
  } catch (error) {
    if (error instanceof InteractionRequiredAuthError || isLostSession(error)) throw new SignInNeeded(error.message);
    throw error;
  }
}

/** Whether a set of scopes was refused; the next one may be granted (behaviour 5.3 A). */
function isRefused(error: unknown): boolean {
  if (error instanceof InteractionRequiredAuthError) return isConsent(error);
  return error instanceof ServerError && (isConsent(error) || error.errorCode === 'access_denied');
}

const isConsent = (error: AuthError): boolean =>
  error.errorCode === 'consent_required' || error.subError === 'consent_required';

const isLostSession = (error: unknown): error is AuthError =>
  error instanceof AuthError &&
  ['no_tokens_found', 'refresh_token_expired', 'invalid_grant', 'token_refresh_required'].includes(error.errorCode);

const toAccount = ({ name, username }: AccountInfo): Account => ({ displayName: name || username, username });

/** Never resolves; used once the page is being left. */
const forever = (): Promise<never> => new Promise(() => undefined);
