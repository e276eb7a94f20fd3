import { expect } from 'chai';
import type { Library, LibraryItem } from '../../../sandbox/graph/library.ts';
import type { TenantReader } from '../../../sandbox/tenant.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { randomNumbers } from '../../support/random.ts';
import { DAY_MS, HANDBOOK, MINUTE_MS, openStage, type Stage } from './stage.ts';
import { indexedOf, sorted, truthOf } from './truth.ts';

const SEEDS = [1, 5, 6];
const STEPS = 60;
const READERS: TenantReader[] = [
  { person: 'ada' },
  { person: 'barbara' },
  { group: 'legal' },
  { group: 'finance' },
  { link: 'organization' },
];

describe('an index of document libraries (behaviour 5.6)', function () {
  this.timeout(120_000);

  forEachDatabase((_, openUrl) => {
    let stage: Stage;
    afterEach(() => stage.close());
    const db = () => stage.product.product.services.ground.reader;

    /** A change to a library, such as people make. */
    function change(library: Library, random: () => number, step: number): void {
      const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
      const there = (isWanted: (item: LibraryItem) => boolean = () => true) =>
        oneOf(library.items().filter((item) => !item.isDeleted && item.path !== '' && isWanted(item)));
      const folders = () => library.items().filter((item) => !item.isDeleted && item.content === null);
      const inFolder = (name: string) => [oneOf(folders())!.path, name].filter((each) => each !== '').join('/');
      const readers = () => (random() < 0.3 ? null : READERS.filter(() => random() < 0.4));
      const item = there();
      const actions = [
        () => library.put(inFolder(`${step}.txt`), { content: `text ${step}` }),
        () => library.put(inFolder(`folder ${step}/${step}.txt`), { content: `text ${step}`, readers: readers() }),
        () => {
          const file = there(({ content }) => content !== null);
          if (file) library.put(file.path, { content: `text ${step}` });
        },
        () => item && library.share(item.path, readers()),
        () => {
          const to = inFolder(`moved ${step}.txt`);
          if (item && !`${to}/`.startsWith(`${item.path}/`)) library.move(item.path, to);
        },
        () => item && random() < 0.5 && library.remove(item.path, random() < 0.5),
        () => random() < 0.2 && library.forgetChanges(),
      ];
      oneOf(actions)!();
    }

    /** A third of the calls are throttled, fail or are cut off. */
    const trouble = (random: () => number) => () => {
      const fate = random();
      if (fate < 0.1) return { status: 429, retryAfterSeconds: 0 };
      if (fate < 0.2) return { status: 500 };
      if (fate < 0.25) return { status: 503, retryAfterSeconds: 0 };
      return fate < 0.3 ? ('cut' as const) : null;
    };

    for (const seed of SEEDS)
      it(`ends up correct, whatever changed and failed on the way (seed ${seed})`, async () => {
        const random = randomNumbers(seed);
        stage = await openStage(openUrl);
        const library = stage.sandbox.graph.sites.library(HANDBOOK);
        library.remove('Leave.html'); // only plain text is compared
        stage.sandbox.graph.meddle(trouble(random));
        for (let step = 0; step < STEPS; step++) {
          change(library, random, step);
          if (random() < 0.4) await stage.tick(random() < 0.5 ? 1_000 : 5 * MINUTE_MS);
        }
        stage.sandbox.graph.meddle(null);
        for (let n = 0; n < 4; n++) await stage.settle(5 * MINUTE_MS);
        await stage.settle(DAY_MS * 1.2); // documents that were given up are read again after a day
        expect(sorted(await indexedOf(db(), library))).to.deep.equal(sorted(truthOf(stage.sandbox.tenant, library)));
        expect((await stage.source()).documents).to.equal(truthOf(stage.sandbox.tenant, library).size);
      });
  });
});
