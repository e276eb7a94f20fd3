import {
  CLIENT_PERMISSIONS,
  DELEGATED_PERMISSIONS,
  SERVER_PERMISSIONS,
  SITE_PERMISSIONS,
} from '../../server/people/identity/permissions.ts';
import { ManifestError } from '../fill.ts';

/** The desired state of the registrations (behaviour 5.3). */
export interface EntraPlan {
  /** The prefix of both names. */
  name: string;
  /** Empty: the tenant of the person who runs the script. */
  tenantId: string;
  redirectUris: { platform: 'spa' | 'publicClient'; uri: string }[];
  /** Delegated permissions of the client registration. */
  clientScopes: string[];
  /** Application permissions of the server registration. */
  serverRoles: string[];
  /** Delegated permissions of the server registration. */
  serverScopes: string[];
  /** Application permissions of the registration that reads document sites; empty: no such registration. */
  docSiteRoles: string[];
  /** The same for the registration that grants it single sites. */
  entitlementRoles: string[];
  /** The search service that the client calls for people; empty: none. */
  searchResource: string;
  authType: string;
}

/** The redirect URI of the desktop app. The set-up wizard shows the same (contract/setup.ts). */
const DESKTOP_REDIRECT_URI = 'http://localhost';

/**
 * The scope that the client requests, and the roles. Their ids are ours and the same in every tenant. Only
 * administrators can consent: the client is authorized in advance, and people cannot allow another program to act as them here.
 */
export const SCOPE = {
  id: 'bdfedac2-0e16-41fa-8411-194197767a4b',
  value: 'User.Read',
  type: 'Admin',
  isEnabled: true,
  adminConsentDisplayName: 'Use Handback',
  adminConsentDescription: 'Use Handback as the person who is signed in',
};

const role = (id: string, value: string, description: string) => ({
  id,
  value,
  displayName: value,
  description,
  allowedMemberTypes: ['User'],
  isEnabled: true,
});

export const ROLES = [
  role('2a54eefb-45a7-4c63-8357-cf6c80cb5cfb', 'Admin', 'Sees and changes everything'),
  role('7f47f26a-c7cd-4f70-90f5-001cec79ad2c', 'Author', 'Writes flows'),
  role('704197ee-426c-4fa4-ae46-a7af312cee77', 'Auditor', 'Reads the audit and nothing else'),
];

/** The feature name of a setting: `mailRead` for `enableDelegatedDirectoryMailRead`. */
export const featureOf = (setting: string): string => {
  const word = setting.replace(/^enableDelegatedDirectory/, '');
  return word.charAt(0).toLowerCase() + word.slice(1);
};

const DELEGATED = DELEGATED_PERMISSIONS.map((permission) => ({
  ...permission,
  feature: featureOf(permission.setting),
}));

/** The values of `--with`. */
export const FEATURES: readonly string[] = [
  ...new Set(
    [...SERVER_PERMISSIONS, ...DELEGATED, ...CLIENT_PERMISSIONS, ...SITE_PERMISSIONS].flatMap(
      ({ feature }) => feature ?? [],
    ),
  ),
];

/**
 * @param values from `readValues`
 * @param features separated by commas
 * @throws ManifestError for an unknown feature
 */
export function planOf(values: Record<string, string>, features: string): EntraPlan {
  const wanted = features.split(',').flatMap((each) => each.trim() || []);
  const strange = wanted.filter((each) => !FEATURES.includes(each));
  if (strange.length > 0)
    throw new ManifestError(strange.map((each) => `--with ${each} is not known: it is one of ${FEATURES.join(', ')}`));
  const isWanted = ({ feature }: { feature?: string }) => feature !== undefined && wanted.includes(feature);
  const rolesOf = (registration: 'docSite' | 'entitlement') =>
    SITE_PERMISSIONS.filter((each) => each.registration === registration && isWanted(each)).map(({ name }) => name);
  const address = values['PUBLIC_URL']!;
  return {
    name: values['REGISTRATION_NAME']!,
    tenantId: values['TENANT_ID']!,
    redirectUris: [
      { platform: 'spa', uri: address },
      { platform: 'spa', uri: `${address}/` },
      { platform: 'publicClient', uri: DESKTOP_REDIRECT_URI },
    ],
    clientScopes: CLIENT_PERMISSIONS.filter(
      (each) => each.required === 'yes' || each.required === 'recommended' || isWanted(each),
    ).map(({ name }) => name),
    serverRoles: SERVER_PERMISSIONS.filter((each) => each.requiredWhen === null || isWanted(each)).map(
      ({ name }) => name,
    ),
    serverScopes: DELEGATED.filter(isWanted).map(({ name }) => name),
    docSiteRoles: rolesOf('docSite'),
    entitlementRoles: rolesOf('entitlement'),
    searchResource: values['SEARCH_RESOURCE']!,
    authType: values['DIRECTORY_AUTH_TYPE']!,
  };
}

export const serverName = ({ name }: EntraPlan): string => `${name} server`;
export const clientName = ({ name }: EntraPlan): string => `${name} client`;
export const docSiteName = ({ name }: EntraPlan): string => `${name} documents`;
export const entitlementName = ({ name }: EntraPlan): string => `${name} access to sites`;
