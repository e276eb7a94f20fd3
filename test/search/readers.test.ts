import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant, type TenantPerson } from '../../sandbox/tenant.ts';
import { createCachedDirectory, LIFETIMES } from '../../server/people/directory/cachedDirectory.ts';
import { DirectoryError } from '../../server/people/directory/directory.ts';
import { createDatabaseIndex } from '../../server/search/databaseIndex.ts';
import { EVERYONE, type IndexedDocument, type SearchIndex } from '../../server/search/searchIndex.ts';
import { createSearchService, type SearchService } from '../../server/search/searchService.ts';
import { unreachable } from '../people/directory/meddling.ts';
import { connect, idOf, rejection } from '../people/tenant.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { aDocument } from './documents.ts';
import { addressesIn, crowdedTenant, nameOf, pagesOf, publishSearch, SEED, someOf } from './matrix.ts';
import { documentsOf, readableBy } from './world.ts';

describe('the search results of 50 people in 500 documents', function () {
  this.timeout(120_000);
  let sandbox: Sandbox;
  let documents: IndexedDocument[];
  before(async () => {
    sandbox = await startSandbox({ portBase: 0, tenant: crowdedTenant() });
    documents = documentsOf(sandbox.tenant, SEED + 1);
  });
  after(() => sandbox.close());

  const truthFor = (person: TenantPerson): string[] => readableBy(sandbox.tenant, documents, person);

  it('differ: some find much, some little, and guests do not find what is for everybody', () => {
    const counts = sandbox.tenant.people.map((person) => truthFor(person).length);
    expect(counts.length).to.equal(50);
    expect(new Set(counts).size).to.be.above(15);
    const forAll = documents
      .filter(({ readers }) => readers[0] === EVERYONE && readers.length === 1)
      .map(({ id }) => id);
    const guest = sandbox.tenant.people.find(({ guestOf }) => guestOf)!;
    expect(truthFor(guest)).to.not.include.members(forAll);
  });

  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let search: SearchService;
    before(() => {
      const directory = createCachedDirectory(connect(sandbox).directory, () => 0);
      const index = createDatabaseIndex({ units: store.units, reader: store.db.reader });
      search = createSearchService({ index, directory, steady: () => 0 });
    });

    it('match the access lists, page by page', async () => {
      await createDatabaseIndex({ units: store.units, reader: store.db.reader }).put(documents);
      for (const person of sandbox.tenant.people) {
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await search.findAs(person.id, { words: 'zebra', limit: 30, cursor });
          found.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(found.sort(), person.displayName).to.deep.equal(truthFor(person));
        const lions = await search.findAs(person.id, { words: 'zebra lion', limit: 500 });
        const even = truthFor(person).filter((id) => Number(id.slice(1)) % 2 === 0);
        expect(lions.items.map(({ id }) => id).sort(), person.displayName).to.deep.equal(even);
      }
    });

    describe('over HTTP, and in flows', () => {
      let product: TestProduct;
      before(async () => {
        product = await startProduct({ sandbox, openUrl });
        await product.product.services.searchIndex.put(documents);
      });
      after(() => product.close());

      it('are the same with real tokens', async () => {
        for (const person of someOf(sandbox.tenant))
          expect(await pagesOf(await product.as(nameOf(person))), nameOf(person)).to.deep.equal(truthFor(person));
      });

      it('are the same in a flow for its starter', async () => {
        const ada = await product.as('ada@sandbox.test');
        await publishSearch(ada, { query: '{{ words }} grass', limit: 50 }, someOf(sandbox.tenant));
        for (const person of someOf(sandbox.tenant)) {
          const client = await product.as(nameOf(person));
          const id = await product.run(client, 'finder', { words: 'zebra' });
          const view = await product.reached(ada, id, 'completed', 'failed');
          const odd = truthFor(person).filter((each) => Number(each.slice(1)) % 2 === 1);
          expect(addressesIn(view).length, nameOf(person)).to.equal(Math.min(odd.length, 50));
          expect(odd.map((each) => `https://documents.test/${each}`)).to.include.members(addressesIn(view));
        }
      });
    });
  });
});

