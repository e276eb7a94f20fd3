import { randomUUID } from 'node:crypto';
import { findPerson } from '../tenant.ts';
import type { RedirectUri, Registration, Tenant, TenantPerson } from '../tenant.ts';
import { findRegistration } from './grants.ts';
import type { Grants } from './grants.ts';
import { Refusal } from './refusal.ts';
import { consentedScopes, findResource, parseScopes } from './scopes.ts';
import { clientInfo } from './tokens.ts';

/** What the authorisation endpoint decided. Errors that the application may see are answers, too. */
export type AuthorizeResult =
  | { kind: 'pick'; registration: Registration; people: TenantPerson[]; redirectUri: string }
  | {
      kind: 'answer';
      mode: ResponseMode;
      redirectUri: string;
      fields: Record<string, string>;
      signedIn: TenantPerson | null;
    };

const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** The people offered: whom the application names first, then who is signed in, then the others. */
function peopleToPick(tenant: Tenant, hinted: TenantPerson | undefined, signedIn: TenantPerson | undefined) {
  const others = tenant.people.filter(({ isGenerated }) => !isGenerated);
  return [...new Set([hinted, signedIn, ...others])].filter((person) => person !== undefined);
}

const LOOPBACK = /^http:\/\/localhost(?::\d+)?(\/.*)?$/;
const LOOPBACK_IP = /^http:\/\/127\.0\.0\.1(?::\d+)?(\/.*)?$/;

/** Addresses match letter by letter; of loopback addresses any port does, as apps listen where there is room. */
function matches(registered: string, given: string): boolean {
  if (registered === given) return true;
  return [LOOPBACK, LOOPBACK_IP].some((pattern) => {
    const [one, other] = [pattern.exec(registered), pattern.exec(given)];
    return one !== null && other !== null && one[1] === other[1];
  });
}

export const findRedirectUri = (registration: Registration, given: string): RedirectUri | undefined =>
  registration.redirectUris.find(({ uri }) => matches(uri, given));

function requirePkce(registration: Registration, request: URLSearchParams): void {
  if (request.get('code_challenge')) {
    if (request.get('code_challenge_method') !== 'S256')
      throw new Refusal(
        'invalid_request',
        501491,
        'Invalid size or method of Code_Challenge parameter: only S256 is supported.',
      );
  } else if (registration.secret === null)
    throw new Refusal(
      'invalid_request',
      9002325,
      'Proof Key for Code Exchange is required for cross-origin authorization code redemption.',
    );
}

/** Who is to be signed in without asking, or an error when that is wanted and impossible. */
function personWithoutAsking(
  tenant: Tenant,
  request: URLSearchParams,
  signedIn: TenantPerson | undefined,
): TenantPerson | undefined {
  const hint = request.get('login_hint');
  const hinted = hint ? findPerson(tenant, hint) : undefined;
  const fits = signedIn && (!hint || hinted === signedIn);
  if (request.get('prompt') === 'none') {
    if (!fits)
      throw new Refusal('login_required', 50058, 'A silent sign-in request was sent but no user is signed in.');
    return signedIn;
  }
  return hint && fits && !request.get('prompt') ? signedIn : undefined;
}

/**
 * One step of an authorisation request: the first call without a choice, the next with `person` or `cancel`.
 * @throws Refusal when the application or its address is not known: then nothing may be sent there
 */
export function authorize(
  tenant: Tenant,
  grants: Grants,
  request: URLSearchParams,
  sessionPersonId: string | undefined,
): AuthorizeResult {
  const registration = findRegistration(tenant, request.get('client_id'));
  const redirectUri = request.get('redirect_uri') ?? '';
  const registered = findRedirectUri(registration, redirectUri);
  if (!registered)
    throw new Refusal(
      'invalid_request',
      50011,
      `The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application '${registration.clientId}'.`,
    );
  const mode = RESPONSE_MODES.find((name) => name === request.get('response_mode')) ?? 'query';
  const state = request.get('state');
  const answer = (fields: Record<string, string>, signedIn: TenantPerson | null = null): AuthorizeResult => ({
    kind: 'answer',
    mode,
    redirectUri,
    signedIn,
    fields: state === null ? fields : { ...fields, state },
  });

  const signedIn = sessionPersonId ? findPerson(tenant, sessionPersonId) : undefined;
  try {
    if (request.get('response_type') !== 'code')
      throw new Refusal(
        'unsupported_response_type',
        700054,
        `response_type '${request.get('response_type')}' is not enabled for the application.`,
      );
    requirePkce(registration, request);
    if (request.has('cancel')) throw new Refusal('access_denied', 65004, 'User declined to consent to access the app.');
    const chosen = request.get('person');
    const person = chosen ? findPerson(tenant, chosen) : personWithoutAsking(tenant, request, signedIn);
    if (!person) {
      if (chosen) throw new Refusal('access_denied', 50034, 'The user account does not exist in the directory.');
      const hint = request.get('login_hint');
      return {
        kind: 'pick',
        registration,
        redirectUri,
        people: peopleToPick(tenant, hint ? findPerson(tenant, hint) : undefined, signedIn),
      };
    }
    return answer(codeFor(tenant, grants, registration, person, request, registered), person);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answer({
      error: error.suberror ?? error.error,
      error_description: error.message,
      ...(error.number === 65004 ? { error_subcode: 'cancel' } : {}),
    });
  }
}

function codeFor(
  tenant: Tenant,
  grants: Grants,
  registration: Registration,
  person: TenantPerson,
  request: URLSearchParams,
  { platform }: RedirectUri,
) {
  const scope = request.get('scope') ?? '';
  const { resource, names } = parseScopes(scope);
  if (names.length > 0) consentedScopes(registration, person, findResource(tenant, resource), names);
  const code = grants.issueCode({
    personId: person.id,
    clientId: registration.clientId,
    redirectUri: request.get('redirect_uri') ?? '',
    platform,
    scope,
    nonce: request.get('nonce') ?? undefined,
    challenge: request.get('code_challenge') ?? undefined,
  });
  return { code, client_info: clientInfo(tenant, person), session_state: randomUUID() };
}
