import { expect } from 'chai';
import type { ClientConfig } from '../../../contract/client.ts';
import type { SearchPage } from '../../../contract/search.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { rightSettings, tenantWith } from '../support.ts';

const MINUTE_MS = 60_000;

describe('reading document libraries (behaviour 5.6)', function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let time = 0;
    let ada: Client;
    let barbara: Client;

    beforeEach(async () => {
      time = Date.now();
      const now = () => time;
      sandbox = await startSandbox({
        portBase: 0,
        now,
        lifetimeSeconds: 400 * 24 * 3600,
        tenant: tenantWith('Sites.Read.All'),
      });
      product = await startProduct({ sandbox, openUrl, now, withLoops: false, config: rightSettings(sandbox) });
      [ada, barbara] = (await Promise.all(
        ['ada@sandbox.test', 'barbara@sandbox.test'].map((name) => product.as(name)),
      )) as [Client, Client];
    });
    afterEach(async () => {
      await product?.close();
      await sandbox?.close();
    });

    const indexer = () => product.product.services.documents.indexer;
    async function tick(ms = 1_000): Promise<void> {
      time += ms;
      await indexer().loop.tick(time);
      await indexer().idle();
    }
    async function settle(ms = 0): Promise<void> {
      await tick(ms);
      for (let n = 0; n < 8; n++) await tick();
    }
    const search = async (client: Client, query: string) =>
      (await client.call<SearchPage>('POST', '/search', { query })).body.items.map(({ title }) => title).sort();

    it('finds by person what that person may read, as soon as it is read', async () => {
      expect((await ada.call<ClientConfig>('GET', '/client-config')).body.features.search).to.equal(false);
      await settle();
      expect(await search(ada, 'leave')).to.deep.equal(['Leave.html', 'Request for leave.txt']);
      expect(await search(ada, 'salary')).to.deep.equal([]);
      expect(await search(barbara, 'salary')).to.deep.equal(['Salaries.csv']);
      expect(await search(ada, 'invoices')).to.deep.equal(['Findings.md']);
      time += 10_000;
      await until(async () => (await ada.call<ClientConfig>('GET', '/client-config')).body.features.search);
    });

    it('follows what is put, shared, moved and removed', async () => {
      await settle();
      const library = sandbox.graph.sites.library('b!handbook-documents');
      library.put('New/Zebra.txt', { content: 'A zebra has stripes.' });
      library.remove('Welcome.txt');
      await settle(5 * MINUTE_MS);
      expect(await search(ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await search(ada, 'concerns')).to.deep.equal([]);

      library.share('New', [{ person: 'barbara' }]);
      await settle(5 * MINUTE_MS);
      expect(await search(ada, 'zebra')).to.deep.equal([]);
      expect(await search(barbara, 'zebra')).to.deep.equal(['Zebra.txt']);

      library.move('New', 'Travel/Old');
      await settle(5 * MINUTE_MS);
      const { body } = await barbara.call<SearchPage>('POST', '/search', { query: 'zebra' });
      expect(body.items[0]!.address).to.match(/Travel\/Old\/Zebra\.txt$/);
      library.remove('Travel/Old', false);
      await settle(5 * MINUTE_MS);
      expect(await search(barbara, 'zebra')).to.deep.equal([]);
    });

    it('begins anew when changes are not remembered, and forgets what has gone meanwhile', async () => {
      await settle();
      const library = sandbox.graph.sites.library('b!handbook-documents');
      library.remove('Welcome.txt');
      library.put('Zebra.txt', { content: 'A zebra has stripes.' });
      library.forgetChanges();
      await settle(5 * MINUTE_MS);
      expect(await search(ada, 'concerns')).to.deep.equal([]);
      expect(await search(ada, 'zebra')).to.deep.equal(['Zebra.txt']);
    });
  });
});
