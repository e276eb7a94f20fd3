import type { DirectoryError } from './directoryError.ts';
import { healthOf } from './permissions.ts';
import { LOGIN_ORIGIN, type ServerRegistrationOptions } from './registrations.ts';

/** What can be checked from outside, in the order it is checked. */
export type TenantCheckName = 'tenant' | 'client' | 'redirectUri' | 'api' | 'credentials' | 'permissions' | 'directory';

/** What is wrong; the texts are elsewhere. */
export type TenantProblem =
  /** The platform does not answer, which says nothing about the settings. */
  | 'unreachable'
  | 'unknown_tenant'
  | 'unknown_client'
  | 'client_disabled'
  | 'redirect_not_registered'
  /** The client asks for the scope of a server registration that does not exist or does not expose it. */
  | 'unknown_api'
  | 'wrong_secret'
  | 'expired_secret'
  | 'no_managed_identity'
  | 'consent_missing'
  /** Any other refusal; `number` in the values says which, if the platform did. */
  | 'refused';

/** The result of one check of the tenant. */
export interface TenantCheck {
  check: TenantCheckName;
  isOk: boolean;
  problem?: TenantProblem;
  /** Values for the text: ids, addresses, names of permissions. Never a secret or a token. */
  values: Record<string, string | readonly string[]>;
}

/** Microsoft Entra ID's error numbers for problems that an administrator can fix. */
const PROBLEMS: Record<string, TenantProblem> = {
  AADSTS50011: 'redirect_not_registered',
  AADSTS90002: 'unknown_tenant',
  AADSTS500011: 'unknown_api',
  AADSTS500113: 'redirect_not_registered',
  AADSTS650053: 'unknown_api',
  AADSTS700016: 'unknown_client',
  AADSTS900023: 'unknown_tenant',
  AADSTS7000112: 'client_disabled',
  AADSTS7000215: 'wrong_secret',
  AADSTS7000222: 'expired_secret',
};

export interface Refused {
  problem: TenantProblem;
  /** Such as `AADSTS50011`; absent if the text has none. */
  number?: string;
}

/** Why the identity provider refuses, from its text. @param otherwise the problem if there is no number */
export function refusedBy(text: string, otherwise: TenantProblem = 'refused'): Refused {
  const number = /AADSTS\d+/.exec(text)?.[0];
  return number === undefined ? { problem: otherwise } : { problem: PROBLEMS[number] ?? 'refused', number };
}

export const passed = (check: TenantCheckName, values: TenantCheck['values'] = {}): TenantCheck => ({
  check,
  isOk: true,
  values,
});

export const failedBy = (
  check: TenantCheckName,
  { problem, number }: Refused,
  values: TenantCheck['values'] = {},
): TenantCheck => ({ check, isOk: false, problem, values: number === undefined ? values : { ...values, number } });

/**
 * The page where an administrator consents to what a registration requests.
 *
 * @param loginOrigin where it is, if not at Microsoft
 */
export const consentUrlOf = (tenantId: string, clientId: string, loginOrigin = LOGIN_ORIGIN): string =>
  `${loginOrigin}/${encodeURIComponent(tenantId)}/adminconsent?client_id=${encodeURIComponent(clientId)}`;

/** The answer to a silent authorisation request. */
export interface AuthorizeAnswer {
  status: number;
  /** The redirect target; null: it is a page. */
  location: string | null;
  body: string;
}

export interface AskedClient {
  tenantId: string;
  clientId: string;
  /** Whose scope the client requests; without it, only the sign-in itself. */
  directoryClientId?: string;
  redirectUri: string;
}

/** Nobody is signed in, or consent is missing: everything that is checked before that was accepted. */
const EXPECTED = ['login_required', 'interaction_required', 'consent_required'];

/** The check a refusal belongs to, if not the client's own. */
const BELONGS: Partial<Record<TenantProblem, 'redirectUri' | 'api'>> = {
  redirect_not_registered: 'redirectUri',
  unknown_api: 'api',
};

/** Whether the address is the redirect URI with an answer in its query. */
function leadsTo(location: string, redirectUri: string): boolean {
  if (!URL.canParse(location) || !URL.canParse(redirectUri)) return false;
  const [one, other] = [new URL(location), new URL(redirectUri)];
  return one.origin === other.origin && one.pathname === other.pathname;
}

/** What the answer to a silent authorisation request says about the client registration (behaviour 5.3 A). */
export function clientChecks({ clientId, directoryClientId, redirectUri }: AskedClient, answer: AuthorizeAnswer) {
  const client = passed('client', { clientId });
  const redirect = passed('redirectUri', { redirectUri });
  const { location } = answer;
  if (location !== null && leadsTo(location, redirectUri)) {
    const fields = new URL(location).searchParams;
    const error = fields.get('error');
    if (error === null || EXPECTED.includes(error)) return [client, redirect];
    const refused = refusedBy(fields.get('error_description') ?? '');
    const check = BELONGS[refused.problem] === 'api' ? 'api' : 'client';
    const failed = failedBy(check, refused, { clientId, directoryClientId: directoryClientId ?? '' });
    return check === 'api' ? [client, redirect, failed] : [failed];
  }
  const refused = refusedBy(answer.body, answer.status >= 500 ? 'unreachable' : 'refused');
  const check = BELONGS[refused.problem];
  if (check === undefined) return [failedBy('client', refused, { clientId })];
  if (check === 'redirectUri') return [client, failedBy('redirectUri', refused, { redirectUri })];
  return [client, failedBy('api', refused, { directoryClientId: directoryClientId ?? '' })];
}

/** Why the server registration gets no token. */
export function noCredentials(
  { code, detail }: Pick<DirectoryError, 'code' | 'detail'>,
  { directoryClientId, directoryAuthType }: Pick<ServerRegistrationOptions, 'directoryClientId' | 'directoryAuthType'>,
): TenantCheck {
  if (directoryAuthType === 'managedSystemIdentity') return failedBy('credentials', { problem: 'no_managed_identity' });
  const otherwise = code === 'directory_unavailable' ? 'unreachable' : 'refused';
  return failedBy('credentials', refusedBy(detail, otherwise), { directoryClientId });
}

/** The check of the granted application permissions (behaviour 5.3 B). */
export function permissionsCheck(granted: readonly string[], consentUrl: string): TenantCheck {
  const { isHealthy, missing, unavailable } = healthOf(granted);
  const values = { missing, unavailable: unavailable.map(({ permission }) => permission), granted, consentUrl };
  return isHealthy ? passed('permissions', values) : failedBy('permissions', { problem: 'consent_missing' }, values);
}

/** @param status of a read of the directory */
export function directoryCheck(status: number, consentUrl: string): TenantCheck {
  if (status === 200) return passed('directory');
  if (status === 403) return failedBy('directory', { problem: 'consent_missing' }, { consentUrl });
  return failedBy('directory', { problem: status === 429 || status >= 500 ? 'unreachable' : 'refused' });
}
