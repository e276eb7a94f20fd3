import type { FastifyInstance } from 'fastify';
import type { ProviderView, RegistrationHealth, SettingList } from '../../../contract/settings.ts';
import type { RegistrationChecks, SetupView } from '../../../contract/setup.ts';
import { healthOf, SERVER_PERMISSIONS } from '../../../server/people/identity/permissions.ts';

const GRANTED = ['User.ReadBasic.All', 'GroupMember.Read.All', 'Group.Read.All'];

const stored = { source: 'stored', isSecret: false, isSet: true, variable: null } as const;
const hidden = { source: 'stored', isSecret: true, isSet: true, variable: null } as const;
const unset = { source: 'default', isSecret: false, isSet: false, variable: null } as const;

/** A channel that is on, one that the environment has set up, and one of which nothing is set. */
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
    delegated: [],
    consentUrl: 'https://login.test/adminconsent',
  };
};

const GUID = '30000000-0000-4000-8000-000000000001';
const setting = (name: string, value?: string) => ({
  name,
  source: value === undefined ? ('default' as const) : ('environment' as const),
  isSecret: name.endsWith('Secret'),
  isSet: value !== undefined,
  isReadable: true,
  ...(value !== undefined && { value }),
  variables: [name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()],
  updatedAt: null,
  updatedBy: null,
});

/** A variable has said who the tenant is. */
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

/** What administrators see and set: it is kept as it is, whatever is changed. */
export function settingRoutes(api: FastifyInstance): void {
  const list: SettingList = { items: [], providers: providers() };
  api.get('/settings', () => list);
  api.patch<{ Params: { channel: string } }>('/settings/providers/:channel', ({ params }) =>
    list.providers.find(({ channel }) => channel === params.channel),
  );
  api.post('/settings/providers/:channel/test', () => ({ isSent: true, detail: null }));
  api.get('/settings/health', health);
  api.get('/setup', () => setup);
  api.post('/setup/server-check', () => checks);
}
