import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '../../../contract/problem.ts';
import { readConfig, type Config } from '../../../server/foundation/config.ts';
import { UnsealableError, createCipher } from '../../../server/foundation/settings/cipher.ts';
import { SETTING_NAMES, type SettingName } from '../../../server/foundation/settings/settingTable.ts';
import { createSettings, type Settings } from '../../../server/foundation/settings/settings.ts';
import { SETTINGS_TTL_MS } from '../../../server/foundation/settings/storedSettings.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A variable, its value, the setting it overrides, and the resulting value. */
const OVERRIDES: [string, string, SettingName, unknown][] = [
  ['CLIENT_ID', GUID, 'clientId', GUID],
  ['TENANT_ID', GUID, 'tenantId', GUID],
  ['DIRECTORY_CLIENT_ID', GUID, 'directoryClientId', GUID],
  ['DIRECTORY_CLIENT_SECRET', 'from outside', 'directoryClientSecret', 'from outside'],
  ['DIRECTORY_AUTH_TYPE', 'managedSystemIdentity', 'directoryAuthType', 'managedSystemIdentity'],
  ['DOCSITE_CLIENT_ID', GUID, 'docSiteClientId', GUID],
  ['DOCSITE_CLIENT_SECRET', 'from outside', 'docSiteClientSecret', 'from outside'],
];

const pager = z.strictObject({ enabled: z.boolean(), token: z.string().min(3) });
const email = z.looseObject({ smtpUrl: z.string().optional() });
const pickers = z.looseObject({ nativePickers: z.boolean().optional() });
const channels = [
  { name: 'pager', settingsSchema: pager, secrets: ['token'] },
  { name: 'email', settingsSchema: email, secrets: ['smtpUrl'] },
  { name: 'teams', settingsSchema: pickers, secrets: [] },
  { name: 'slack', settingsSchema: pickers, secrets: [] },
];

const refusalOf = async (promise: Promise<unknown>): Promise<ProblemError> => {
  const error: unknown = await promise.then(
    () => expect.fail('it was accepted'),
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ProblemError);
  return error as ProblemError;
};

const ADA = { actor: 'ada', verifiedBy: 'session' } as const;

