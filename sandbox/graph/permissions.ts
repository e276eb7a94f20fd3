import { GraphError } from './graphError.ts';

/** What a verified Graph token says about its holder. */
export interface GraphCaller {
  tenantId: string;
  objectId: string;
  /** Client id of the calling application. */
  appId: string;
  isApp: boolean;
  /** Application permissions (`roles`) or delegated ones (`scp`). */
  permissions: string[];
}

interface Needed {
  /** One of these; empty: never open to applications. */
  application: string[];
  /** One of these. */
  delegated: string[];
}

const DIRECTORY = ['Directory.Read.All'];
const FULL_PROFILE = ['User.Read.All', ...DIRECTORY];
const BASIC_PROFILE = ['User.ReadBasic.All', ...FULL_PROFILE];
const GROUPS = ['Group.Read.All', ...DIRECTORY];
const MEMBERS = ['GroupMember.Read.All', ...GROUPS];

const both = (permissions: string[]): Needed => ({ application: permissions, delegated: permissions });

/** A person's own data: no access for others, including applications. */
const ofPerson = (...delegated: string[]): Needed => ({ application: [], delegated });

/** The permissions of each endpoint (behaviour 5.3). `GET /groups/{id}` is closed to GroupMember.Read.All. */
export const NEEDED = {
  me: { application: [], delegated: ['User.Read', ...BASIC_PROFILE] },
  organization: {
    application: ['Organization.Read.All', ...FULL_PROFILE],
    delegated: ['User.Read', 'Organization.Read.All', ...FULL_PROFILE],
  },
  users: both(BASIC_PROFILE),
  memberOf: both(MEMBERS),
  manager: both(FULL_PROFILE),
  directReports: both(FULL_PROFILE),
  groups: both(GROUPS),
  members: both(MEMBERS),
  myMail: ofPerson('Mail.Read', 'Mail.ReadWrite'),
  sendMyMail: ofPerson('Mail.Send'),
  myCalendar: ofPerson('Calendars.Read', 'Calendars.ReadWrite'),
  createMyEvent: ofPerson('Calendars.ReadWrite'),
  myMailboxSettings: ofPerson('MailboxSettings.Read', 'MailboxSettings.ReadWrite'),
  myDrive: ofPerson('Files.Read', 'Files.ReadWrite'),
  writeMyDrive: ofPerson('Files.ReadWrite'),
  photo: both(['ProfilePhoto.Read.All', ...FULL_PROFILE]),
  teamsCatalogue: both(['AppCatalog.Read.All', 'AppCatalog.ReadWrite.All']),
  teamsInstallation: {
    application: ['TeamsAppInstallation.ReadWriteSelfForUser.All', 'TeamsAppInstallation.ReadWriteForUser.All'],
    delegated: [],
  },
  drive: { application: ['Files.ReadWrite.All'], delegated: [] },
} as const satisfies Record<string, Needed>;

export type Endpoint = keyof typeof NEEDED;

export const holdsOneOf = (caller: Pick<GraphCaller, 'permissions'>, permissions: readonly string[]) =>
  permissions.some((permission) => caller.permissions.includes(permission));

/** The person of `/me`. @throws GraphError 400 for an application, which has none */
export function ownId(caller: GraphCaller): string {
  if (!caller.isApp) return caller.objectId;
  throw new GraphError(400, 'BadRequest', '/me request is only valid with delegated authentication flow.');
}

/** @throws GraphError 403 */
export function requirePermission(caller: GraphCaller, endpoint: Endpoint): void {
  const { application, delegated }: Needed = NEEDED[endpoint];
  if (!holdsOneOf(caller, caller.isApp ? application : delegated))
    throw new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
}

/** How much of a person the caller may see; `none`: only the id. */
export type ProfileAccess = 'full' | 'basic' | 'none';

export function profileAccess(caller: GraphCaller, personId: string): ProfileAccess {
  const isOwn = !caller.isApp && caller.objectId === personId && caller.permissions.includes('User.Read');
  if (isOwn || holdsOneOf(caller, FULL_PROFILE)) return 'full';
  return holdsOneOf(caller, BASIC_PROFILE) ? 'basic' : 'none';
}

/** Whether the caller sees group properties; with GroupMember.Read.All alone only the id. */
export const seesGroups = (caller: GraphCaller): boolean => holdsOneOf(caller, GROUPS);
