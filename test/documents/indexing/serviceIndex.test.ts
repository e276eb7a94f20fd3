import { expect } from 'chai';
import type { SearchPage } from '../../../contract/search.ts';
import { SEARCH_ORIGIN } from '../../../sandbox/search/searchService.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { startProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { validSettings } from '../support.ts';
import { HANDBOOK, MINUTE_MS, openStage } from './stage.ts';

const CHOICE = { searchEndpoint: SEARCH_ORIGIN, searchIndex: 'files' };
const KEY = { key: '5'.repeat(64) };

describe('an index at a search service (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    it('is filled after a restart if the service did not answer when it was chosen', async () => {
      const databaseUrl = await openUrl();
      const stage = await openStage(async () => databaseUrl, { config: KEY });
      const { sandbox, now } = stage;
      let next: Awaited<ReturnType<typeof startProduct>> | null = null;
      try {
        await stage.settle();
        sandbox.search.meddle(() => 503);
        expect((await stage.ada.call('PATCH', '/settings', CHOICE)).status).to.equal(200);
        const { searchIndex } = stage.product.product.services;
        await until(async () => !searchIndex.isCurrent());
        await stage.product.close();

        const config = { ...validSettings(sandbox), ...KEY };
        next = await startProduct({ sandbox, databaseUrl, now, withLoops: false, config });
        const { services } = next.product;
        expect(services.searchIndex.isCurrent()).to.equal(false);
        sandbox.search.meddle(null);
        await services.live.refresh();
        expect(services.searchIndex.isCurrent()).to.equal(true);
        const ada = await next.as('ada@sandbox.test');
        await until(async () => {
          await stage.tick(1_000, next!);
          const { body } = await ada.call<SearchPage>('POST', '/search', { query: 'leave', limit: 50 });
          return body.items?.length === 2;
        });
      } finally {
        await next?.close();
        await sandbox.close();
      }
    });

    it('keeps nothing of a library that is gone, even if searches of the service lag behind', async () => {
      const stage = await openStage(openUrl);
      try {
        const { searchIndex, live } = stage.product.product.services;
        expect((await stage.ada.call('PATCH', '/settings', CHOICE)).status).to.equal(200);
        await until(async () => live.current().searchEndpoint !== null && searchIndex.isCurrent());
        await stage.settle();
        const catchUp = stage.sandbox.search.lag('files');
        stage.sandbox.graph.sites.library(HANDBOOK).put('Zebra.txt', { content: 'A zebra has stripes.' });
        await stage.settle(5 * MINUTE_MS);
        stage.sandbox.graph.sites.removeLibrary(HANDBOOK);
        await stage.settle(5 * MINUTE_MS);
        expect((await stage.source()).state).to.equal('gone');
        catchUp();
        expect(await stage.find(stage.ada, 'zebra')).to.deep.equal([]);
      } finally {
        await stage.close();
      }
    });
  });
});
