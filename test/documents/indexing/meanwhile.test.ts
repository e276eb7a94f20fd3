import { setImmediate as breathe } from 'node:timers/promises';
import { expect } from 'chai';
import type { TenantReader } from '../../../sandbox/tenant.ts';
import { createIndexer, type Indexer } from '../../../server/documents/indexing/indexer.ts';
import { createIndexingService, type IndexingService } from '../../../server/documents/indexing/indexingService.ts';
import { sourceId } from '../../../server/documents/indexing/indexingRules.ts';
import { createDatabaseIndex } from '../../../server/search/databaseIndex.ts';
import type { SearchIndex } from '../../../server/search/searchIndex.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { createTenantModel, IDS, KIND, type TenantModel } from './tenantModel.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OFFICE = 'office';
const SOURCE = sourceId(KIND, 'plans');
const of = (...people: string[]): TenantReader[] => people.map((person) => ({ person }));

describe('documents that change while they are read (behaviour 5.6)', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let time: number;
    let steadyTime = 0;
    let model: TenantModel;
    let index: SearchIndex;
    let indexer: Indexer;
    let service: IndexingService;
    const library = () => model.shelves.get('plans')!.library;

    beforeEach(() => {
      time = 1_700_000_000_000;
      model = createTenantModel(
        () => time,
        () => 0.4,
        [['plans', OFFICE]],
      );
      index = createDatabaseIndex({ units: store.units, reader: store.db.reader });
      indexer = serve(index);
      service = createIndexingService({ units: store.units, reader: store.db.reader, now: () => time });
    });

    const serve = (into: SearchIndex): Indexer =>
      createIndexer({
        units: store.units,
        reader: store.db.reader,
        index: into,
        origins: [model.origin],
        extract: model.extract,
        now: () => time,
        steady: () => steadyTime,
        random: () => 0.5,
        report: () => {}, // the index fails in one of these tests
      });

    /** Moves the clock, and does what is due then. */
    async function tick(ms = 1_000, by = indexer): Promise<void> {
      time += ms;
      steadyTime += Math.abs(ms);
      await by.loop.tick(time);
      await by.idle();
    }
    async function settle(ms = 1_000): Promise<void> {
      await tick(ms);
      for (let n = 0; n < 10; n++) await tick();
    }
    /** Does something once, just before a call. */
    function just(call: string, id: string, action: () => unknown): void {
      model.before = async (each, of) => {
        if (each === call && (id === '' || of === id)) {
          model.before = async () => 'fine';
          await action();
        }
        return 'fine';
      };
    }
    /** The titles that a person finds. */
    const found = async (person: string, words: string) => {
      const { items } = await index.find({ words, principals: [IDS[person]!], limit: 10 });
      return items.map(({ title }) => title).sort();
    };
    const state = async () => (await service.list()).items.map((each) => [each.state, each.fault, each.documents]);

    it('are never found by a title that was changed before their reader was let in', async () => {
      const id = library().put('Dismissals.txt', { content: 'names', readers: of('ada') });
      just('access', id, () => {
        library().move('Dismissals.txt', 'Lunch.txt');
        library().share('Lunch.txt', of('ada', 'barbara'));
      });
      await tick();
      expect(await found('barbara', 'dismissals')).to.deep.equal([]);
      await settle(6 * MINUTE_MS);
      expect(await found('barbara', 'lunch')).to.deep.equal(['Lunch.txt']);
    });

    it('have the readers that their folder was given while it was new', async () => {
      library().put('New/Zebra.txt', { content: 'zebra' });
      const { id } = library().makeFolder('New');
      library().share('New', of('ada', 'barbara')); // so that the folder is reported after the document
      library().put('1.txt', { content: '1' });
      library().put('2.txt', { content: '2' });
      library().put('3.txt', { content: '3' });
      library().share('New', of('ada', 'barbara'));
      just('access', id, () => library().share('New', of('ada')));
      await settle(6 * MINUTE_MS);
      await settle(6 * MINUTE_MS);
      expect(await found('ada', 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await found('barbara', 'zebra')).to.deep.equal([]);
    });

    it('have the readers of a folder above that was read with their own', async () => {
      library().put('Old/Deep/Zebra.txt', { content: 'zebra' });
      library().share('Old', of('ada', 'barbara'));
      await settle();
      library().share('Old/Deep', null);
      library().share('Old', of('ada', 'barbara'));
      just('access', library().makeFolder('Old').id, async () => {
        await breathe(); // until those of the folder in it are read
        library().share('Old', of('ada'));
      });
      await settle(6 * MINUTE_MS);
      await settle(6 * MINUTE_MS);
      expect(await found('ada', 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await found('barbara', 'zebra')).to.deep.equal([]);
    });

    it('have the readers of their folder at once, though the clock is set back', async () => {
      library().put('Old/Zebra.txt', { content: 'zebra', readers: null });
      library().share('Old', of('ada', 'barbara'));
      await settle();
      library().share('Old', of('ada'));
      let calls = 0;
      model.before = async (call) => (call === 'access' && calls++ > 0 ? 'busy' : 'fine');
      await tick(6 * MINUTE_MS);
      model.before = async () => 'fine';
      await settle(-HOUR_MS);
      expect(await found('barbara', 'zebra')).to.deep.equal([]);
    });

    it('are followed at once, though the clock is set back before they were all read', async () => {
      await tick();
      library().put('Zebra.txt', { content: 'zebra' });
      await settle(-HOUR_MS);
      expect(await found('ada', 'zebra')).to.deep.equal(['Zebra.txt']);
    });

    it('are tried again soon, though the clock is set back meanwhile', async () => {
      library().put('Zebra.txt', { content: 'lion' });
      model.before = async (call) => (call === 'content' ? 'fails' : 'fine');
      await settle();
      model.before = async () => 'fine';
      await settle(-HOUR_MS);
      await settle(2 * MINUTE_MS);
      expect(await found('ada', 'lion')).to.deep.equal(['Zebra.txt']);
    });

    it('are still reported as damaged after their readers could not be read for a while', async () => {
      library().put('Zebra.bad', { content: 'damaged' });
      await settle();
      model.before = async (call) => (call === 'access' ? 'fails' : 'fine');
      await tick(27 * HOUR_MS);
      model.before = async () => 'fine';
      await settle(2 * HOUR_MS);
      expect((await service.faulty(SOURCE, { limit: 5 })).items.map(({ fault }) => fault)).to.deep.equal(['broken']);
    });

    it('are not read again if nothing has changed', async () => {
      library().put('New/Deep/Zebra.txt', { content: 'zebra' });
      library().put('New/Lion.txt', { content: 'lion' });
      await settle();
      model.calls = {};
      await settle(6 * MINUTE_MS);
      expect(model.calls).to.deep.equal({ changes: 1 });
    });

    it('are removed once more if they were put while their library left', async () => {
      library().put('Zebra.txt', { content: 'zebra' });
      let isFirst = true;
      let isDown = true;
      const other = serve(index);
      indexer = serve({
        ...index,
        async put(documents) {
          if (isFirst) {
            isFirst = false;
            model.granted.delete(OFFICE);
            await service.listNow();
            for (let n = 0; n < 3; n++) await tick(1_000, other);
          }
          await index.put(documents);
        },
        async remove(ids) {
          if (isDown && ids.length > 0) {
            isDown = false;
            throw new Error('The index does not answer.');
          }
          await index.remove(ids);
        },
      });
      await settle();
      await settle(HOUR_MS);
      expect(await found('ada', 'zebra')).to.deep.equal([]);
      expect(await state()).to.deep.equal([['gone', 'siteNotGranted', 0]]);
    });

    it('are read soon if their site is granted while it is listed', async () => {
      model.granted.clear();
      just('listed', '', async () => {
        model.granted.add(OFFICE);
        library().put('Zebra.txt', { content: 'zebra' });
        await service.listNow();
      });
      await settle();
      expect(await found('ada', 'zebra')).to.deep.equal(['Zebra.txt']);
    });

    it('are read soon if their site is granted again before it has left', async () => {
      library().put('Zebra.txt', { content: 'zebra' });
      await settle();
      const slow = serve({
        ...index,
        async removeSource(source) {
          model.granted.add(OFFICE);
          await service.listNow();
          await tick(1_000, indexer);
          await index.removeSource(source);
        },
      });
      model.granted.delete(OFFICE);
      await service.listNow();
      for (let n = 0; n < 3; n++) await tick(1_000, slow);
      await settle(MINUTE_MS);
      expect(await found('ada', 'zebra')).to.deep.equal(['Zebra.txt']);
    });

    it('are listed again at growing intervals, up to an hour', async () => {
      model.silent.add(OFFICE);
      for (let n = 0; n < 120; n++) await tick(MINUTE_MS);
      expect(model.calls['list']).to.be.within(5, 10);
    });
  });
});
