import { createHash, randomBytes } from 'node:crypto';
import { DESKTOP_REDIRECT_URI } from '../../../contract/setup.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { DirectoryError } from './directoryError.ts';
import {
  createServerRegistration,
  GRAPH_ORIGIN,
  LOGIN_ORIGIN,
  type ServerRegistration,
  type ServerRegistrationOptions,
} from './registrations.ts';
import {
  clientChecks,
  consentUrlOf,
  directoryCheck,
  failedBy,
  noCredentials,
  passed,
  permissionsCheck,
  refusedBy,
  type AskedClient,
  type AuthorizeAnswer,
  type TenantCheck,
} from './tenantCheckRules.ts';

/** The answer, or null where there was none: no network, no name, no time left. */
const ask = (platformFetch: Fetch, url: string, init?: RequestInit): Promise<Response | null> =>
  platformFetch(url, init).catch(() => null);

/** Whether there is such a tenant: only its discovery document is read, which is open to everybody. */
export async function checkTenant(tenantId: string, platformFetch: Fetch): Promise<TenantCheck> {
  const issuer = `${LOGIN_ORIGIN}/${encodeURIComponent(tenantId)}/v2.0`;
  const response = await ask(platformFetch, `${issuer}/.well-known/openid-configuration`);
  const text = (await response?.text().catch(() => null)) ?? null;
  if (response === null || text === null || response.status >= 500)
    return failedBy('tenant', { problem: 'unreachable' }, { tenantId });
  if (response.ok) return passed('tenant', { tenantId });
  return failedBy('tenant', refusedBy(text), { tenantId });
}

/** Asks for a code that nobody may be asked for: what is wrong is said before who signs in. */
async function authorizeSilently(
  { tenantId, clientId, directoryClientId, redirectUri }: AskedClient,
  platformFetch: Fetch,
): Promise<AuthorizeAnswer | null> {
  const api = directoryClientId === undefined ? '' : ` api://${directoryClientId}/User.Read`;
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: `openid profile${api}`,
    prompt: 'none',
    state: 'check',
    nonce: 'check',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const url = `${LOGIN_ORIGIN}/${encodeURIComponent(tenantId)}/oauth2/v2.0/authorize?${query}`;
  const response = await ask(platformFetch, url, { redirect: 'manual' });
  const body = await response?.text().catch(() => null);
  if (!response || typeof body !== 'string') return null;
  return { status: response.status, location: response.headers.get('location'), body };
}

/**
 * Looks at the client registration from outside (behaviour 5.3 A): the tenant, the client's id, its redirect URI.
 * What depends on something that failed is not in the list. Never throws for what is wrong with the settings.
 */
export async function checkClient(asked: AskedClient, platformFetch: Fetch): Promise<TenantCheck[]> {
  const tenant = await checkTenant(asked.tenantId, platformFetch);
  if (!tenant.isOk) return [tenant];
  const answer = await authorizeSilently(asked, platformFetch);
  if (answer === null) return [tenant, failedBy('client', { problem: 'unreachable' }, { clientId: asked.clientId })];
  return [tenant, ...clientChecks(asked, answer)];
}

/**
 * Whether the client registration names the redirect URI of the desktop app, of a registration that `checkClient` found.
 *
 * @returns null where the platform does not say
 */
export async function knowsDesktop(
  asked: Omit<AskedClient, 'redirectUri'>,
  platformFetch: Fetch,
): Promise<boolean | null> {
  const forDesktop = { ...asked, redirectUri: DESKTOP_REDIRECT_URI };
  const answer = await authorizeSilently(forDesktop, platformFetch);
  if (answer === null) return null;
  return clientChecks(forDesktop, answer).find(({ check }) => check === 'redirectUri')?.isOk ?? null;
}

/** What a person's groups are read with, of the first person that there is: the two things that Handback cannot do without. */
async function probeDirectory(token: string, platformFetch: Fetch): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const look = async (path: string) => ask(platformFetch, `${GRAPH_ORIGIN}/v1.0${path}`, { headers });
  const people = await look('/users?$select=id&$top=1');
  if (people?.status !== 200) return people?.status ?? 504;
  const { value } = (await people.json().catch(() => ({}))) as { value?: { id: string }[] };
  const first = value?.[0];
  if (first === undefined) return 200;
  const path = `/users/${encodeURIComponent(first.id)}/transitiveMemberOf/microsoft.graph.group?$select=id&$top=1`;
  return (await look(path))?.status ?? 504;
}

export type AskedServer = Omit<ServerRegistrationOptions, 'platformFetch'>;

/**
 * What was granted, by a new token: MSAL keeps those of a managed identity for the whole process.
 * @returns null where the token does not say; a failed check where there is none
 */
export async function grantedOrProblem(
  registration: ServerRegistration,
  asked: AskedServer,
): Promise<string[] | TenantCheck | null> {
  try {
    return await registration.grantedPermissions(true);
  } catch (error) {
    if (!(error instanceof DirectoryError)) return null;
    return noCredentials(error, asked);
  }
}

/**
 * Signs in as the server registration (behaviour 5.3 B) and looks at what it may do: the tenant, the credentials, the
 * permissions that were consented to, the directory itself. What depends on something that failed is not in the list;
 * nor are the permissions where the token does not say them, so that the directory alone decides.
 * Never throws for what is wrong with the settings.
 */
export async function checkServer(asked: AskedServer, platformFetch: Fetch): Promise<TenantCheck[]> {
  const { tenantId, directoryClientId } = asked;
  const tenant = await checkTenant(tenantId, platformFetch);
  if (!tenant.isOk) return [tenant];
  const registration = createServerRegistration({ ...asked, platformFetch });
  const granted = await grantedOrProblem(registration, asked);
  if (granted !== null && 'check' in granted) return [tenant, granted];
  const consentUrl = consentUrlOf(tenantId, directoryClientId);
  return [
    tenant,
    passed('credentials', { directoryClientId }),
    ...(granted === null ? [] : [permissionsCheck(granted, consentUrl)]),
    directoryCheck(await probeDirectory(await registration.graphToken(), platformFetch), consentUrl),
  ];
}