describe('a searching person', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let sandbox: Sandbox;
    let index: SearchIndex;
    let time = 1;
    before(async () => {
      sandbox = await startSandbox({ portBase: 0, tenant: readTenant() });
      index = createDatabaseIndex({ units: store.units, reader: store.db.reader });
    });
    after(() => sandbox.close());

    const serviceOn = (directory = connect(sandbox).directory): SearchService =>
      createSearchService({ index, directory: createCachedDirectory(directory, () => time), steady: () => time });
    const idsFor = async (search: SearchService, key: string): Promise<string[]> => {
      const { items } = await search.findAs(idOf(sandbox.tenant, key), { words: 'holidays', limit: 20 });
      return items.map(({ id }) => id);
    };

    it('finds nothing of a group within two minutes after leaving it', async () => {
      await index.put([aDocument({ readers: [idOf(sandbox.tenant, 'legal')] })]);
      const search = serviceOn();
      expect(await idsFor(search, 'radia')).to.deep.equal(['d']);
      const legal = sandbox.tenant.groups.find(({ key }) => key === 'legal')!;
      legal.members = legal.members.filter((key) => key !== 'radia');
      time += LIFETIMES.memberships.timeToLiveMs + 1;
      expect(await idsFor(search, 'radia')).to.deep.equal([]);
      expect(await idsFor(search, 'frances')).to.deep.equal(['d']);
      legal.members.push('radia');
    });

    it('loses a document at once when they may no longer read it', async () => {
      const search = serviceOn();
      await index.put([aDocument({ readers: [idOf(sandbox.tenant, 'tim')] })]);
      expect(await idsFor(search, 'tim')).to.deep.equal(['d']);
      await index.put([aDocument({ readers: [] })]);
      expect(await idsFor(search, 'tim')).to.deep.equal([]);
    });

    it('is told that the directory does not answer, and finds nothing without it', async () => {
      await index.put([aDocument({ readers: [EVERYONE, idOf(sandbox.tenant, 'legal')] })]);
      const refusal = await rejection(
        idsFor(serviceOn(connect(sandbox, { meddle: unreachable }).directory), 'radia'),
        DirectoryError,
      );
      expect(refusal.toProblem()).to.include({ code: 'unavailable' });
    });

    it('is served with known groups until they are two minutes old', async () => {
      let isDown = false;
      const meddle: NonNullable<Parameters<typeof connect>[1]>['meddle'] = (fetch) => (url, init) =>
        (isDown ? unreachable(fetch) : fetch)(url, init);
      await index.put([aDocument({ readers: [idOf(sandbox.tenant, 'legal')] })]);
      const search = serviceOn(connect(sandbox, { meddle }).directory);
      expect(await idsFor(search, 'radia')).to.deep.equal(['d']);
      isDown = true;
      time += LIFETIMES.memberships.timeToLiveMs - 1;
      expect(await idsFor(search, 'radia')).to.deep.equal(['d']);
      time += 2;
      await rejection(idsFor(search, 'radia'), DirectoryError);
    });

    it('must be in the directory', async () => {
      await index.put([aDocument()]);
      const nobody = '10000000-0000-4000-8000-00000000ffff';
      await rejection(serviceOn().findAs(nobody, { words: 'holidays', limit: 5 }), DirectoryError);
    });

    it('finds as a guest what names them or their groups, and not what is for everybody', async () => {
      await index.put([
        aDocument({ id: 'all' }),
        aDocument({ id: 'named', readers: [EVERYONE, idOf(sandbox.tenant, 'joan')] }),
        aDocument({ id: 'finance', readers: [idOf(sandbox.tenant, 'finance')] }),
      ]);
      expect(await idsFor(serviceOn(), 'joan')).to.deep.equal(['named']);
      const finance = sandbox.tenant.groups.find(({ key }) => key === 'finance')!;
      finance.members.push('joan');
      expect((await idsFor(serviceOn(), 'joan')).sort()).to.deep.equal(['finance', 'named']);
      finance.members.pop();
    });

    it('is told whether there is anything to search', async () => {
      const search = serviceOn();
      await search.look();
      expect(search.isOn()).to.equal(false);
      await index.put([aDocument()]);
      expect(search.isOn()).to.equal(false);
      await search.look();
      expect(search.isOn()).to.equal(true);
    });
  });
});
