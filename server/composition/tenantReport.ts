import { DESKTOP_REDIRECT_URI } from '../../contract/setup.ts';
import type { Config } from '../foundation/config.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { SERVER_PERMISSIONS } from '../people/identity/permissions.ts';
import type { TenantCheck, TenantCheckName, TenantProblem } from '../people/identity/tenantCheckRules.ts';
import { checkClient, checkServer, knowsDesktop } from '../people/identity/tenantChecks.ts';

type Say = (values: Record<string, string>) => string;

const PASSED: Record<TenantCheckName, Say> = {
  tenant: ({ tenantId }) => `The tenant ${tenantId} exists.`,
  client: ({ clientId }) => `The client registration ${clientId} is known there.`,
  redirectUri: ({ redirectUri }) => `People are sent back to ${redirectUri}.`,
  api: () => 'The client registration may ask for the API of the server registration.',
  credentials: ({ directoryClientId }) => `The server registration ${directoryClientId} signs in.`,
  permissions: () => 'It has all permissions that Handback requires.',
  directory: () => 'People and their groups can be read.',
};

const SUBJECTS: Record<TenantCheckName, string> = {
  tenant: 'The tenant',
  client: 'The client registration',
  redirectUri: 'The redirect URI',
  api: 'The API of the server registration',
  credentials: 'The server registration',
  permissions: 'The permissions of the server registration',
  directory: 'The directory',
};

const PROBLEMS: Record<TenantProblem, Say> = {
  unreachable: () => 'Microsoft does not answer, or is too busy. Check the network, and try again.',
  unknown_tenant: ({ tenantId }) =>
    `there is none with the id ${tenantId}. TENANT_ID is the "Directory (tenant) ID" of the registrations.`,
  unknown_client: () =>
    'the tenant has none with this id. Compare CLIENT_ID and DIRECTORY_CLIENT_ID with the "Application (client) ID" of each, and the tenant.',
  client_disabled: () => 'it is disabled. Enable it under Enterprise applications, Properties.',
  redirect_not_registered: ({ redirectUri }) =>
    `${redirectUri} is not registered. Add it to the client registration: Authentication, platform Single-page application.`,
  unknown_api: () =>
    'it is not exposed. Give the server registration the id api://<DIRECTORY_CLIENT_ID> and the scope User.Read: Expose an API.',
  wrong_secret: () =>
    'DIRECTORY_CLIENT_SECRET is wrong. Take the value of the secret, not its id; if it is lost, make another one.',
  expired_secret: () => 'DIRECTORY_CLIENT_SECRET has expired. Make another one: Certificates & secrets.',
  no_managed_identity: () => 'this machine has no managed identity. Run this where Handback runs.',
  consent_missing: ({ missing = '', consentUrl }) =>
    `consent is missing${missing && ` for ${missing}`}. An administrator gives it at ${consentUrl}`,
  refused: () => 'Microsoft refuses it for another reason.',
};

const needs = (permission: string): string =>
  `     Not granted: ${permission}, which is needed when ${SERVER_PERMISSIONS.find(({ name }) => name === permission)?.requiredWhen}.`;

/** The lines about one check; the first starts with its result. */
export function tellCheck({ check, isOk, problem = 'refused', values }: TenantCheck): string[] {
  const words = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
  if (!isOk)
    return [
      `FAIL ${SUBJECTS[check]}: ${PROBLEMS[problem](words)}${words['number'] === undefined ? '' : ` (${words['number']})`}`,
    ];
  const unavailable = values['unavailable'] ?? [];
  return [`ok   ${PASSED[check](words)}`, ...[unavailable].flat().map(needs)];
}

/** The desktop app is optional: what it lacks is reported, but is no failure. */
function tellDesktop(isKnown: boolean | null): string {
  if (isKnown) return `ok   The desktop app signs people in with ${DESKTOP_REDIRECT_URI}.`;
  if (isKnown === null)
    return `     Not known: whether ${DESKTOP_REDIRECT_URI} is registered, because Microsoft does not say.`;
  return (
    `     Not registered: ${DESKTOP_REDIRECT_URI}, which is needed when people use the desktop app. Add it to the client ` +
    'registration: Authentication, platform Mobile and desktop applications.'
  );
}

type Asked = Pick<
  Config,
  'tenantId' | 'clientId' | 'directoryClientId' | 'directoryClientSecret' | 'directoryAuthType' | 'publicUrl' | 'given'
>;

/** The variables that are missing for any check. */
function missingOf({ tenantId, clientId, directoryClientId, directoryClientSecret, directoryAuthType, given }: Asked) {
  const isThere: Record<string, boolean> = {
    TENANT_ID: tenantId !== null,
    CLIENT_ID: clientId !== null,
    PUBLIC_URL: given.includes('PUBLIC_URL'),
    DIRECTORY_CLIENT_ID: directoryClientId !== null,
    DIRECTORY_CLIENT_SECRET: directoryClientSecret !== null || directoryAuthType === 'managedSystemIdentity',
  };
  return Object.keys(isThere).filter((name) => !isThere[name]);
}

/** Checks both registrations. @returns lines for people, never containing a secret */
export async function reportOnTenant(asked: Asked, platformFetch: Fetch): Promise<{ isOk: boolean; lines: string[] }> {
  const missing = missingOf(asked);
  if (missing.length > 0) return { isOk: false, lines: missing.map((name) => `FAIL ${name} is missing.`) };
  const { tenantId, clientId, directoryClientId, directoryClientSecret, directoryAuthType, publicUrl } = asked;
  const ids = { tenantId: tenantId!, directoryClientId: directoryClientId! };
  const askedClient = { ...ids, clientId: clientId! };
  const client = await checkClient({ ...askedClient, redirectUri: `${publicUrl}/` }, platformFetch);
  const [tenant] = client;
  const isClientKnown = client.some(({ check, isOk }) => check === 'client' && isOk);
  const desktop = isClientKnown ? [tellDesktop(await knowsDesktop(askedClient, platformFetch))] : [];
  const server = tenant!.isOk
    ? await checkServer({ ...ids, directoryClientSecret, directoryAuthType }, platformFetch)
    : [];
  const ofServer = server.filter(({ check }) => check !== 'tenant');
  return {
    isOk: [...client, ...ofServer].every(({ isOk }) => isOk),
    lines: [...client.flatMap(tellCheck), ...desktop, ...ofServer.flatMap(tellCheck)],
  };
}
