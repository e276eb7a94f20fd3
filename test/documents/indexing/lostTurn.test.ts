import { expect } from 'chai';
import type { DocumentSource, Item } from '../../../server/documents/indexing/documentSource.ts';
import { createIndexer, type Indexer } from '../../../server/documents/indexing/indexer.ts';
import { startLeaving, readAnew, releaseHeld } from '../../../server/documents/indexing/sourceStore.ts';
import { createDatabaseIndex } from '../../../server/search/databaseIndex.ts';
import { EVERYONE, type SearchIndex } from '../../../server/search/searchIndex.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const NOTE: Item = {
  id: 'note',
  parent: null,
  isFolder: false,
  title: 'Note.txt',
  address: 'https://documents.test/note',
  version: '1',
  size: 5,
  modifiedAt: 1,
};

describe('a server that lost its turn for a source while reading it (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let time = 1_000_000;
    let text = '';
    let isThere = true;
    /** What others do just before a document is put. */
    let meanwhile: (() => Promise<unknown>) | null = null;
    let index: SearchIndex;
    let indexer: Indexer;

    /** A kind of source with one place, which has one document. */
    const origin: DocumentSource = {
      kind: 'notes',
      list: async () => ({
        places: [{ id: 'desk', site: 'home', siteName: 'Home', title: 'Desk', address: 'https://documents.test/' }],
        unknownSites: new Set(),
        lostSites: new Map(),
      }),
      changes: async (_place, link) => ({
        changes: link === null && isThere ? [NOTE] : [],
        link: 'next',
        isLast: true,
      }),
      item: async () => (isThere ? NOTE : null),
      access: async () => (isThere ? { readers: [EVERYONE], hasUnknown: false, until: null } : null),
      content: async () => (isThere ? { bytes: Buffer.from(text) } : null),
    };

    beforeEach(() => {
      time += 1_000_000;
      isThere = true;
      const { units, db } = store;
      index = createDatabaseIndex({ units, reader: db.reader });
      indexer = begin({
        ...index,
        async put(documents) {
          const now = meanwhile;
          meanwhile = null;
          await now?.();
          await index.put(documents);
        },
      });
    });

    /** A server. */
    function begin(into: SearchIndex): Indexer {
      const { units, db } = store;
      return createIndexer({
        units,
        reader: db.reader,
        index: into,
        origins: [origin],
        extract: async (_name, bytes) => ({ text: Buffer.from(bytes).toString(), fault: null }),
        now: () => time,
        steady: () => time,
        random: () => 0.5,
        report: (error) => expect.fail(String(error)),
      });
    }

    async function tick(times: number, by = indexer): Promise<void> {
      for (let n = 0; n < times; n++) {
        time += 1_000;
        await by.loop.tick(time);
        await by.idle();
      }
    }
    const items = () => store.db.reader('indexed_items').select('item');
    const found = async () => {
      const { items } = await index.find({ words: 'note', principals: [EVERYONE], limit: 5 });
      return items.map(({ excerpt }) => excerpt.map((span) => span.text).join(''));
    };

    it('does not overwrite newer data', async () => {
      text = 'old';
      meanwhile = async () => {
        await store.units.run(({ trx }) => readAnew(trx, 'notes:desk', time));
        text = 'new';
      };
      await tick(4);
      expect(await found()).to.deep.equal(['new']);
    });

    it('leaves no removed document behind, even if another server has forgotten it', async () => {
      text = 'old';
      meanwhile = async () => {
        isThere = false;
        await store.units.run(({ trx }) => readAnew(trx, 'notes:desk', time));
        await tick(4, begin(index));
        expect(await items()).to.deep.equal([]);
      };
      await tick(4);
      expect(await found()).to.deep.equal([]);
      expect(await items()).to.deep.equal([]);
      expect(await store.db.reader('indexed_sources').select('documents')).to.deep.equal([{ documents: 0 }]);
    });

    it('leaves no document behind that disappeared before a killed server could record it', async () => {
      let isPut!: () => void;
      const put = new Promise<void>((resolve) => (isPut = resolve));
      void begin({
        ...index,
        async put(documents) {
          await index.put(documents);
          isPut();
          await new Promise(() => {}); // killed
        },
      }).loop.tick(time);
      await put;
      isThere = false;
      await store.units.run(({ trx }) => releaseHeld(trx, time));
      await tick(4);
      expect(await found()).to.deep.equal([]);
      expect(await store.db.reader('indexed_sources').select('documents')).to.deep.equal([{ documents: 0 }]);
    });

    it('leaves nothing behind if nothing may be found any more', async () => {
      text = 'old';
      meanwhile = () => store.units.run(({ trx }) => startLeaving(trx, 'notes:desk', 'siteNotGranted', time));
      await tick(3);
      expect(await found()).to.deep.equal([]);
      expect(await store.db.reader('indexed_sources').select('state', 'fault')).to.deep.equal([
        { state: 'gone', fault: 'siteNotGranted' },
      ]);
    });
  });
});
