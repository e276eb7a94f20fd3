import data from './tenant.json' with { type: 'json' };

/** What a registration may be granted permissions on: Microsoft Graph or the API of another registration, by its key. */
export type Grants = Record<string, string[]>;

export interface RedirectUri {
  /** `spa`: redeemed by a browser, cross-origin. `native`: redeemed by an app. The port of http://localhost is ignored. */
  platform: 'spa' | 'native';
  uri: string;
}

export interface Registration {
  clientId: string;
  servicePrincipalId: string;
  displayName: string;
  /** Null for a public client. */
  secret: string | null;
  /** Was its secret once. */
  expiredSecret?: string;
  accessTokenVersion: 1 | 2;
  redirectUris: RedirectUri[];
  application: Grants;
  delegated: Grants;
  /** What a guest gets of `delegated`: the reason why clients ask for less and less (behaviour 5.3 A). */
  delegatedToGuests: Grants;
}

export interface TenantPerson {
  key: string;
  id: string;
  displayName: string;
  givenName: string;
  surname: string;
  userPrincipalName: string;
  mail: string | null;
  jobTitle: string | null;
  department: string | null;
  officeLocation: string | null;
  companyName: string | null;
  employeeId: string | null;
  mobilePhone: string | null;
  businessPhones: string[];
  /** BCP 47; null where nobody has set one. */
  preferredLanguage: string | null;
  /** Key of another person. */
  manager: string | null;
  appRoles: string[];
  /** The tenant a guest comes from, and who they are there. */
  guestOf: { tenantId: string; objectId: string } | null;
  /** Made by `bigGroups.ts`; left out of the people picker. */
  isGenerated?: boolean;
}

export interface TenantGroup {
  key: string;
  id: string;
  displayName: string;
  description: string | null;
  mail: string | null;
  /** Keys of people. */
  members: string[];
  /** Keys of groups; cycles are allowed. */
  memberGroups: string[];
}

/** Who may read: a person or a group, by key, or everybody of the organisation who has the link. */
export type TenantReader = { person: string } | { group: string } | { link: 'organization' };

export interface TenantDocument {
  /** Such as `Travel/Expenses.md`; folders need no entry. */
  path: string;
  text: string;
  /** Absent: whoever may read the site. */
  readers?: TenantReader[];
}

/** A document library as it is when the sandbox starts. */
export interface TenantLibrary {
  /** Of its drive. */
  id: string;
  name: string;
  documents: TenantDocument[];
}

export interface TenantSite {
  key: string;
  /** Host, site collection and site, separated by commas. */
  id: string;
  displayName: string;
  webUrl: string;
  readers: TenantReader[];
  libraries: TenantLibrary[];
}

/**
 * Who signs in and reads the directory, the bot, who reads document sites, and who grants that (behaviour 5.3). Change
 * what was granted to `docSite` for one that may read all sites.
 */
export type RegistrationKey = 'client' | 'server' | 'bot' | 'docSite' | 'entitlement';

export interface Tenant {
  id: string;
  displayName: string;
  domain: string;
  registrations: Record<RegistrationKey, Registration>;
  people: TenantPerson[];
  groups: TenantGroup[];
  sites: TenantSite[];
}

/** A fresh copy of `tenant.json`: change it before it is handed to `startSandbox`. */
export const readTenant = (): Tenant => structuredClone(data) as Tenant;

/** Object id, user principal name or mail address to a person; letter case does not matter. */
export function findPerson(tenant: Tenant, name: string): TenantPerson | undefined {
  const wanted = name.toLowerCase();
  return tenant.people.find(
    ({ id, userPrincipalName, mail }) =>
      id === wanted || userPrincipalName.toLowerCase() === wanted || mail?.toLowerCase() === wanted,
  );
}

/** Client id or application id URI (`api://…`) to the key of a registration. */
export function registrationKey(tenant: Tenant, name: string): RegistrationKey | undefined {
  const keys = Object.keys(tenant.registrations) as RegistrationKey[];
  return keys.find((key) => {
    const { clientId } = tenant.registrations[key];
    return name === clientId || name === `api://${clientId}`;
  });
}

/** The scope that people's tokens for the product carry (behaviour 5.3 B). */
export const apiScope = (tenant: Tenant): string => `api://${tenant.registrations.server.clientId}/User.Read`;
