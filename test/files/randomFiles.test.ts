import fc from 'fast-check';
import { forEachDatabase } from '../support/databases.ts';
import { emptyTables, useStore } from '../support/openStore.ts';
import { FileLife } from './fileLife.ts';
import type { DriveTrouble } from './uploadServers.ts';

/** `FILE_LIVES=500` searches for longer. */
const RUNS = Number(process.env['FILE_LIVES'] ?? 8);
/** The same lives each time, unless more are wanted. */
const DRAWN = process.env['FILE_LIVES'] === undefined ? { seed: 20_260 } : {};
const HOUR_MS = 60 * 60_000;

const n = fc.nat(1);
const size = fc.constantFrom(0, 2, 1000, 200_000);
const troubles: DriveTrouble[] = ['down', 'lost', 'full', 'locked', null, null];

/** Something that happens. */
const EVENT = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('upload' as const), n, who: n, size }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), n, who: n, size }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), isCut: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      n,
      who: n,
      count: fc.integer({ min: 1, max: 3 }),
      isOfOther: fc.constantFrom(true, false, false, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'close' as const, 'attach' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('purge' as const), n }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 12, 23, 25, -1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('drive' as const), trouble: fc.constantFrom(...troubles) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      isFull: fc.boolean(),
      hasDrive: fc.boolean(),
      isDrive: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), n, units: fc.nat(3), isStored: fc.boolean() }) },
);
type Event = typeof EVENT extends fc.Arbitrary<infer T> ? T : never;

async function perform(life: FileLife, event: Event): Promise<unknown> {
  switch (event.do) {
    case 'upload':
      return life.upload(event.n, event.who, event.size);
    case 'begin':
      return life.beginUpload(event.n, event.who, Math.max(2, event.size));
    case 'end':
      return life.endUpload(event.isCut);
    case 'answer':
      return life.answer(event.n, event.who, event.count, event.isOfOther);
    case 'forget':
      return life.forget(`q${event.which}`);
    case 'purge':
      return life.purge(event.n);
    case 'pass':
      return life.pass(event.hours * HOUR_MS);
    case 'drive':
      return (life.all.drives.trouble = event.trouble);
    case 'place':
      life.all.location = event.isDrive ? 'personalDrive' : 'local';
      life.all.drives.hasDrive = event.hasDrive;
      return (life.all.isDiskFull = event.isFull);
    case 'die':
      return life.dieIn(event.n, event.units, event.isStored);
    default:
      return life[event.do]();
  }
}

describe('files in random lives', function () {
  this.timeout(60_000 + RUNS * 5_000);

  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);

    it('are there as long as something refers to them, for whom they concern, and no longer', async () => {
      const property = fc.asyncProperty(fc.array(EVENT, { minLength: 5, maxLength: 40 }), async (events) => {
        await emptyTables(store.db);
        const life = await FileLife.begin(store);
        try {
          for (const event of events) {
            await perform(life, event);
            await life.look();
          }
          await life.end();
        } finally {
          await life.all.close();
        }
      });
      await fc.assert(property, { numRuns: RUNS, ...DRAWN });
    });
  });
});
