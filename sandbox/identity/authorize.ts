import { randomUUID } from 'node:crypto';
import { findPerson, type RedirectUri, type Registration, type Tenant, type TenantPerson } from '../tenant.ts';
import { findRedirectUri, findRegistration } from './clients.ts';
import type { Grants } from './grants.ts';
import { Refusal } from './refusal.ts';
import { consentedScopes, findResource, parseScopes } from './scopes.ts';
import { demandsSecondFactor } from './secondFactor.ts';
import { clientInfo } from './tokens.ts';

const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** The response to the application: a code, or an error that it may see. */
export interface AuthorizeAnswer {
  kind: 'answer';
  mode: ResponseMode;
  redirectUri: string;
  fields: Record<string, string>;
  signedIn: TenantPerson | null;
}

/** The authorisation endpoint's decision: ask who signs in, or respond. */
export type AuthorizeResult =
  | { kind: 'pick'; registration: Registration; people: TenantPerson[]; redirectUri: string }
  | AuthorizeAnswer;

export interface AuthorizeParts {
  tenant: Tenant;
  grants: Grants;
  /** Object id from the session's cookie. */
  sessionPersonId: string | undefined;
}

interface Applicant {
  registration: Registration;
  redirectUri: string;
  platform: RedirectUri['platform'];
}

/** @throws Refusal if the application or its redirect URI is unknown, because then nothing may be sent there */
function readApplicant(tenant: Tenant, request: URLSearchParams): Applicant {
  const registration = findRegistration(tenant, request.get('client_id'));
  const redirectUri = request.get('redirect_uri') ?? '';
  const registered = findRedirectUri(registration, redirectUri);
  if (!registered) throw new Refusal(50011, redirectUri);
  return { registration, redirectUri, platform: registered.platform };
}

function requireGoodRequest(registration: Registration, request: URLSearchParams): void {
  if (request.get('response_type') !== 'code') throw new Refusal(700054, request.get('response_type'));
  const hasChallenge = Boolean(request.get('code_challenge'));
  if (!hasChallenge && registration.secret === null) throw new Refusal(9002325);
  if (hasChallenge && request.get('code_challenge_method') !== 'S256') throw new Refusal(501491);
}

/** The person who signs in, or null to ask. @throws Refusal if asking is not allowed, or the person cancelled */
function choosePerson(parts: AuthorizeParts, request: URLSearchParams): TenantPerson | null {
  const find = (name: string | null | undefined) => (name ? findPerson(parts.tenant, name) : undefined);
  if (request.has('cancel')) throw new Refusal(65004);
  if (request.has('person')) {
    const chosen = find(request.get('person'));
    if (!chosen) throw new Refusal(50034);
    return chosen;
  }
  const hint = request.get('login_hint');
  const signedIn = find(parts.sessionPersonId);
  const isExpected = signedIn !== undefined && (!hint || find(hint) === signedIn);
  if (request.get('prompt') === 'none') {
    if (!isExpected) throw new Refusal(50058);
    return signedIn;
  }
  return hint && isExpected && !request.get('prompt') ? signedIn : null;
}

/** The people to offer: first the one named by the application, then the signed-in one, then the others. */
function peopleToPick({ tenant, sessionPersonId }: AuthorizeParts, request: URLSearchParams): TenantPerson[] {
  const first = [request.get('login_hint'), sessionPersonId].map((name) =>
    name ? findPerson(tenant, name) : undefined,
  );
  const others = tenant.people.filter(({ isGenerated }) => !isGenerated);
  return [...new Set([...first, ...others])].filter((person) => person !== undefined);
}

/** @throws Refusal without consent */
function codeFor(
  { tenant, grants }: AuthorizeParts,
  applicant: Applicant,
  person: TenantPerson,
  request: URLSearchParams,
) {
  const scope = request.get('scope') ?? '';
  const { resource, names } = parseScopes(scope);
  if (names.length > 0) consentedScopes(applicant.registration, person, findResource(tenant, resource), names);
  const code = grants.issueCode({
    personId: person.id,
    clientId: applicant.registration.clientId,
    redirectUri: applicant.redirectUri,
    platform: applicant.platform,
    scope,
    nonce: request.get('nonce') ?? undefined,
    challenge: request.get('code_challenge') ?? undefined,
    hasSecondFactor: demandsSecondFactor(request.get('claims')),
  });
  return { code, client_info: clientInfo(tenant, person), session_state: randomUUID() };
}

/** The error for the application; a scope without consent is `consent_required` here. */
const refusalFields = ({ number, entry, message }: Refusal) => ({
  error: entry.suberror ?? (number === 50034 || number === 50057 ? 'access_denied' : entry.error),
  error_description: message,
  ...(number === 65004 ? { error_subcode: 'cancel' } : {}),
});

/**
 * One step of an authorisation request: the first call without a choice, the next with `person` or `cancel`.
 * @throws Refusal that the application must not see
 */
export function authorize(parts: AuthorizeParts, request: URLSearchParams): AuthorizeResult {
  const applicant = readApplicant(parts.tenant, request);
  const { registration, redirectUri } = applicant;
  const answer = (fields: Record<string, string>, signedIn: TenantPerson | null): AuthorizeAnswer => {
    const state = request.get('state');
    const mode = RESPONSE_MODES.find((name) => name === request.get('response_mode')) ?? 'query';
    return { kind: 'answer', mode, redirectUri, signedIn, fields: state === null ? fields : { ...fields, state } };
  };
  try {
    requireGoodRequest(registration, request);
    const person = choosePerson(parts, request);
    if (!person) return { kind: 'pick', registration, redirectUri, people: peopleToPick(parts, request) };
    if (person.isDisabled) throw new Refusal(50057);
    return answer(codeFor(parts, applicant, person, request), person);
  } catch (error) {
    if (error instanceof Refusal) return answer(refusalFields(error), null);
    throw error;
  }
}
