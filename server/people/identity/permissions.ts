/**
 * The permissions the two registrations need (behaviour 5.3 A and B): shown by the wizard and the health page, and
 * checked.
 */

export interface ClientPermission {
  name: string;
  required: 'yes' | 'recommended' | 'fallback' | 'optional';
  purpose: string;
  /** The word by which the registration kit is told to request this optional permission. */
  feature?: string;
}

/** Delegated permissions of the client registration. */
export const CLIENT_PERMISSIONS: readonly ClientPermission[] = [
  { name: 'User.Read', required: 'yes', purpose: 'Sign-in and own profile' },
  { name: 'Group.Read.All', required: 'yes', purpose: 'Group membership for access rights' },
  { name: 'User.Read.All', required: 'recommended', purpose: 'People picker, user search, directory lookups' },
  {
    name: 'Directory.Read.All',
    required: 'fallback',
    purpose: 'Alternative to User.Read.All plus Group.Read.All (broader)',
  },
  {
    name: 'Files.ReadWrite',
    required: 'optional',
    purpose: 'Client-side upload of files to the personal drive',
    feature: 'upload',
  },
  { name: 'Sites.Read.All', required: 'optional', purpose: 'Browse document libraries', feature: 'sites' },
  {
    name: 'Sites.Selected',
    required: 'optional',
    purpose: 'Restricted alternative to Sites.Read.All',
    feature: 'selectedSites',
  },
];

/** Sets of scopes, tried by a client in this order until one is granted. The last one is for guests. */
export const SCOPE_ORDER: readonly (readonly string[])[] = [
  ['User.Read', 'Group.Read.All', 'User.Read.All'],
  ['User.Read', 'Group.Read.All'],
  ['User.Read', 'Directory.Read.All'],
  ['User.Read'],
];

export interface ServerPermission {
  name: string;
  purpose: string;
  /** What needs it; null: the product itself. */
  requiredWhen: string | null;
  /** Broader permissions that include it. */
  coveredBy: readonly string[];
  /** The word by which the registration kit is told to request it; without one it always does. */
  feature?: string;
}

/**
 * Counts as covering every application permission except those of the Teams bot (behaviour 5.3 B). Over-privileged and
 * not recommended. On Microsoft Graph it covers only the directory and opens no files, so drives need
 * `Files.ReadWrite.All` all the same.
 */
export const COVERS_ALL = 'Directory.Read.All';

/** Application permissions of the server registration. */
export const SERVER_PERMISSIONS: readonly ServerPermission[] = [
  {
    name: 'User.ReadBasic.All',
    purpose: 'Resolve the signed-in person to a directory id',
    requiredWhen: null,
    coveredBy: ['User.Read.All', COVERS_ALL],
  },
  {
    name: 'GroupMember.Read.All',
    purpose: "Read a person's transitive group memberships",
    requiredWhen: null,
    coveredBy: ['Group.Read.All', COVERS_ALL],
  },
  {
    name: 'User.Read.All',
    purpose:
      'Job title, department, office, employee id, phone numbers, company, manager, direct reports and whether an account is disabled',
    requiredWhen:
      'flows use the directory tools, people are assigned by name, direct reports are listed, or profiles are synchronised',
    coveredBy: [COVERS_ALL],
    feature: 'profiles',
  },
  {
    name: 'Group.Read.All',
    purpose: 'Read the properties of a group',
    requiredWhen: 'a group is assigned',
    coveredBy: [COVERS_ALL],
    feature: 'groups',
  },
  {
    name: 'Files.ReadWrite.All',
    purpose: "List, read, upload and delete in the product's folder of each personal drive",
    requiredWhen: 'files are kept in personal drives',
    coveredBy: [COVERS_ALL],
    feature: 'drives',
  },
  {
    name: 'Organization.Read.All',
    purpose: "Show the tenant's name; nothing depends on it",
    requiredWhen: "the tenant's name is to be shown",
    coveredBy: ['User.Read.All', COVERS_ALL],
    feature: 'tenantName',
  },
  {
    name: 'TeamsAppInstallation.ReadWriteSelfForUser.All',
    purpose: 'Install the Teams bot for people who have not opened it yet, so that it can write to them first',
    requiredWhen: 'people are asked in Teams who have never opened the bot',
    coveredBy: [],
    feature: 'teams',
  },
  {
    name: 'AppCatalog.Read.All',
    purpose: "Find the Teams bot in the organisation's app catalogue",
    requiredWhen: 'people are asked in Teams who have never opened the bot',
    coveredBy: [],
    feature: 'teams',
  },
];

