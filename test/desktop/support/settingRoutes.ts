import type { FastifyInstance } from 'fastify';
import type { ProviderView, RegistrationHealth, SettingList } from '../../../contract/settings.ts';
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

/** What administrators see and set: it is kept as it is, whatever is changed. */
export function settingRoutes(api: FastifyInstance): void {
  const list: SettingList = { items: [], providers: providers() };
  api.get('/settings', () => list);
  api.patch<{ Params: { channel: string } }>('/settings/providers/:channel', ({ params }) =>
    list.providers.find(({ channel }) => channel === params.channel),
  );
  api.post('/settings/providers/:channel/test', () => ({ isSent: true, detail: null }));
  api.get('/settings/health', health);
}
