import { expect } from 'chai';
import type { ClientConfig } from '../../../contract/client.ts';
import type { RegistrationHealth } from '../../../contract/settings.ts';
import type { SearchPage } from '../../../contract/search.ts';
import { SEARCH_ORIGIN } from '../../../sandbox/search/searchService.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { DAY_MS, HANDBOOK, MINUTE_MS, openStage, type Stage } from './stage.ts';

describe('reading document libraries (behaviour 5.6)', function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    let stage: Stage;
    beforeEach(async () => {
      stage = await openStage(openUrl);
      await stage.settle();
    });
    afterEach(() => stage.close());
    const library = () => stage.sandbox.graph.sites.library(HANDBOOK);

    it('finds for each person what they may read, as soon as it is read', async () => {
      const { ada, barbara } = stage;
      expect(await stage.find(ada, 'leave')).to.deep.equal(['Leave.html', 'Request for leave.txt']);
      expect(await stage.find(ada, 'salary')).to.deep.equal([]);
      expect(await stage.find(barbara, 'salary')).to.deep.equal(['Salaries.csv']);
      expect(await stage.find(ada, 'invoices')).to.deep.equal(['Findings.md']);
    });

    it('switches the search on, without a restart', async () => {
      const features = async () => (await stage.ada.call<ClientConfig>('GET', '/client-config')).body.features;
      await stage.tick(10_000);
      await until(async () => (await features()).search);
    });

    it('starts again for another index, which finds nothing before', async () => {
      const { ada, barbara, sandbox } = stage;
      const { searchIndex, live } = stage.product.product.services;
      const isUsed = (endpoint: string | null) =>
        until(async () => live.current().searchEndpoint === endpoint && searchIndex.isCurrent());
      const settings = { searchEndpoint: SEARCH_ORIGIN, searchIndex: 'files' };
      expect((await ada.call('PATCH', '/settings', settings)).status).to.equal(200);
      await isUsed(SEARCH_ORIGIN);
      await stage.settle();
      expect(await stage.find(ada, 'leave')).to.deep.equal(['Leave.html', 'Request for leave.txt']);
      expect(await stage.find(barbara, 'salary')).to.deep.equal(['Salaries.csv']);
      library().remove('Leave.html');
      library().share('Welcome.txt', [{ person: 'barbara' }]);
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(ada, 'concerns')).to.deep.equal([]);
      expect(await stage.find(barbara, 'concerns')).to.deep.equal(['Welcome.txt']);
      const known = sandbox.search.indexes.get('files')!.documents.size;

      expect((await ada.call('PATCH', '/settings', { searchEndpoint: null })).status).to.equal(200);
      await isUsed(null);
      expect(await stage.find(ada, 'leave')).to.deep.equal([]);
      await stage.settle();
      expect(await stage.find(ada, 'leave')).to.deep.equal(['Request for leave.txt']);
      expect(sandbox.search.indexes.get('files')!.documents.size).to.equal(known);
    });

    it('starts again if the index in the service was deleted, and tells administrators', async () => {
      const { ada, sandbox } = stage;
      const { searchIndex, live } = stage.product.product.services;
      const health = async () => (await ada.call<RegistrationHealth>('GET', '/settings/health')).body.search;
      await ada.call('PATCH', '/settings', { searchEndpoint: SEARCH_ORIGIN, searchIndex: 'files' });
      await until(async () => live.current().searchEndpoint === SEARCH_ORIGIN && searchIndex.isCurrent());
      await stage.settle();
      expect(await stage.find(ada, 'leave')).to.deep.equal(['Leave.html', 'Request for leave.txt']);
      expect(await health()).to.not.have.property('madeAgainAt');

      sandbox.search.drop('files');
      expect(await stage.find(ada, 'leave')).to.deep.equal([]);
      await stage.settle();
      expect(await stage.find(ada, 'leave')).to.deep.equal(['Leave.html', 'Request for leave.txt']);
      expect(Date.parse((await health())!.madeAgainAt!)).to.be.above(0);
    });

    it('follows documents that are added, shared, moved and removed', async () => {
      const { ada, barbara } = stage;
      library().put('New/Zebra.txt', { content: 'A zebra has stripes.' });
      library().remove('Welcome.txt');
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await stage.find(ada, 'concerns')).to.deep.equal([]);

      library().share('New', [{ person: 'barbara' }]);
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(ada, 'zebra')).to.deep.equal([]);
      expect(await stage.find(barbara, 'zebra')).to.deep.equal(['Zebra.txt']);

      library().move('New', 'Travel/Old');
      await stage.settle(5 * MINUTE_MS);
      const { body } = await barbara.call<SearchPage>('POST', '/search', { query: 'zebra' });
      expect(body.items[0]!.address).to.match(/Travel\/Old\/Zebra\.txt$/);
      library().remove('Travel/Old', false);
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(barbara, 'zebra')).to.deep.equal([]);
    });

    it('starts again if changes are no longer available, and removes what has gone meanwhile', async () => {
      library().remove('Welcome.txt');
      library().put('Zebra.txt', { content: 'A zebra has stripes.' });
      library().forgetChanges();
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(stage.ada, 'concerns')).to.deep.equal([]);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await stage.source()).to.include({ state: 'following', documents: 4 });
    });

    it('removes what has gone just before it starts again', async () => {
      library().forgetChanges();
      await stage.tick(1.2 * DAY_MS); // all documents are due, and are read once more
      library().remove('Welcome.txt');
      await stage.settle();
      expect(await stage.find(stage.ada, 'concerns')).to.deep.equal([]);
    });
  });
});