export interface SitePermission {
  /** Which registration needs it: the one that reads document sites, or the one that grants it access to single sites. */
  registration: 'docSite' | 'entitlement';
  name: string;
  purpose: string;
  /** The word by which the registration kit is told to create that registration. */
  feature: string;
}

/** Application permissions of the registrations for document sites (behaviour 5.3 C). */
export const SITE_PERMISSIONS: readonly SitePermission[] = [
  {
    registration: 'docSite',
    name: 'Sites.Selected',
    purpose: 'Read the sites that it is granted',
    feature: 'documents',
  },
  { registration: 'docSite', name: 'Sites.Read.All', purpose: 'Read all sites', feature: 'allDocuments' },
  {
    registration: 'entitlement',
    name: 'Sites.FullControl.All',
    purpose: 'Grant the other registration single sites',
    feature: 'documents',
  },
];

export interface DelegatedPermission {
  name: string;
  /** The setting by which an administrator allows it. */
  setting: string;
  purpose: string;
}

/** Delegated permissions of the server registration, used on behalf of the caller and on the caller's own data only. */
export const DELEGATED_PERMISSIONS: readonly DelegatedPermission[] = [
  { name: 'Mail.Read', setting: 'enableDelegatedDirectoryMailRead', purpose: "Read the person's mail" },
  { name: 'Mail.Send', setting: 'enableDelegatedDirectoryMailSend', purpose: 'Send mail as the person' },
  { name: 'Calendars.Read', setting: 'enableDelegatedDirectoryCalendarRead', purpose: 'Read the calendar' },
  { name: 'Calendars.ReadWrite', setting: 'enableDelegatedDirectoryCalendarWrite', purpose: 'Create calendar events' },
  {
    name: 'MailboxSettings.Read',
    setting: 'enableDelegatedDirectoryMailboxSettings',
    purpose: 'Read the out-of-office status',
  },
  { name: 'Files.Read', setting: 'enableDelegatedDirectoryFilesRead', purpose: "Read files of the person's drive" },
  {
    name: 'Files.ReadWrite',
    setting: 'enableDelegatedDirectoryFilesReadWrite',
    purpose: 'Upload, create and share files of the drive',
  },
];

/**
 * The delegated permission on the search service, not on Microsoft Graph (behaviour 5.3 D): the client registration
 * requests it for a person who searches, the server registration for the starter of a flow that searches.
 */
export const SEARCH_PERMISSION = 'user_impersonation';

export interface Health {
  isHealthy: boolean;
  /** Required permissions that nothing granted covers. */
  missing: string[];
  /** Permissions whose features will not work, and what needs them. */
  unavailable: { permission: string; requiredWhen: string }[];
}

/**
 * The health rule of the server registration (behaviour 5.3 B): healthy with Directory.Read.All, or with one of
 * User.ReadBasic.All and User.Read.All together with one of GroupMember.Read.All and Group.Read.All.
 *
 * @param granted application permissions, as the `roles` of a token for Microsoft Graph list them
 */
export function healthOf(granted: readonly string[]): Health {
  const lacking = SERVER_PERMISSIONS.filter(
    ({ name, coveredBy }) => ![name, ...coveredBy].some((permission) => granted.includes(permission)),
  );
  const missing = lacking.filter(({ requiredWhen }) => requiredWhen === null).map(({ name }) => name);
  const unavailable = lacking.flatMap(({ name, requiredWhen }) =>
    requiredWhen === null ? [] : [{ permission: name, requiredWhen }],
  );
  return { isHealthy: missing.length === 0, missing, unavailable };
}
