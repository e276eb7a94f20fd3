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

/** The response; null if there was none: no network, unknown host, timeout. */
const ask = (platformFetch: Fetch, url: string, init?: RequestInit): Promise<Response | null> =>
  platformFetch(url, init).catch(() => null);

/** Whether the tenant exists: reads its discovery document, which is public. */
export async function checkTenant(tenantId: string, platformFetch: Fetch): Promise<TenantCheck> {
  const issuer = `${LOGIN_ORIGIN}/${encodeURIComponent(tenantId)}/v2.0`;
  const response = await ask(platformFetch, `${issuer}/.well-known/openid-configuration`);
  const text = (await response?.text().catch(() => null)) ?? null;
  if (response === null || text === null || response.status >= 500)
    return failedBy('tenant', { problem: 'unreachable' }, { tenantId });
  if (response.ok) return passed('tenant', { tenantId });
  return failedBy('tenant', refusedBy(text), { tenantId });
}

/** Requests a code without user interaction: errors in the registration are reported before any sign-in. */
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
 * Checks the client registration from outside (behaviour 5.3 A): the tenant, the client's id, its redirect URI. Checks
 * that depend on a failed one are left out. Never throws for wrong settings.
 */
export async function checkClient(asked: AskedClient, platformFetch: Fetch): Promise<TenantCheck[]> {
  const tenant = await checkTenant(asked.tenantId, platformFetch);
  if (!tenant.isOk) return [tenant];
  const answer = await authorizeSilently(asked, platformFetch);
  if (answer === null) return [tenant, failedBy('client', { problem: 'unreachable' }, { clientId: asked.clientId })];
  return [tenant, ...clientChecks(asked, answer)];
}

/**
 * Whether the client registration has the desktop app's redirect URI. Call it after `checkClient` has found the
 * registration.
 *
 * @returns null if the platform does not say
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

/** Reads the groups of the first person there is, which takes the two permissions that Handback requires. */
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
 * The granted permissions, from a new token: MSAL caches tokens of a managed identity for the whole process.
 * @returns null if the token does not say; a failed check if there is no token
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
 * Signs in as the server registration (behaviour 5.3 B) and checks what it can do: the tenant, the credentials, the
 * consented permissions, the directory itself. Checks that depend on a failed one are left out, as are the permissions
 * if the token does not list them: then the directory alone decides. Never throws for wrong settings.
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