describe('settings', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const cipher = createCipher(randomBytes(32));
    let now: number;
    beforeEach(() => (now = 1_000_000));

    const open = (env: NodeJS.ProcessEnv = {}, more: Partial<Config> = {}): Settings =>
      createSettings({
        units: store.units,
        reader: store.db.reader,
        cipher,
        config: { ...readConfig(env), ...more },
        now: () => now,
        channels,
      });
    const describeOne = async (settings: Settings, name: string) =>
      (await settings.describe()).find((each) => each.name === name)!;

    it('have their defaults until somebody stores them, and again after removal', async () => {
      const settings = open();
      expect(await settings.get('adminGroupIds')).to.deep.equal([]);
      expect(await settings.get('tenantId')).to.equal(null);
      await settings.set('adminGroupIds', [GUID, OTHER], 'ada');
      expect(await settings.get('adminGroupIds')).to.deep.equal([GUID, OTHER]);
      await settings.set('adminGroupIds', [OTHER], 'ada');
      expect(await open().get('adminGroupIds')).to.deep.equal([OTHER]);
      await settings.set('adminGroupIds', null, 'ada');
      expect(await settings.get('adminGroupIds')).to.deep.equal([]);
    });

    for (const [variable, value, name, expected] of OVERRIDES)
      it(`${name} is what ${variable} says, whatever is stored`, async () => {
        await open().set(name, name === 'directoryAuthType' ? 'clientCredentials' : OTHER, 'ada');
        const settings = open({ [variable]: value });
        expect(await settings.get(name)).to.equal(expected);
        const { source, variables, isSet } = await describeOne(settings, name);
        expect([source, variables, isSet]).to.deep.equal(['environment', [variable], true]);
        expect(await open().get(name)).not.to.equal(expected);
      });

    it('keep a stored way to sign in that the environment does not mention', async () => {
      await open().set('directoryAuthType', 'managedSystemIdentity', 'ada');
      expect(await open({ TENANT_ID: GUID }).get('directoryAuthType')).to.equal('managedSystemIdentity');
    });

    it('take a mail server from the environment, beside the stored channels', async () => {
      await open().set(
        'notificationProviders',
        { pager: { enabled: true, token: 'abc' }, email: { enabled: false } },
        'ada',
      );
      const settings = open({ SMTP_URL: 'smtp://mail', MAIL_FROM: 'ask@example.com' });
      expect(await settings.get('notificationProviders')).to.deep.equal({
        pager: { enabled: true, token: 'abc' },
        email: { enabled: false, smtpUrl: 'smtp://mail', from: 'ask@example.com' },
      });
      await open().set('notificationProviders', null, 'ada');
      now += SETTINGS_TTL_MS;
      expect(await settings.get('notificationProviders')).to.deep.equal({
        email: { enabled: true, smtpUrl: 'smtp://mail', from: 'ask@example.com' },
      });
      expect(await open({ MAIL_FROM: 'ask@example.com' }).get('notificationProviders')).to.deep.equal({
        email: { from: 'ask@example.com' },
      });
    });

    it('take native pickers from the environment, on and off, whatever is stored', async () => {
      await open().set('notificationProviders', { slack: { nativePickers: true } }, 'ada');
      const settings = open({ TEAMS_NATIVE_PICKERS: 'true', SLACK_NATIVE_PICKERS: 'false' });
      expect(await settings.get('notificationProviders')).to.deep.equal({
        teams: { nativePickers: true },
        slack: { nativePickers: false },
      });
      expect(() => open({ SLACK_NATIVE_PICKERS: 'yes' })).to.throw('SLACK_NATIVE_PICKERS must be true or false');
    });

    it('store secrets sealed, and other values in plain text', async () => {
      const settings = open();
      await settings.set('directoryClientSecret', 'hunter2', 'ada');
      await settings.set('notificationProviders', { pager: { enabled: true, token: 'hunter2' } }, 'ada');
      await settings.set('enableSearchAcl', true, 'ada');
      const rows = await store.db.reader('settings').orderBy('name');
      expect(JSON.stringify(rows)).not.to.include('hunter2');
      expect(rows.map(({ name, is_secret }) => [name, is_secret])).to.deep.equal([
        ['directoryClientSecret', 1],
        ['enableSearchAcl', 0],
        ['notificationProviders', 1],
      ]);
      expect(await open().get('directoryClientSecret')).to.equal('hunter2');
    });

    it('leave an audit row that names the setting and never its value', async () => {
      const settings = open();
      await settings.set('directoryClientSecret', 'hunter2', 'ada');
      await settings.set('directoryClientSecret', null, 'grace');
      const rows = await store.db.reader('audit').orderBy('seq').select('at', 'actor', 'action', 'subject', 'detail');
      const detail = JSON.stringify({ verifiedBy: 'session' });
      expect(rows).to.deep.equal([
        { at: now, actor: 'ada', action: 'setting.changed', subject: 'directoryClientSecret', detail },
        { at: now, actor: 'grace', action: 'setting.removed', subject: 'directoryClientSecret', detail },
      ]);
    });

    it('show the source of a value, and of a secret only that it exists', async () => {
      const settings = open({ TENANT_ID: GUID });
      await settings.set('directoryClientSecret', 'hunter2', 'ada');
      await settings.set('enableSearchAcl', true, 'grace');
      const described = await settings.describe();
      expect(described.map(({ name }) => name)).to.deep.equal(SETTING_NAMES);
      expect(JSON.stringify(described)).not.to.include('hunter2');
      const secret = await describeOne(settings, 'directoryClientSecret');
      expect(secret).not.to.have.property('value');
      expect(secret).to.include({
        source: 'stored',
        isSecret: true,
        isSet: true,
        isReadable: true,
        updatedBy: 'ada',
        updatedAt: now,
      });
      expect(await describeOne(settings, 'enableSearchAcl')).to.include({
        value: true,
        source: 'stored',
        updatedBy: 'grace',
      });
      expect(await describeOne(settings, 'tenantId')).to.include({
        value: GUID,
        source: 'environment',
        updatedBy: null,
      });
      expect(await describeOne(settings, 'authorGroupIds')).to.deep.include({
        value: [],
        source: 'default',
        isSet: false,
      });
    });

    it('change several at once, or none', async () => {
      const settings = open();
      await settings.change({ enableSearchAcl: true, adminGroupIds: [GUID] }, ADA);
      expect([await settings.get('enableSearchAcl'), await settings.get('adminGroupIds')]).to.deep.equal([
        true,
        [GUID],
      ]);
      const refused = await refusalOf(settings.change({ enableSearchAcl: false, tenantId: 'x', clientId: 'y' }, ADA));
      expect(Object.keys(refused.extra.checks!)).to.deep.equal(['tenantId', 'clientId']);
      const unknown = await refusalOf(settings.change({ enableSearchAcl: false, colour: 1, tenantId: 'x' }, ADA));
      expect(Object.keys(unknown.extra.checks!)).to.deep.equal(['colour', 'tenantId']);
      expect(await open().get('enableSearchAcl')).to.equal(true);
    });

    it('change some values of a channel and keep the others, even with concurrent changes', async () => {
      const [here, there] = [open(), open()];
      await here.changeProvider('pager', { enabled: true, token: 'abc' }, 'ada');
      await Promise.all([
        here.changeProvider('pager', { enabled: false }, 'ada'),
        there.changeProvider('teams', { nativePickers: true }, 'grace'),
        here.changeProvider('slack', { nativePickers: false }, 'ada'),
      ]);
      expect(await open().get('notificationProviders')).to.deep.equal({
        pager: { enabled: false, token: 'abc' },
        teams: { nativePickers: true },
        slack: { nativePickers: false },
      });
      await here.changeProvider('slack', { nativePickers: null }, 'ada');
      expect((await open().get('notificationProviders'))['slack']).to.deep.equal({});
      const rows = await store.db.reader('audit').orderBy('seq').select('action', 'detail');
      expect(rows[0]).to.deep.equal({
        action: 'setting.changed',
        detail: JSON.stringify({ channel: 'pager', fields: 'enabled, token', verifiedBy: 'session' }),
      });
      expect(JSON.stringify(rows)).not.to.include('abc');
    });

    it('name the wrong setting of a channel, and show no secret of it', async () => {
      const settings = open({ SMTP_URL: 'smtp://hunter2@mail' });
      await settings.changeProvider('pager', { enabled: true, token: 'hunter2' }, 'ada');
      const wrong = await refusalOf(settings.changeProvider('pager', { token: 'x', colour: 1 }, 'ada'));
      expect(wrong.extra.checks).to.have.all.keys('token', 'colour');
      expect((await refusalOf(settings.changeProvider('pager', { token: null }, 'ada'))).code).to.equal(
        'validation_failed',
      );
      expect((await refusalOf(settings.changeProvider('pigeon', {}, 'ada'))).code).to.equal('not_found');
      const described = await settings.describeProviders();
      expect(JSON.stringify(described)).not.to.include('hunter2');
      expect(described[0]).to.deep.equal({
        channel: 'pager',
        settings: [
          { name: 'enabled', source: 'stored', isSecret: false, isSet: true, value: true, variable: null },
          { name: 'token', source: 'stored', isSecret: true, isSet: true, variable: null },
        ],
      });
      expect(described[1]!.settings).to.deep.equal([
        { name: 'smtpUrl', source: 'environment', isSecret: true, isSet: true, variable: 'SMTP_URL' },
      ]);
    });

    it('name the unknown setting and the wrong field, and store nothing', async () => {
      const settings = open();
      for (const name of ['colour', 'toString']) {
        const { code, extra } = await refusalOf(settings.set(name, 'red', 'ada'));
        expect([code, extra.checks]).to.deep.equal([
          'validation_failed',
          { [name]: { id: 'unknownName', values: {} } },
        ]);
      }
      const wrong: [string, unknown, string][] = [
        ['tenantId', 'hunter2', 'tenantId'],
        ['directoryAuthType', 'password', 'directoryAuthType'],
        ['enableSearchAcl', 'yes', 'enableSearchAcl'],
        ['adminGroupIds', [GUID, 'hunter2'], 'adminGroupIds.1'],
        ['directoryClientSecret', '', 'directoryClientSecret'],
        ['notificationProviders', 'hunter2', 'notificationProviders'],
        ['notificationProviders', { pigeon: {} }, 'notificationProviders.pigeon'],
        ['notificationProviders', { pager: { enabled: true, token: 'x' } }, 'notificationProviders.pager.token'],
        [
          'notificationProviders',
          { pager: { enabled: true, token: 'xyz', hunter2: 1 } },
          'notificationProviders.pager.hunter2',
        ],
      ];
      for (const [name, value, field] of wrong) {
        const { code, extra } = await refusalOf(settings.set(name, value, 'ada'));
        expect([code, Object.keys(extra.checks!)]).to.deep.equal(['validation_failed', [field]]);
      }
      expect(await store.db.reader('settings')).to.deep.equal([]);
      expect(await store.db.reader('audit')).to.deep.equal([]);
    });

    it('are read once for many callers, and again if another server may have changed them', async () => {
      const settings = open();
      let reads = 0;
      // a unit that changes some reads them itself
      const count = ({ sql }: { sql: string }) => void (/from .settings.(?!.*for update)/.test(sql) && reads++);
      store.db.reader.on('query', count);
      await Promise.all(Array.from({ length: 50 }, () => settings.get('adminGroupIds')));
      await open().set('adminGroupIds', [GUID], 'another server');
      now += SETTINGS_TTL_MS - 1;
      expect(await settings.get('adminGroupIds')).to.deep.equal([]);
      expect(reads).to.equal(1);
      now += 1;
      expect(await settings.get('adminGroupIds')).to.deep.equal([GUID]);
      store.db.reader.off('query', count);
    });

    it('that are unreadable or no longer valid are named, while the others still work', async () => {
      await open().set('directoryClientSecret', 'hunter2', 'ada');
      await open().set('enableSearchAcl', true, 'ada');
      await store.db
        .writer('settings')
        .insert({ name: 'tenantId', value: '"common"', is_secret: 0, updated_at: 1, updated_by: '' });
      await store.db.writer('settings').where({ name: 'directoryClientSecret' }).update({ value: 'v1.changed' });
      const settings = open();
      expect(await settings.get('enableSearchAcl')).to.equal(true);
      expect(await settings.get('directoryClientSecret').catch((error: Error) => error)).to.be.instanceOf(
        UnsealableError,
      );
      expect(String(await settings.get('tenantId').catch((error: Error) => error))).to.match(/tenantId is not valid/);
      for (const name of ['directoryClientSecret', 'tenantId'])
        expect(await describeOne(settings, name)).to.include({ source: 'stored', isReadable: false });
    });

    it('are read again after a failed read', async () => {
      const settings = open();
      await store.db.writer.schema.renameTable('settings', 'elsewhere');
      try {
        expect(await settings.get('tenantId').catch((error: Error) => error)).to.be.instanceOf(Error);
      } finally {
        await store.db.writer.schema.renameTable('elsewhere', 'settings');
      }
      expect(await settings.get('tenantId')).to.equal(null);
    });
  });
});
