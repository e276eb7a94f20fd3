import type { FieldChecks } from '../../contract/problem.ts';
import type { SiteRegistrationName } from '../../contract/documents.ts';
import { check } from '../foundation/errors.ts';
import type { SettingName, SettingValues } from '../foundation/settings/settingTable.ts';
import type { AskedServer } from '../people/identity/tenantChecks.ts';

/** A site as people enter it: by its Microsoft Graph id, or by its address. */
export type SiteReference = { kind: 'id'; id: string } | { kind: 'address'; host: string; path: string };

const GUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Personal drives have their own hosts (`…-my`), which are excluded: their content belongs to one person. */
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,62})?(?<!-my)\.sharepoint\.com$/;
const SITE_ID = new RegExp(String.raw`^([a-z0-9.-]{1,80}),${GUID},${GUID}$`);
/** The path segments before site names in SharePoint. */
const MANAGED_PATHS = ['sites', 'teams'];
/** A name without special meaning in a Microsoft Graph path. */
const NAME = /^[^\p{C}"*:<>?/\\|#%]{1,200}$/u;

/** @returns null if it cannot be decoded */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * Parses an id or an https address of SharePoint. Access is granted to whole sites, so whatever follows the site in an
 * address (a library, a page, a query) is ignored.
 * @returns null if it is neither
 */
export function readSite(text: string): SiteReference | null {
  const id = text.toLowerCase();
  const [, hostOfId] = SITE_ID.exec(id) ?? [];
  if (hostOfId !== undefined) return HOST.test(hostOfId) ? { kind: 'id', id } : null;
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { hostname: host, port, username, password, pathname } = new URL(text);
  if (!HOST.test(host) || port !== '' || username !== '' || password !== '') return null;
  const [managed, segment] = pathname.split('/').filter((each) => each !== '');
  if (managed === undefined) return { kind: 'address', host, path: '' };
  const name = segment === undefined ? null : decoded(segment);
  if (!MANAGED_PATHS.includes(managed.toLowerCase()) || name === null || !NAME.test(name)) return null;
  return { kind: 'address', host, path: `/${managed.toLowerCase()}/${encodeURIComponent(name)}` };
}

/** The site's path in Microsoft Graph. */
export function pathOfSite(reference: SiteReference): string {
  if (reference.kind === 'id') return `/sites/${encodeURIComponent(reference.id)}`;
  const { host, path } = reference;
  return path === '' ? `/sites/${host}` : `/sites/${host}:${path}`;
}

export const CONTROL = 'Sites.FullControl.All';
export const READ_ALL = 'Sites.Read.All';
export const SELECTED = 'Sites.Selected';
/** Permissions that open all sites, the least privileged first. */
const READS_ALL = [READ_ALL, 'Sites.ReadWrite.All', 'Sites.Manage.All', CONTROL];

/** The permissions that let a registration access sites. */
const OPENS: Record<SiteRegistrationName, readonly string[]> = {
  docSite: [...READS_ALL, SELECTED],
  entitlement: [CONTROL],
};

/** What to ask an administrator for if none of them was granted. */
export const WANTED: Record<SiteRegistrationName, string> = {
  docSite: `${SELECTED} / ${READ_ALL}`,
  entitlement: CONTROL,
};

/** @param granted application permissions of a token @returns null: it has no access to sites */
export const permissionOf = (registration: SiteRegistrationName, granted: readonly string[]): string | null =>
  OPENS[registration].find((each) => granted.includes(each)) ?? null;

/** Whether all sites can be read, or only granted ones. */
export const reachOf = (granted: readonly string[]): 'all' | 'selected' =>
  READS_ALL.some((each) => granted.includes(each)) ? 'all' : 'selected';

interface SettingNames {
  clientId: SettingName;
  clientSecret: SettingName;
}

/** The settings that define a registration. */
export const SETTINGS_OF: Record<SiteRegistrationName, SettingNames> = {
  docSite: { clientId: 'docSiteClientId', clientSecret: 'docSiteClientSecret' },
  entitlement: { clientId: 'docSiteAdminClientId', clientSecret: 'docSiteAdminClientSecret' },
};

/** The settings of both registrations. */
export type DocumentSettings = Pick<
  SettingValues,
  | 'tenantId'
  | 'docSiteClientId'
  | 'docSiteClientSecret'
  | 'docSiteAuthType'
  | 'docSiteAdminClientId'
  | 'docSiteAdminClientSecret'
>;

/** How a registration signs in, as far as it is configured. */
export interface SignIn {
  tenantId: string | null;
  clientId: string | null;
  clientSecret: string | null;
  authType: SettingValues['docSiteAuthType'];
}

/** The entitlement identity always uses a secret: the right to grant access to every site must not come with a machine. */
export function signInOf(registration: SiteRegistrationName, values: DocumentSettings): SignIn {
  const { tenantId } = values;
  if (registration === 'docSite') {
    const { docSiteClientId: clientId, docSiteClientSecret: clientSecret, docSiteAuthType: authType } = values;
    return { tenantId, clientId, clientSecret, authType };
  }
  const { docSiteAdminClientId: clientId, docSiteAdminClientSecret: clientSecret } = values;
  return { tenantId, clientId, clientSecret, authType: 'clientCredentials' };
}

/** The same, in the form registrations are made from; a managed identity needs no client id. */
export const registrationOf = ({ clientId, clientSecret, authType }: SignIn, tenantId: string): AskedServer => ({
  tenantId,
  directoryClientId: clientId ?? '',
  directoryClientSecret: clientSecret,
  directoryAuthType: authType,
});

/** Missing settings, each with its text; empty: it can sign in. */
export function missingOf(registration: SiteRegistrationName, signIn: SignIn): FieldChecks {
  const { clientId, clientSecret } = SETTINGS_OF[registration];
  if (signIn.authType === 'managedSystemIdentity') return {};
  return {
    ...(signIn.clientId === null && { [clientId]: check('registrationNotSet') }),
    ...(signIn.clientSecret === null && { [clientSecret]: check('registrationSecretNotSet') }),
  };
}

const SECRET_FAULTS = ['secretWrong', 'secretExpired'];

/** The setting to blame for a fault. */
export function settingAtFault(registration: SiteRegistrationName, fault: string): SettingName {
  const { clientId, clientSecret } = SETTINGS_OF[registration];
  return SECRET_FAULTS.includes(fault) ? clientSecret : clientId;
}
