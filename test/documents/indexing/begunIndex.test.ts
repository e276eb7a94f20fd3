import { expect } from 'chai';
import type { SearchPage } from '../../../contract/search.ts';
import { SEARCH_ORIGIN } from '../../../sandbox/search/searchService.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { startProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { validSettings } from '../support.ts';
import { openStage } from './stage.ts';

const KEY = { key: '5'.repeat(64) };

describe('a search index that was chosen while its service did not answer (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    it('is filled after a restart', async () => {
      const databaseUrl = await openUrl();
      const stage = await openStage(async () => databaseUrl, { config: KEY });
      const { sandbox, now } = stage;
      let next: Awaited<ReturnType<typeof startProduct>> | null = null;
      try {
        await stage.settle();
        sandbox.search.meddle(() => 503);
        const settings = { searchEndpoint: SEARCH_ORIGIN, searchIndex: 'files' };
        expect((await stage.ada.call('PATCH', '/settings', settings)).status).to.equal(200);
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
  });
});
