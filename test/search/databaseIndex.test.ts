import { expect } from 'chai';
import { createDatabaseIndex } from '../../server/search/databaseIndex.ts';
import { EVERYONE, InvalidDocument, type Hits, type SearchIndex } from '../../server/search/searchIndex.ts';
import { rejection } from '../people/tenant.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aDocument } from './documents.ts';

const ADA = '10000000-0000-4000-8000-000000000001';
const GRACE = '10000000-0000-4000-8000-000000000002';
const LEGAL = '20000000-0000-4000-8000-00000000000a';

describe('the index in our database', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let index: SearchIndex;
    before(() => (index = createDatabaseIndex({ units: store.units, reader: store.db.reader })));

    const find = (words: string, principals: string[] = [EVERYONE]) => index.find({ words, principals, limit: 50 });
    const idsOf = ({ items }: Hits) => items.map(({ id }) => id);
    const found = async (words: string, principals?: string[]) => idsOf(await find(words, principals));
    const counted = async (table: string) => Number((await store.db.reader(table).count({ n: '*' }).first())!['n']);

    it('holds a document once, however often it is put', async () => {
      await index.put([aDocument(), aDocument()]);
      await index.put([aDocument()]);
      expect(await found('holidays')).to.deep.equal(['d']);
      expect([await counted('search_documents'), await counted('search_readers')]).to.deep.equal([1, 1]);
    });

    it("replaces a document's words and readers together", async () => {
      await index.put([aDocument({ readers: [ADA, LEGAL] })]);
      await index.put([
        aDocument({ title: 'Payroll', text: 'Secret', source: 'other', modifiedAt: 7, readers: [GRACE] }),
      ]);
      expect(await found('holidays', [ADA, GRACE, LEGAL])).to.deep.equal([]);
      expect(await found('payroll', [ADA, LEGAL])).to.deep.equal([]);
      expect(await found('secret', [GRACE])).to.deep.equal(['d']);
      expect((await find('secret', [GRACE])).items[0]).to.deep.include({ title: 'Payroll', modifiedAt: 7 });
    });

    it('holds each document as one of its concurrent writers put it', async () => {
      const putBy = (reader: string, word: string) =>
        Array.from({ length: 30 }, (_, n) => aDocument({ id: `d${n}`, text: word, readers: [reader] }));
      await Promise.all([
        index.put(putBy(ADA, 'alpha')),
        index.put(putBy(GRACE, 'omega').reverse()),
        index.put(putBy(ADA, 'alpha').slice(10)),
        index.put(putBy(GRACE, 'omega').slice(0, 20)),
      ]);
      const [alpha, omega] = [await found('alpha', [ADA]), await found('omega', [GRACE])];
      expect(alpha.length + omega.length).to.equal(30);
      expect(await found('alpha', [GRACE])).to.deep.equal([]);
      expect(await found('omega', [ADA])).to.deep.equal([]);
      expect(await counted('search_readers')).to.equal(30);
    });

    it("changes a document's readers, and leaves the rest of it", async () => {
      await index.put([aDocument({ readers: [ADA] }), aDocument({ id: 'e', readers: [ADA] })]);
      await index.allow([
        { id: 'd', readers: [GRACE] },
        { id: 'd', readers: [LEGAL.toUpperCase(), LEGAL] },
        { id: 'nowhere', readers: [ADA] },
      ]);
      expect(await found('holidays', [LEGAL])).to.deep.equal(['d']);
      expect(await found('holidays', [ADA, GRACE])).to.deep.equal(['e']);
      await index.allow([{ id: 'd', readers: [] }]);
      await index.allow([]);
      expect(await found('holidays', [ADA, GRACE, LEGAL])).to.deep.equal(['e']);
      const odd = [
        { id: 'e', readers: [] },
        { id: 'd', readers: ['nobody'] },
      ];
      await rejection(index.allow(odd), InvalidDocument);
      expect(await found('holidays', [ADA])).to.deep.equal(['e']);
    });

    it('never shows new words to old readers, nor old words to new ones', async () => {
      const states = [
        aDocument({ text: 'Alpha', readers: [ADA] }),
        aDocument({ text: 'Omega', readers: [GRACE] }),
      ] as const;
      await index.put([states[0]]);
      let isOver = false;
      const writing = (async () => {
        for (let n = 1; n <= 40; n++) await index.put([states[n % 2]!]);
        isOver = true;
      })();
      const wrong: string[] = [];
      let looks = 0;
      while (!isOver) {
        for (const [words, reader] of [
          ['omega', ADA],
          ['alpha', GRACE],
        ] as const)
          // oxfmt-ignore
          wrong.push(...(await found(words, [reader])));
        looks++;
      }
      await writing;
      expect(wrong).to.deep.equal([]);
      expect(looks).to.be.above(5);
    });

    it('removes documents with their words and readers', async () => {
      await index.put([aDocument({ id: 'a' }), aDocument({ id: 'b' })]);
      await index.remove(['a', 'unknown']);
      expect(await found('holidays')).to.deep.equal(['b']);
      await index.remove(Array.from({ length: 1200 }, (_, n) => (n === 1100 ? 'b' : `x${n}`)));
      expect(await found('holidays')).to.deep.equal([]);
      expect(await counted('search_readers')).to.equal(0);
      if (store.db.kind === 'sqlite')
        expect(
          await store.db.reader.raw(
            `select rowid from search_documents_words where search_documents_words match 'holidays'`,
          ),
        ).to.deep.equal([]);
      await index.put([aDocument({ id: 'a' })]);
      expect(await found('holidays')).to.deep.equal(['a']);
    });

    it('removes a source with everything last put with it, and nothing else', async () => {
      const many = Array.from({ length: 520 }, (_, n) => aDocument({ id: `d${n}`, source: 'first' }));
      await index.put(many);
      await index.put([
        aDocument({ id: 'd7', source: 'second' }),
        aDocument({ id: 'other', source: 'first or second' }),
      ]);
      await index.removeSource('first');
      expect((await found('holidays')).sort()).to.deep.equal(['d7', 'other']);
      expect([await counted('search_documents'), await counted('search_readers')]).to.deep.equal([2, 2]);
      await index.removeSource('unknown');
      expect(await counted('search_documents')).to.equal(2);
    });

    it('removes everything', async () => {
      await index.put(Array.from({ length: 1_001 }, (_, n) => aDocument({ id: `d${n}`, source: `s${n % 3}` })));
      await index.clear();
      expect([await index.isEmpty(), await counted('search_readers')]).to.deep.equal([true, 0]);
    });

    it('says whether it is empty', async () => {
      expect(await index.isEmpty()).to.equal(true);
      await index.put([aDocument()]);
      expect(await index.isEmpty()).to.equal(false);
    });

    it('stores nothing if a document is invalid', async () => {
      await rejection(index.put([aDocument(), aDocument({ id: '' })]), InvalidDocument);
      expect(await index.isEmpty()).to.equal(true);
    });

    it('accepts long and strange documents', async () => {
      const long = Array.from({ length: 30_000 }, (_, n) => n.toString(36)).join(' ');
      await index.put([
        aDocument({ id: 'long', text: long }),
        aDocument({ id: 'dense', text: '語𠀀'.repeat(33_000) }),
        aDocument({ id: 'wide', text: 'ﷺ1 '.repeat(20_000) }),
        aDocument({ id: 'q\'\\" {}', title: '\'"\\ {} : * & | !', text: "'quoted' \\ back" }),
      ]);
      expect(await found('zz z8')).to.deep.equal(['long']);
      expect(await found('語')).to.deep.equal(['dense']);
      expect(await found('quoted back')).to.deep.equal(['q\'\\" {}']);
    });
  });
});
