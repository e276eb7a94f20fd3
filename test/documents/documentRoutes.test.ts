import { expect } from 'chai';
import type { ApiKeyView, SiteConnection, SiteList } from '../../contract/documents.ts';
import type { AuditPage } from '../../contract/audit.ts';
import type { SettingList } from '../../contract/settings.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Tenant } from '../../sandbox/tenant.ts';
import { forEachDatabase } from '../support/databases.ts';
import { leakWatch } from '../support/leaks/leakWatch.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { expectProblem } from '../scenarios/support.ts';
import { addressOf, granting, validSettings, scriptOf, siteIdOf, tenantWith, UNSET } from './support.ts';

const NOBODY = '30000000-0000-4000-8000-00000000ffff';

describe('document sites (behaviour 5.3 C)', () => {
  forEachDatabase((name, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let ada: Client;

    const begin = (...roles: string[]) => beginIn(tenantWith(...roles));

    async function beginIn(tenant: Tenant): Promise<void> {
      sandbox = await startSandbox({ portBase: 0, tenant });
      product = await startProduct({ sandbox, databaseUrl: await openUrl(), config: UNSET, withLoops: false });
      ada = await product.as('ada@sandbox.test');
    }
    afterEach(async () => {
      await product?.close();
      await sandbox?.close();
    });

    const set = (values: object) => ada.call<SettingList>('PATCH', '/settings', values);
    const test = async (registration: 'docSite' | 'entitlement' = 'docSite') =>
      (await ada.call<SiteConnection>('POST', '/admin/documents/check', { registration })).body;
    const listed = () => ada.call<SiteList>('GET', '/admin/documents/sites');
    const told = ({ checks }: SiteConnection) => checks.map(({ check, fault }) => [check, fault?.id ?? null]);
    const audited = async () =>
      (await ada.call<AuditPage>('GET', '/audit?limit=50')).body.items.filter(({ action }) =>
        /^(site|setting)\./.test(action),
      );

    it('can be read as soon as the registration is set, and all of them with a permission for all', async () => {
      await begin('Sites.Read.All');
      expect(told(await test())).to.deep.equal([['settings', 'registrationNotSet']]);
      const { checks } = expectProblem(await listed(), 409, 'registration_unusable');
      expect(Object.keys(checks!)).to.deep.equal(['docSiteClientId', 'docSiteClientSecret']);

      const { docSiteClientId, docSiteClientSecret } = validSettings(sandbox);
      await set({ docSiteClientId, docSiteClientSecret });
      const found = await test();
      expect(told(found).map(([, fault]) => fault)).to.deep.equal([null, null, null, null, null]);
      expect(found).to.include({ permission: 'Sites.Read.All', siteCount: 3 });
      const { body } = await listed();
      expect(body).to.include({ total: 3, reach: 'all' });
      expect(
        body.items.map(({ name: site, libraries }) => [site, ...libraries.map((each) => each.name)]),
      ).to.deep.equal([
        ['Company handbook', 'Documents', 'Forms'],
        ['Finance', 'Documents'],
        ['Legal', 'Documents'],
      ]);
    });

    it('say exactly what is wrong with a registration', async () => {
      await begin('User.Read.All');
      const right = validSettings(sandbox);
      await set({ docSiteClientId: NOBODY, docSiteClientSecret: right.docSiteClientSecret });
      expect(told(await test()).at(-1)).to.deep.equal(['credentials', 'clientUnknown']);
      await set({ docSiteClientId: right.docSiteClientId, docSiteClientSecret: 'N0-such-secret-value' });
      expect(told(await test()).at(-1)).to.deep.equal(['credentials', 'secretWrong']);
      const refused = await listed();
      expectProblem(refused, 409, 'registration_unusable');
      expect(JSON.stringify(refused.body)).to.include('docSiteClientSecret').and.not.include('N0-such-secret-value');
      await set({ docSiteClientSecret: sandbox.tenant.registrations.docSite.expiredSecret });
      expect(told(await test()).at(-1)).to.deep.equal(['credentials', 'secretExpired']);
      await set({ docSiteClientSecret: right.docSiteClientSecret });
      const unconsented = await test();
      expect(told(unconsented).at(-1)).to.deep.equal(['permissions', 'consentMissing']);
      const consent = await fetch(unconsented.checks.at(-1)!.consentUrl!);
      expect(await consent.text()).to.include('Handback documents');
      sandbox.graph.failNext(1, 400);
      sandbox.tenant.registrations.docSite.application = { graph: ['Sites.Read.All'] };
      expect(told(await test()).at(-1)).to.deep.equal(['sites', 'tenantRefuses']);
      expect(told(await test()).at(-1)).to.deep.equal(['sites', null]);
      expect(told(await test('entitlement'))).to.deep.equal([['settings', 'registrationNotSet']]);
    });

    it('are granted, shown and revoked one by one, each time with an audit row', async () => {
      await begin('Sites.Selected');
      await set(validSettings(sandbox));
      const { show, list, grant, revoke } = granting(ada);
      const address = addressOf(sandbox, 'handbook');
      expect(await test()).to.include({ permission: 'Sites.Selected', siteCount: 0 });
      expect(await test('entitlement')).to.include({ permission: 'Sites.FullControl.All', siteCount: 3 });
      expect((await show(address)).body.items).to.deep.equal([
        { id: siteIdOf(sandbox, 'handbook'), name: 'Company handbook', address, roles: [], grantedAt: null },
      ]);

      const granted = await grant(`${address}/Shared%20Documents`);
      expect(granted.body).to.deep.include({ id: siteIdOf(sandbox, 'handbook'), roles: ['read'] });
      expect(
        sandbox.graph.sites.grantsOf('handbook').map(({ application, roles }) => [application.id, roles]),
      ).to.deep.equal([[sandbox.tenant.registrations.docSite.clientId, ['read']]]);
      expect((await grant(siteIdOf(sandbox, 'handbook'))).body).to.deep.equal(granted.body);
      expect((await list()).body.items).to.deep.equal([granted.body]);
      expect((await listed()).body).to.deep.include({ total: 1, reach: 'selected' });
      expect((await test()).siteCount).to.equal(1);

      expect((await revoke(address)).body).to.deep.include({ roles: [], grantedAt: null });
      expect((await revoke(address)).body).to.deep.include({ roles: [] });
      expect(sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
      expect((await listed()).body.items).to.deep.equal([]);
      const rows = (await audited()).filter(({ action }) => action.startsWith('site.'));
      const me = (await ada.call<{ id: string }>('GET', '/me')).body.id;
      expect(rows.map((row) => [row.action, row.actor.id, row.verifiedBy, row.subject])).to.deep.equal([
        ['site.revoked', me, 'session', siteIdOf(sandbox, 'handbook')],
        ['site.granted', me, 'session', siteIdOf(sandbox, 'handbook')],
      ]);
    });

    it('are granted once and revoked for a registration whose id was entered in capitals', async () => {
      const tenant = tenantWith('Sites.Selected');
      tenant.registrations.docSite.clientId = '30000000-0000-4000-8000-0000000000ab';
      await beginIn(tenant);
      const right = validSettings(sandbox);
      await set({ ...right, docSiteClientId: right.docSiteClientId.toUpperCase() });
      const { grant, revoke } = granting(ada);
      const address = addressOf(sandbox, 'handbook');
      for (const { body } of [await grant(address), await grant(address)])
        expect(body).to.deep.include({ roles: ['read'] });
      expect(sandbox.graph.sites.grantsOf('handbook').map(({ application }) => application.id)).to.deep.equal([
        right.docSiteClientId,
      ]);
      expect((await revoke(address)).body).to.deep.include({ roles: [], grantedAt: null });
      expect(sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
    });

    it('say which granted sites can no longer be read', async () => {
      await begin('Sites.Selected');
      await set(validSettings(sandbox));
      const { grant, revoke } = granting(ada);
      await grant(addressOf(sandbox, 'legal'));
      await grant(addressOf(sandbox, 'finance'));
      const { tenant, graph } = sandbox;
      graph.sites.grantsOf('legal').length = 0; // revoked elsewhere
      const gone = addressOf(sandbox, 'finance');
      tenant.sites.splice(
        tenant.sites.findIndex(({ key }) => key === 'finance'),
        1,
      );
      const { items } = (await listed()).body;
      expect(items.map((site) => [site.name, site.libraries.length, site.fault?.id])).to.deep.equal([
        ['Finance', 0, 'siteUnknown'],
        ['Legal', 0, 'siteNotGranted'],
      ]);
      expect((await test()).siteCount).to.equal(0);
      expect((await revoke(gone)).status).to.equal(200);
      expect((await listed()).body.total).to.equal(1);
    });

    it('stay unchanged if something is wrong, which is named', async () => {
      await begin('Sites.Selected');
      await set(validSettings(sandbox));
      const { show, grant, revoke } = granting(ada);
      for (const site of ['', 'handbook', 'https://attacker.test/sites/handbook', 'x'.repeat(2001)])
        for (const call of [grant, revoke]) {
          const { checks } = expectProblem(await call(site), 422, 'validation_failed');
          expect(Object.keys(checks!)).to.deep.equal(['site']);
        }
      for (const call of [show, grant, revoke]) {
        const unknown = expectProblem(
          await call('https://sandbox.sharepoint.com/sites/nowhere'),
          422,
          'validation_failed',
        );
        expect(unknown.checks).to.deep.equal({ site: { id: 'siteUnknown', values: {} } });
      }
      expectProblem(
        await ada.call('POST', '/admin/documents/grants', { site: 'x', more: 1 }),
        422,
        'validation_failed',
      );
      expectProblem(await ada.call('DELETE', '/admin/documents/grants'), 422, 'validation_failed');
      expectProblem(await ada.call('POST', '/admin/documents/check', { registration: 'x' }), 422, 'validation_failed');
      expectProblem(await ada.call('PUT', '/admin/documents/api-key', { key: 'chosen' }), 422, 'validation_failed');

      const address = addressOf(sandbox, 'handbook');
      const faultOf = async (values: object) => {
        await set({ ...validSettings(sandbox), ...values });
        const { checks } = expectProblem(await grant(address), 409, 'registration_unusable');
        return Object.entries(checks!).map(([setting, { id }]) => [setting, id]);
      };
      expect(await faultOf({ docSiteAdminClientId: null })).to.deep.equal([
        ['docSiteAdminClientId', 'registrationNotSet'],
      ]);
      expect(await faultOf({ docSiteClientId: null })).to.deep.equal([['docSiteClientId', 'registrationNotSet']]);
      expect(await faultOf({ docSiteAdminClientSecret: 'N0-such-secret-value' })).to.deep.equal([
        ['docSiteAdminClientSecret', 'secretWrong'],
      ]);
      sandbox.tenant.registrations.entitlement.application = { graph: ['Sites.Read.All'] };
      await set({ docSiteAdminClientSecret: null });
      expect(await faultOf({})).to.deep.equal([['docSiteAdminClientId', 'consentMissing']]);
      sandbox.graph.failNext(1, 401);
      expect(await faultOf({})).to.deep.equal([['docSiteAdminClientId', 'tenantRefuses']]);
      sandbox.graph.meddle(() => 'cut');
      expectProblem(await grant(address), 503, 'unavailable');
      sandbox.graph.meddle(null);
      expect(sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
      expect((await audited()).filter(({ action }) => action.startsWith('site.'))).to.deep.equal([]);
    });

    it('wait as long as Microsoft asks, and no longer', async () => {
      await begin('Sites.Read.All');
      await set(validSettings(sandbox));
      sandbox.graph.throttleNext(2, 0);
      expect((await listed()).status).to.equal(200);
      sandbox.graph.throttleNext(1, 3600);
      expectProblem(await listed(), 503, 'unavailable');
    });

    describe('with the key for scripts', () => {
      const made = async () => (await ada.call<ApiKeyView>('PUT', '/admin/documents/api-key', {})).body.key;

      beforeEach(async () => {
        await begin('Sites.Selected');
        await set(validSettings(sandbox));
      });

      it('are granted without an administrator, and nothing else is allowed', async () => {
        const key = await made();
        leakWatch.keep(key);
        const script = scriptOf(product.url, key);
        const { show, grant, revoke } = granting(script);
        const address = addressOf(sandbox, 'handbook');
        expect((await grant(address)).body.roles).to.deep.equal(['read']);
        expect((await show(address)).body.items[0]!.roles).to.deep.equal(['read']);
        expect((await revoke(address)).status).to.equal(200);
        for (const [method, path] of [
          ['GET', '/settings'],
          ['GET', '/me'],
          ['GET', '/admin/documents/sites'],
          ['POST', '/admin/documents/check'],
          ['PUT', '/admin/documents/api-key'],
          ['DELETE', '/admin/documents/api-key'],
        ] as const)
          expectProblem(
            await script.call(method, path, method === 'POST' || method === 'PUT' ? {} : undefined),
            401,
            'unauthenticated',
          );
        const rows = (await audited()).filter(({ action }) => action.startsWith('site.'));
        expect(rows.map((row) => [row.action, row.actor.id, row.verifiedBy])).to.deep.equal([
          ['site.revoked', 'operator', 'api_key'],
          ['site.granted', 'operator', 'api_key'],
        ]);
      });

      it('show the key once, store its hash, replace and revoke it', async () => {
        const nobody = granting(scriptOf(product.url, 'handback_none'));
        expectProblem(await nobody.list(), 401, 'unauthenticated');
        const first = await made();
        const list = JSON.stringify((await ada.call('GET', '/settings')).body);
        const settings = (await ada.call<SettingList>('GET', '/settings')).body.items;
        expect(settings.find((each) => each.name === 'docSiteAdminApiKey')).to.include({ isSet: true, isSecret: true });
        expect(list).not.to.include(first);
        const second = await made();
        expectProblem(await granting(scriptOf(product.url, first)).list(), 401, 'unauthenticated');
        expect((await granting(scriptOf(product.url, second)).list()).status).to.equal(200);
        expect((await ada.call('DELETE', '/admin/documents/api-key')).status).to.equal(204);
        expectProblem(await granting(scriptOf(product.url, second)).list(), 401, 'unauthenticated');
        const { checks } = expectProblem(await set({ docSiteAdminApiKey: 'a'.repeat(64) }), 422, 'validation_failed');
        expect(checks).to.deep.equal({ docSiteAdminApiKey: { id: 'settingElsewhere', values: {} } });
        const rows = (await audited()).filter(({ subject }) => subject === 'docSiteAdminApiKey');
        expect(rows.map(({ action }) => action)).to.deep.equal([
          'setting.removed',
          'setting.changed',
          'setting.changed',
        ]);
      });

      it('let only administrators create a key, and people do not need one', async () => {
        for (const email of ['grace@sandbox.test', 'radia@sandbox.test', 'joan@fabrikam.test']) {
          const person = await product.as(email);
          expectProblem(await person.call('PUT', '/admin/documents/api-key', {}), 403, 'forbidden');
          expectProblem(await granting(person).grant(addressOf(sandbox, 'handbook')), 403, 'forbidden');
          expectProblem(await person.call('GET', '/admin/documents/sites'), 403, 'forbidden');
        }
        expect(sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
      });
    });

    it(`count an address's wrong keys, alert the operator, and accept the right one (${name})`, async () => {
      const lines: string[] = [];
      sandbox = await startSandbox({ portBase: 0, tenant: tenantWith('Sites.Selected') });
      product = await startProduct({
        sandbox,
        databaseUrl: await openUrl(),
        config: UNSET,
        withLoops: false,
        limits: { failuresPerMinute: 3 },
        logTo: { write: (line) => void lines.push(line) },
      });
      ada = await product.as('ada@sandbox.test');
      await set(validSettings(sandbox));
      const key = (await ada.call<ApiKeyView>('PUT', '/admin/documents/api-key', {})).body.key;
      const wrong = granting(scriptOf(product.url, 'handback_wrong'));
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await wrong.list()).status);
      expect(statuses).to.deep.equal([401, 401, 401, 429, 429]);
      const limited = await wrong.grant(addressOf(sandbox, 'handbook'));
      expect(Number(limited.headers.get('retry-after'))).to.be.within(1, 60);
      expect((await granting(scriptOf(product.url, key)).list()).status).to.equal(200);
      const events = lines.filter((line) => line.includes('"security":true'));
      expect(events.filter((line) => line.includes('"sign_in.failed"'))).to.have.length(3);
      expect(events.filter((line) => line.includes('"limit.hit"'))).to.have.length(3);
      expect(lines.join()).not.to.include('handback_wrong').and.not.include(key);
    });
  });
});
