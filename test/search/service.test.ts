import { expect } from 'chai';
import type { ClientConfig } from '../../contract/client.ts';
import type { RegistrationHealth } from '../../contract/settings.ts';
import { SEARCH_SERVICE } from '../../sandbox/identity/scopes.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { SEARCH_ORIGIN } from '../../sandbox/search/searchService.ts';
import type { TenantPerson } from '../../sandbox/tenant.ts';
import type { IndexedDocument } from '../../server/search/searchIndex.ts';
import { expectProblem } from '../scenarios/support.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { INDEX } from './eachIndex.ts';
import { addressesIn, crowdedTenant, nameOf, pagesOf, publishSearch, SEED, someOf } from './matrix.ts';
import { documentsOf, readableBy } from './world.ts';

const HEADER = 'x-ms-query-source-authorization';

describe('searching with Azure AI Search', function () {
  this.timeout(120_000);
  let sandbox: Sandbox;
  let product: TestProduct;
  let documents: IndexedDocument[];
  let ada: Client;

  before(async () => {
    sandbox = await startSandbox({ portBase: 0, tenant: crowdedTenant() });
    documents = documentsOf(sandbox.tenant, SEED + 1);
    product = await startProduct({ sandbox });
    ada = await product.as('ada@sandbox.test');
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
  });

  async function set(settings: object): Promise<void> {
    const { status, body } = await ada.call('PATCH', '/settings', settings);
    expect(status, JSON.stringify(body)).to.equal(200);
  }
  const truthFor = (person: TenantPerson): string[] => readableBy(sandbox.tenant, documents, person);
  const tokenOf = (person: TenantPerson | string, scope = `${SEARCH_SERVICE}/user_impersonation`): Promise<string> =>
    sandbox.tokenFor(typeof person === 'string' ? person : nameOf(person), { scope });
  const scopeShown = async () => {
    const { body } = await ada.call<ClientConfig>('GET', '/client-config');
    return body.auth.searchScope;
  };
  const search = (client: Client, headers?: Record<string, string>) =>
    client.call('POST', '/search', { query: 'zebra' }, headers);

  async function expectFlowsToFind(): Promise<void> {
    for (const person of someOf(sandbox.tenant)) {
      const client = await product.as(nameOf(person));
      const view = await product.reached(
        ada,
        await product.run(client, 'finder', { words: 'zebra' }),
        'completed',
        'failed',
      );
      const odd = truthFor(person).filter((each) => Number(each.slice(1)) % 2 === 1);
      expect(view.status, JSON.stringify(view)).to.equal('completed');
      expect(addressesIn(view).length, nameOf(person)).to.equal(Math.min(odd.length, 50));
      expect(odd.map((each) => `https://documents.test/${each}`)).to.include.members(addressesIn(view));
    }
  }

  it('is switched on in the settings, without a restart, and follows the access lists', async () => {
    await set({ searchEndpoint: SEARCH_ORIGIN, searchIndex: INDEX });
    await product.product.services.searchIndex.put(documents);
    expect(sandbox.search.indexes.get(INDEX)!.documents.size).to.equal(documents.length);
    expect(await scopeShown()).to.equal(null);
    for (const person of someOf(sandbox.tenant))
      expect(await pagesOf(await product.as(nameOf(person))), nameOf(person)).to.deep.equal(truthFor(person));
    await publishSearch(ada, { query: '{{ words }} grass', limit: 50 }, someOf(sandbox.tenant));
    await expectFlowsToFind();
  });

  describe('that filters by itself', () => {
    before(() => set({ enableSearchAcl: true }));

    it("finds the same with the searcher's token, and asks clients for it", async () => {
      expect(await scopeShown()).to.equal(`${SEARCH_SERVICE}/user_impersonation`);
      for (const person of sandbox.tenant.people) {
        const headers = { [HEADER]: `Bearer ${await tokenOf(person)}` };
        const client = await product.as(nameOf(person));
        expect(await pagesOf(client, headers), nameOf(person)).to.deep.equal(truthFor(person));
      }
      expect(sandbox.search.indexes.get(INDEX)!.definition.permissionFilterOption).to.equal('enabled');
    });

    it('finds the same in flows, as their starters', () => expectFlowsToFind());

    it('shows nothing without that token, or with a wrong one', async () => {
      const [grace] = [await product.as('grace@sandbox.test')];
      const calls = sandbox.search.requests.length;
      const wrong: Record<string, string | undefined> = {
        none: undefined,
        empty: '',
        'no token': 'Bearer x',
        'of somebody else': `Bearer ${await tokenOf('ada@sandbox.test')}`,
        'for our own API': `Bearer ${await sandbox.tokenFor('grace@sandbox.test')}`,
        'for Graph': `Bearer ${await tokenOf('grace@sandbox.test', 'https://graph.microsoft.com/User.Read')}`,
        'of the server': `Bearer ${await sandbox.identity.issueForApp(SEARCH_SERVICE)}`,
        expired: `Bearer ${await sandbox.tokenFor('grace@sandbox.test', {
          scope: `${SEARCH_SERVICE}/user_impersonation`,
          lifetimeSeconds: -600,
        })}`,
        forged: `Bearer ${(await tokenOf('grace@sandbox.test')).slice(0, -4)}AAAA`,
      };
      for (const [name, header] of Object.entries(wrong)) {
        const answer = await search(grace, header === undefined ? {} : { [HEADER]: header });
        expectProblem(answer, 403, 'forbidden');
        expect(JSON.stringify(answer.body), name).to.not.include('eyJ');
      }
      expect(sandbox.search.requests.length, 'the service was asked').to.equal(calls);
      expect((await search(grace, { [HEADER]: await tokenOf('grace@sandbox.test') })).status).to.equal(200);
    });

    it('fails a flow whose starter has not consented, by name', async () => {
      const { delegated } = sandbox.tenant.registrations.server;
      const granted = delegated['search']!;
      delegated['search'] = [];
      try {
        await product.product.services.people.delegations.forget(sandbox.tenant.people[2]!.id);
        const client = await product.as(nameOf(sandbox.tenant.people[2]!));
        const id = await product.run(client, 'finder', { words: 'zebra' });
        const view = await product.reached(ada, id, 'completed', 'failed');
        expect(view.status).to.equal('failed');
        expect(JSON.stringify(view)).to.match(/consent_missing|sign_in_required/);
      } finally {
        delegated['search'] = granted;
      }
    });

    it('is checked on the health page, as the server, with what clients request', async () => {
      const healthNow = async () => (await ada.call<RegistrationHealth>('GET', '/settings/health')).body.search;
      expect(await healthNow()).to.deep.equal({ problem: null, scope: `${SEARCH_SERVICE}/user_impersonation` });
      sandbox.search.meddle(() => 403);
      expect((await healthNow())!.problem).to.match(/refuses the call \(403/);
      sandbox.search.meddle(null);
    });

    it('removes a source as a whole, whoever may read it', async () => {
      await product.product.services.searchIndex.removeSource(documents[0]!.source);
      expect(sandbox.search.indexes.get(INDEX)!.documents.size).to.equal(0);
      expect(await product.product.services.searchIndex.isEmpty()).to.equal(true);
    });

    it('says that the service is down, and shows nothing', async () => {
      const grace = await product.as('grace@sandbox.test');
      const headers = { [HEADER]: await tokenOf('grace@sandbox.test') };
      for (const status of [429, 500, 503, 403]) {
        sandbox.search.meddle(() => status);
        const refused = await search(grace, headers);
        expectProblem(refused, 503, 'unavailable');
        expect(refused.headers.get('retry-after'), String(status)).to.match(/^[1-9]\d*$/);
      }
      sandbox.search.meddle(null);
      expect((await search(grace, headers)).status).to.equal(200);
    });
  });

  describe('and no longer', () => {
    it('finds in our own database, which is empty', async () => {
      await set({ searchEndpoint: null });
      expect(await pagesOf(ada)).to.deep.equal([]);
      expect(await scopeShown()).to.equal(null);
      expect((await ada.call<RegistrationHealth>('GET', '/settings/health')).body.search).to.equal(null);
    });
  });
});
