import { expect } from 'chai';
import {
  BELOW_AT_ONCE,
  putItems,
  readSomeBelow,
  type IndexedItem,
} from '../../../server/documents/indexing/itemStore.ts';
import { putPlaces } from '../../../server/documents/indexing/sourceStore.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const NOW = 1_000_000;
const PLACE = { id: 'desk', site: 'home', siteName: 'Home', title: 'Desk', address: 'https://documents.test/' };

describe('a folder with very many documents (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('has them read again in batches, and nothing else with them', async () => {
      const item = (id: string, parent: string): IndexedItem => ({
        ...{ id, parent, isFolder: false, title: id, indexedAs: null, walk: 1, attempts: 0, fault: null },
        nextAt: NOW + 1,
      });
      await store.units.run(async ({ trx }) => {
        await putPlaces(trx, 'notes', [{ ...PLACE, source: 'S' }], NOW);
        const many = Array.from({ length: 2 * BELOW_AT_ONCE + 1 }, (_each, n) => item(`I${n}`, 'folder'));
        await putItems(trx, 'S', [...many, item('other', 'elsewhere')]);
      });
      const left = async () => (await store.db.reader('indexed_items').where('next_at', '>', NOW)).length;
      const read = () => store.units.run(({ trx }) => readSomeBelow(trx, 'S', ['folder']));
      expect([await read(), await left()]).to.deep.equal([true, BELOW_AT_ONCE + 2]);
      expect([await read(), await left()]).to.deep.equal([true, 2]);
      expect([await read(), await left()]).to.deep.equal([false, 1]);
    });
  });
});
