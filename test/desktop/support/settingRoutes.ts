import type { FastifyInstance } from 'fastify';
import type {
  DeliveryEntry,
  ProviderView,
  RegistrationHealth,
  RoleHolder,
  SettingList,
  SettingView,
} from '../../../contract/settings.ts';
import type { RegistrationChecks, SetupView } from '../../../contract/setup.ts';
import { DELEGATED_PERMISSIONS, healthOf, SERVER_PERMISSIONS } from '../../../server/people/identity/permissions.ts';

const GRANTED = ['User.ReadBasic.All', 'GroupMember.Read.All', 'Group.Read.All'];

const stored = { source: 'stored', isSecret: false, isSet: true, variable: null } as const;
const hidden = { source: 'stored', isSecret: true, isSet: true, variable: null } as const;
const unset = { source: 'default', isSecret: false, isSet: false, variable: null } as const;

/** A channel that is on, one configured by the environment, and one that is not configured. */
const providers = (): ProviderView[] => [
  {
    channel: 'email',
    displayName: 'E-mail',
    isOpen: true,
    settings: [
      { ...stored, name: 'enabled', value: true },
      { ...hidden, name: 'smtpUrl' },
      { ...stored, name: 'from', value: 'Handback <handback@sandbox.test>' },
    ],
  },
  {
    channel: 'slack',
    displayName: 'Slack',
    isOpen: false,
    missing: ['signingSecret'],
    settings: [
      { ...unset, name: 'enabled' },
      { ...hidden, name: 'botToken', source: 'environment', variable: 'SLACK_BOT_TOKEN' },
      { ...unset, name: 'signingSecret', isSecret: true },
      { ...unset, name: 'nativePickers' },
    ],
  },
];

const health = (): RegistrationHealth => {
  const { isHealthy, missing, unavailable } = healthOf(GRANTED);
  return {
    checkedAt: '2026-02-27T09:30:00.000Z',
    authType: 'clientCredentials',
    organization: 'Sandbox',
    isHealthy,
    readFrom: 'token',
    problem: null,
    missing,
    permissions: SERVER_PERMISSIONS.map(({ name, purpose, requiredWhen }) => ({
      name,
      purpose,
      requiredWhen,
      isNeeded: !name.startsWith('Files'),
      isGranted: !unavailable.some(({ permission }) => permission === name),
    })),
    delegated: DELEGATED_PERMISSIONS.map((permission) => ({ ...permission, isOn: false })),
    consentUrl: 'https://login.test/adminconsent',
    search: { problem: null, scope: 'https://search.azure.com/user_impersonation' },
  };
};

const GUID = '30000000-0000-4000-8000-000000000001';
const setting = (name: string, value?: string): SettingView => ({
  name,
  source: value === undefined ? 'default' : 'environment',
  isSecret: name.endsWith('Secret'),
  isSet: value !== undefined,
  isReadable: true,
  ...(value !== undefined && { value }),
  variables: [name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()],
  updatedAt: null,
  updatedBy: null,
});

/** The tenant is set by a variable. */
const setup: SetupView = {
  isComplete: false,
  redirectUri: 'https://handback.sandbox.test/',
  settings: [
    setting('clientId'),
    setting('tenantId', GUID),
    setting('directoryClientId'),
    setting('directoryClientSecret'),
    setting('directoryAuthType'),
  ],
  needsAdministrator: true,
};

const well = { fault: null, unavailable: [], consentUrl: null };
/** Consent is missing. */
const checks: RegistrationChecks = {
  checks: [
    { check: 'tenant', ...well },
    { check: 'credentials', ...well },
    {
      check: 'permissions',
      fault: { id: 'consentMissing', values: { missing: 'GroupMember.Read.All' } },
      unavailable: ['Group.Read.All', 'TeamsAppInstallation.ReadWriteSelfForUser.All'],
      consentUrl: 'https://login.test/adminconsent',
    },
  ],
};

/** Some from a variable, some stored, some not set. */
const items = (): SettingView[] => [
  ...[
    'docSiteClientSecret',
    'docSiteAdminClientId',
    'docSiteAdminClientSecret',
    'docSiteAdminApiKey',
    'searchIndex',
    'searchResource',
  ].map((name) => setting(name)),
  setting('docSiteClientId', GUID),
  { ...setting('docSiteAuthType'), value: 'clientCredentials' },
  { ...setting('personalFileLocation'), value: 'local' },
  { ...setting('searchEndpoint'), source: 'stored', isSet: true, value: `https://${'search-'.repeat(12)}.test/` },
  { ...setting('enableSearchAcl'), value: false },
  ...DELEGATED_PERMISSIONS.map(({ setting: name }, n) => ({ ...setting(name), value: n === 0 })),
];

const holders: RoleHolder[] = [
  { setting: 'adminIds', kind: 'user', id: GUID, displayName: 'Ada Lovelace' },
  { setting: 'adminIds', kind: 'user', id: '10000000-0000-4000-8000-00000000ffff', displayName: 'Tim Berners-Lee' },
  { setting: 'authorGroupIds', kind: 'group', id: GUID, displayName: 'Legal' },
];

const message = (state: DeliveryEntry['state'], more: Partial<DeliveryEntry> = {}): DeliveryEntry => ({
  id: state,
  at: '2026-02-27T09:30:00.000Z',
  kind: 'request',
  subjectId: '01ARZ3NDEKTSV4RRFFQ69G5FAV-ask',
  channel: 'email',
  person: { id: GUID, displayName: 'Grace Hopper' },
  state,
  attempts: 1,
  error: null,
  errorSaid: null,
  sentAt: null,
  nextAttemptAt: null,
  ...more,
});
const deliveries: DeliveryEntry[] = [
  message('sent'),
  message('queued', {
    attempts: 3,
    nextAttemptAt: '2026-02-27T10:30:00.000Z',
    error: 'connect ECONNREFUSED',
    channel: 'teams',
  }),
  message('failed', { attempts: 20, error: `550 5.1.1 ${'no-such-mailbox-'.repeat(8)}`, kind: 'assignment' }),
];

/** What administrators see and set; only the other settings change. */
export function settingRoutes(api: FastifyInstance): void {
  const list: SettingList = { items: items(), providers: providers() };
  let changes = 0;
  api.get('/settings', (_request, reply) => reply.header('etag', `"${changes}"`).send(list));
  api.patch<{ Params: { channel: string } }>('/settings/providers/:channel', ({ params }) => {
    changes += 1;
    return list.providers.find(({ channel }) => channel === params.channel);
  });
  api.post('/settings/providers/:channel/test', () => ({ isSent: true, detail: null }));
  api.get('/settings/health', health);
  api.patch<{ Body: Record<string, unknown> }>('/settings', ({ body }) => {
    changes += 1;
    for (const item of list.items) if (item.name in body) item.value = body[item.name];
    return list;
  });
  api.get('/settings/roles', () => ({ items: holders }));
  api.get('/deliveries', () => ({ items: deliveries, nextCursor: null }));
  api.get('/setup', () => setup);
  api.post('/setup/server-check', () => checks);
}
