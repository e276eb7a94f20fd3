/** The permissions that open an endpoint of Graph, any one of them, for an application or a person's client. */
interface Opens {
  application: readonly string[];
  delegated: readonly string[];
}

const DIRECTORY = ['Directory.Read.All'];
const PROFILES = ['User.Read.All', ...DIRECTORY];
const PEOPLE = ['User.ReadBasic.All', ...PROFILES];
const GROUPS = ['Group.Read.All', ...DIRECTORY];
const MEMBERSHIPS = ['GroupMember.Read.All', ...GROUPS];
const CATALOGUE = ['AppCatalog.Read.All', 'AppCatalog.ReadWrite.All'];
const INSTALLATION = ['TeamsAppInstallation.ReadWriteSelfForUser.All', 'TeamsAppInstallation.ReadWriteForUser.All'];

const both = (permissions: readonly string[]): Opens => ({ application: permissions, delegated: permissions });
const applications = (permissions: readonly string[]): Opens => ({ application: permissions, delegated: [] });
const people = (permissions: readonly string[]): Opens => ({ application: [], delegated: permissions });

/** Every Graph endpoint that the product uses, with its permissions (behaviour 5.3). */
export const GRAPH_TABLE: Readonly<Record<string, Opens>> = {
  'GET /me': people(['User.Read', ...PEOPLE]),
  'GET /me/transitiveMemberOf/microsoft.graph.group': people(MEMBERSHIPS),
  'GET /me/manager': people(PROFILES),
  'GET /me/directReports': people(PROFILES),
  'GET /me/messages': people(['Mail.Read', 'Mail.ReadWrite']),
  'POST /me/sendMail': people(['Mail.Send']),
  'GET /me/calendarView': people(['Calendars.Read', 'Calendars.ReadWrite']),
  'POST /me/events': people(['Calendars.ReadWrite']),
  'GET /me/mailboxSettings/automaticRepliesSetting': people(['MailboxSettings.Read', 'MailboxSettings.ReadWrite']),
  'GET /me/drive': people(['Files.Read', 'Files.ReadWrite']),
  'PUT /me/drive/special/*': people(['Files.ReadWrite']),
  'GET /me/drive/*': people(['Files.Read', 'Files.ReadWrite']),
  'PUT /me/drive/*': people(['Files.ReadWrite']),
  'POST /me/drive/*': people(['Files.ReadWrite']),
  'GET /organization': {
    application: ['Organization.Read.All', ...PROFILES],
    delegated: ['User.Read', 'Organization.Read.All', ...PROFILES],
  },
  'GET /users': both(PEOPLE),
  'GET /users/:id': both(PEOPLE),
  'GET /users/:id/transitiveMemberOf/microsoft.graph.group': both(MEMBERSHIPS),
  'GET /users/:id/manager': both(PROFILES),
  'GET /users/:id/directReports': both(PROFILES),
  'GET /users/:id/photos/:size/$value': both(['ProfilePhoto.Read.All', ...PROFILES]),
  'GET /users/:id/drive/special/approot': applications(['Files.ReadWrite.All']),
  'GET /groups': both(GROUPS),
  'GET /groups/:id': both(GROUPS),
  'GET /groups/:id/transitiveMembers/microsoft.graph.user': both(MEMBERSHIPS),
  'GET /appCatalogs/teamsApps': both(CATALOGUE),
  'POST /users/:id/teamwork/installedApps': applications(INSTALLATION),
  'GET /users/:id/teamwork/installedApps': applications(INSTALLATION),
  'GET /users/:id/teamwork/installedApps/:installation/chat': applications(INSTALLATION),
};

const READ_SITES = ['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.Manage.All', 'Sites.FullControl.All'];

/**
 * The same for document sites (behaviour 5.3 C), which applications read, and people as far as they may read them.
 * `Sites.Selected` opens those with `:id` and `:drive` if the application was granted the site.
 */
export const SITE_TABLE: Readonly<Record<string, readonly string[]>> = {
  'GET /sites': READ_SITES,
  'GET /sites/getAllSites': READ_SITES,
  'GET /sites/:id': READ_SITES,
  'GET /sites/:id/*': READ_SITES,
  'GET /sites/:id/drives': READ_SITES,
  'GET /sites/:id/permissions': ['Sites.FullControl.All'],
  'GET /sites/:id/permissions/:grant': ['Sites.FullControl.All'],
  'POST /sites/:id/permissions': ['Sites.FullControl.All'],
  'DELETE /sites/:id/permissions/:grant': ['Sites.FullControl.All'],
  'GET /drives/:drive/root/children': READ_SITES,
  'GET /drives/:drive/root/delta': READ_SITES,
  'GET /drives/:drive/items/:item': READ_SITES,
  'GET /drives/:drive/items/:item/content': READ_SITES,
  'GET /drives/:drive/items/:item/permissions': READ_SITES,
};

/**
 * The same for people's drives, which are open to applications that may write everybody's files, and to nobody else.
 */
export const DRIVE_TABLE: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'GET /users/:id/drive',
    'GET /users/:id/drive/special/*',
    'PUT /users/:id/drive/special/*',
    'POST /users/:id/drive/special/*',
    'DELETE /users/:id/drive/special/*',
    'GET /drives/:drive/items/:item/children',
    'POST /drives/:drive/items/:item/children',
    'DELETE /drives/:drive/items/:item',
  ].map((endpoint) => [endpoint, ['Files.ReadWrite.All']]),
);

/** Everything that can be granted, and a permission that opens nothing. */
export const ALL_PERMISSIONS: readonly string[] = [
  ...new Set([
    ...Object.values(GRAPH_TABLE).flatMap(({ application, delegated }) => [...application, ...delegated]),
    'Tasks.Read',
  ]),
];

/** The endpoint of a logged request. @throws Error for one that is not in the table */
export function endpointOf({ method, path }: { method: string; path: string }): string {
  const found = Object.keys(GRAPH_TABLE).find((endpoint) => {
    const [of, pattern] = endpoint.split(' ') as [string, string];
    return (
      of === method &&
      new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replaceAll(/[.$]/g, '\\$&').replace('/*', '/.*')}$`).test(path)
    );
  });
  if (found === undefined) throw new Error(`the table does not have ${method} ${path}`);
  return found;
}
