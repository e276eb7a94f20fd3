import type { DocumentSource, Listing } from '../../../server/documents/indexing/documentSource.ts';
import { createIndexer, type Indexer } from '../../../server/documents/indexing/indexer.ts';
import { createDatabaseIndex } from '../../../server/search/databaseIndex.ts';
import { EVERYONE } from '../../../server/search/searchIndex.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { until } from '../../support/until.ts';

const NOW = 1_000_000;
const NOTE = { id: 'note', parent: null, isFolder: false, title: 'Note.txt', address: 'https://documents.test/note' };
const NOWHERE: Listing = { places: [], unknownSites: new Set(), lostSites: new Map() };
const DESK = { id: 'desk', site: 'home', siteName: 'Home', title: 'Desk', address: 'https://documents.test/' };

describe('a list of sources that takes very long (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let indexer: Indexer;
    let end: () => void;
    afterEach(async () => {
      end();
      await indexer.stop();
    });

    const origin = (kind: string, list: DocumentSource['list']): DocumentSource => ({
      kind,
      list,
      changes: async (_place, link) => ({
        changes: link === null ? [{ ...NOTE, version: '1', size: 5, modifiedAt: 1 }] : [],
        link: 'next',
        isLast: true,
      }),
      item: async () => ({ ...NOTE, version: '1', size: 5, modifiedAt: 1 }),
      access: async () => ({ readers: [EVERYONE], hasUnknown: false, until: null }),
      content: async () => ({ bytes: Buffer.from('word') }),
    });

    it('does not delay reading known sources', async () => {
      const { units, db } = store;
      const index = createDatabaseIndex({ units, reader: db.reader });
      const asking = new Promise<Listing>((resolve) => (end = () => resolve(NOWHERE)));
      indexer = createIndexer({
        ...{ units, reader: db.reader, index, now: () => NOW, steady: () => NOW, random: () => 0.5 },
        origins: [origin('drives', () => asking), origin('notes', async () => ({ ...NOWHERE, places: [DESK] }))],
        extract: async (_name, bytes) => ({ text: Buffer.from(bytes).toString(), fault: null }),
        report(error) {
          throw error;
        },
      });
      await indexer.loop.tick(NOW, NOW);
      await until(async () => {
        const { items } = await index.find({ words: 'word', principals: [EVERYONE], limit: 1 });
        return items.length === 1;
      }, 5000);
    });
  });
});
