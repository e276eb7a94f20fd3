import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { ClientConfig } from '../../contract/client.ts';
import type { Me } from '../../contract/people.ts';
import type {
  ProviderView,
  RegistrationHealth,
  RoleHolderList,
  SettingList,
  TestMessageResult,
} from '../../contract/settings.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { expectProblem } from '../scenarios/support.ts';

const KEY = 'ab'.repeat(32);
const SIGNING_SECRET = 'f'.repeat(32);

describe('settings that are changed while servers run (behaviour 2.9)', () => {
  forEachDatabase((name, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let ada: Client;
    let tim: Client;

    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      const databaseUrl = await openUrl();
      product = await startProduct({
        sandbox,
        databaseUrl,
        config: { key: KEY, smtpUrl: null, mailFrom: null },
        withLoops: false,
      });
      ada = await product.as('ada@sandbox.test');
      tim = await product.as('tim@sandbox.test');
    });
    after(async () => {
      await product?.close();
      await sandbox?.close();
    });

    const set = (body: object) => ada.call<SettingList>('PATCH', '/settings', body);
    const provide = (channel: string, body: object) =>
      ada.call<ProviderView>('PATCH', `/settings/providers/${channel}`, body);
    const openChannels = async () => (await ada.call<ClientConfig>('GET', '/client-config')).body.features.channels;

    it('open, change and close a channel at once', async () => {
      expect(await openChannels()).to.deep.equal([]);
      expect((await ada.call('POST', '/settings/providers/email/test')).status).to.equal(409);
      await provide('email', { smtpUrl: sandbox.config.smtpUrl, from: sandbox.config.mailFrom });
      expect(await openChannels()).to.deep.equal([]);
      const { body } = await provide('email', { enabled: true });
      expect(body.isOpen).to.equal(true);
      expect(await openChannels()).to.deep.equal(['email']);
      const sent = await ada.call('POST', '/settings/providers/email/test');
      expect(sent.body).to.deep.equal({ isSent: true, detail: null });
      await eventually(async () => sandbox.mail.mails().find(({ to }) => to[0]!.address === 'ada@sandbox.test'));
      await provide('email', { smtpUrl: 'smtp://user:hunter2@127.0.0.1:9' });
      const failed = await ada.call<TestMessageResult>('POST', '/settings/providers/email/test');
      expect(failed.body.isSent).to.equal(false);
      expect(failed.body.detailSaid!.id, 'for other languages').to.equal('mailUnreachable');
      expect(failed.body.detail).to.be.a('string').that.does.not.include('hunter2');
      await provide('email', { enabled: false });
      expect(await openChannels()).to.deep.equal([]);
    });

    it('are shown with their source, and without any secret', async () => {
      await provide('email', { smtpUrl: 'smtp://user:hunter2@mail.test' });
      const { body } = await ada.call<SettingList>('GET', '/settings');
      expect(JSON.stringify(body)).not.to.include('hunter2');
      const email = body.providers.find(({ channel }) => channel === 'email')!;
      expect(email.settings.find((each) => each.name === 'smtpUrl')).to.deep.equal({
        name: 'smtpUrl',
        source: 'stored',
        isSecret: true,
        isSet: true,
        variable: 'SMTP_URL',
      });
      const tenant = body.items.find((each) => each.name === 'tenantId');
      expect(tenant).to.include({ source: 'environment', value: sandbox.tenant.id });
      expect(body.items.map((each) => each.name)).not.to.include('notificationProviders');
    });

    it("accept a platform's new secret at once, and no longer the old one", async () => {
      const callRoute = async (secret: string) => {
        const body = JSON.stringify({ type: 'url_verification', challenge: 'hello' });
        const at = String(Math.floor(Date.now() / 1000));
        const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`;
        const headers = {
          'content-type': 'application/json',
          'x-slack-request-timestamp': at,
          'x-slack-signature': signature,
        };
        return (await fetch(`${product.url}/api/slack/events`, { method: 'POST', body, headers })).status;
      };
      expect(await callRoute(SIGNING_SECRET)).to.equal(404);
      await provide('slack', { enabled: true, botToken: 'xoxb-1', signingSecret: SIGNING_SECRET });
      expect(await callRoute(SIGNING_SECRET)).to.equal(200);
      await provide('slack', { signingSecret: 'e'.repeat(32) });
      expect([await callRoute(SIGNING_SECRET), await callRoute('e'.repeat(32))]).to.deep.equal([401, 200]);
      await provide('slack', { enabled: false });
      expect(await callRoute('e'.repeat(32))).to.equal(404);
    });

    it('grant and revoke roles at once', async () => {
      const rolesOf = async (client: Client) => (await client.call<Me>('GET', '/me')).body.roles;
      expect(await rolesOf(tim)).to.deep.equal([]);
      const me = (await tim.call<Me>('GET', '/me')).body;
      await set({ authorGroupIds: me.groups.slice(0, 1), adminIds: [me.id] });
      expect(await rolesOf(tim)).to.deep.equal(['administrator', 'author']);
      await set({ authorGroupIds: null, adminIds: [] });
      expect(await rolesOf(tim)).to.deep.equal([]);
    });

    it('name who has a role, and do not let administrators remove their own', async () => {
      const { id } = (await tim.call<Me>('GET', '/me')).body;
      const { groups } = (await ada.call<Me>('GET', '/me')).body;
      const gone = '10000000-0000-4000-8000-00000000ffff';
      await set({ adminIds: [id, gone], authorGroupIds: groups.slice(0, 1) });
      const { items } = (await tim.call<RoleHolderList>('GET', '/settings/roles')).body;
      expect(items.map((each) => [each.setting, each.kind, each.displayName])).to.deep.equal([
        ['adminIds', 'user', 'Tim Berners-Lee'],
        ['adminIds', 'user', gone],
        ['authorGroupIds', 'group', sandbox.tenant.groups.find((group) => group.id === groups[0])!.displayName],
      ]);
      for (const adminIds of [[gone], [], null]) {
        const { checks } = expectProblem(await tim.call('PATCH', '/settings', { adminIds }), 422, 'validation_failed');
        expect(checks).to.deep.equal({ adminIds: { id: 'ownRole', values: {} } });
      }
      const own = (await tim.call<Me>('GET', '/me')).body.groups.slice(0, 1);
      expect((await tim.call('PATCH', '/settings', { adminIds: null, adminGroupIds: own })).status).to.equal(200);
      expect((await tim.call('PATCH', '/settings', { adminIds: [id], adminGroupIds: null })).status).to.equal(200);
      expect((await set({ adminIds: null, authorGroupIds: null })).status).to.equal(200);
    });

    it('are refused with the name of the wrong field, and nothing changes', async () => {
      const before = await ada.call<SettingList>('GET', '/settings');
      const unknown = expectProblem(await set({ colour: 'red', enableSearchAcl: true }), 422, 'validation_failed');
      expect(unknown.checks).to.deep.equal({ colour: { id: 'unknownName', values: {} } });
      for (const answered of [await set({}), await provide('email', {})])
        expect(expectProblem(answered, 422, 'validation_failed').fields).to.deep.equal({
          body: 'Name at least one setting.',
        });
      for (const [body, field] of [
        [{ enableSearchAcl: true, adminGroupIds: ['x'] }, 'adminGroupIds.0'],
        [{ enableSearchAcl: true, tenantId: sandbox.tenant.id }, 'tenantId'],
        [{ enableSearchAcl: true, notificationProviders: {} }, 'notificationProviders'],
        [{ personalFileLocation: 'the cloud' }, 'personalFileLocation'],
        [{ searchEndpoint: 'http://search.test' }, 'searchEndpoint'],
        [{ searchIndex: 'Files' }, 'searchIndex'],
        [{ searchResource: 'search' }, 'searchResource'],
        [{ docSiteClientSecret: ' copied with a space' }, 'docSiteClientSecret'],
      ] as const) {
        const { checks } = expectProblem(await set(body), 422, 'validation_failed');
        expect(Object.keys(checks!)).to.deep.equal([field]);
      }
      for (const [body, field] of [
        [{ smtpUrl: 'https://mail.test' }, 'smtpUrl'],
        [{ smtpUrl: 'smtp://' }, 'smtpUrl'],
        [{ from: 'Handback <@>' }, 'from'],
        [{ from: 'nobody' }, 'from'],
        [{ colour: 'red' }, 'colour'],
      ] as const) {
        const { checks } = expectProblem(await provide('email', body), 422, 'validation_failed');
        expect(Object.keys(checks!)).to.deep.equal([field]);
      }
      expectProblem(await provide('pigeon', { enabled: true }), 404, 'not_found');
      expectProblem(await ada.call('POST', '/settings/providers/pigeon/test'), 404, 'not_found');
      expect((await ada.call('GET', '/settings')).body).to.deep.equal(before.body);
    });

    it('tell which permissions the server registration has', async () => {
      const { body } = await ada.call<RegistrationHealth>('GET', '/settings/health?isFresh=true');
      expect(body).to.include({ isHealthy: true, readFrom: 'token', problem: null, authType: 'clientCredentials' });
      expect(body.organization).to.be.a('string');
      const consent = await (await fetch(body.consentUrl)).text();
      expect(consent).to.include('Handback server').and.include('<li>GroupMember.Read.All</li>');
      const needed = body.permissions.filter(({ isNeeded }) => isNeeded).map((each) => each.name);
      expect(needed, 'nothing depends on Organization.Read.All, and files are kept here').to.deep.equal([
        'User.ReadBasic.All',
        'GroupMember.Read.All',
        'User.Read.All',
        'Group.Read.All',
      ]);
      await set({ personalFileLocation: 'personalDrive', enableDelegatedDirectoryMailRead: true });
      const after = (await ada.call<RegistrationHealth>('GET', '/settings/health')).body;
      expect(after.permissions.find((each) => each.name === 'Files.ReadWrite.All')!.isNeeded).to.equal(true);
      expect(after.delegated.filter(({ isOn }) => isOn).map((each) => each.name)).to.deep.equal(['Mail.Read']);
      await set({ personalFileLocation: null, enableDelegatedDirectoryMailRead: null });
    });

    if (name === 'PostgreSQL')
      it('reach every server of an installation', async () => {
        const other = await startProduct({
          sandbox,
          databaseUrl: product.config.databaseUrl,
          config: { key: KEY, smtpUrl: null, mailFrom: null },
          withLoops: false,
        });
        try {
          await provide('email', { enabled: true, smtpUrl: sandbox.config.smtpUrl, from: sandbox.config.mailFrom });
          await eventually(async () => (other.product.services.channels.has('email') ? true : undefined));
          await provide('email', { enabled: false });
          await eventually(async () => (other.product.services.channels.has('email') ? undefined : true));
        } finally {
          await other.close();
        }
      });
  });
});
