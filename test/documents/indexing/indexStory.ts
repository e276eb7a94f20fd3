import { expect } from 'chai';
import fc from 'fast-check';
import { createIndexingService } from '../../../server/documents/indexing/indexingService.ts';
import { sourceId } from '../../../server/documents/indexing/indexingRules.ts';
import { randomNumbers } from '../../support/random.ts';
import type { TestStore } from '../../support/openStore.ts';
import { createActions, SOME_ACTIONS, type Action } from './actions.ts';
import { createMortalServer, type Death } from './mortalServer.ts';
import { createTenantModel, KIND, type Fate } from './tenantModel.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than a silent server keeps its turn. */
const LEASE_MS = 11 * MINUTE_MS;
const MOST_ROUNDS = 300;
const LIBRARIES: [library: string, site: string][] = [
  ['plans', 'office'],
  ['notes', 'office'],
  ['papers', 'archive'],
];

/** The clock moves, and servers do what is due. */
interface Tick {
  kind: 'tick';
  ms: number;
  /** How many servers work at the same time. */
  servers: number;
  /** The call to Microsoft before which something happens. */
  at: number;
  actions: Action[];
  /** Whether that call takes longer than a server keeps its turn, and the other server works meanwhile. */
  isSlow: boolean;
  /** The share of calls that fail. */
  trouble: number;
  death: Death | null;
}
type Step = Tick | { kind: 'actions'; actions: Action[] };

const TICK: fc.Arbitrary<Tick> = fc.record({
  kind: fc.constant('tick' as const),
  ms: fc.constantFrom(1_000, 1_000, 1_000, 6 * MINUTE_MS, 6 * MINUTE_MS, -HOUR_MS, HOUR_MS),
  servers: fc.constantFrom(1, 1, 2),
  at: fc.nat(25),
  actions: fc.oneof(fc.constant<Action[]>([]), SOME_ACTIONS),
  isSlow: fc.constantFrom(false, false, true),
  trouble: fc.constantFrom(0, 0, 0, 0.2),
  death: fc.option(fc.record({ units: fc.nat(25), isLastStored: fc.boolean() }), { freq: 3 }),
});
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('actions' as const), actions: SOME_ACTIONS }) },
  { weight: 6, arbitrary: TICK },
);

export interface Story {
  /** Draws the order of changes, failures, and the moments of restarts. */
  seed: number;
  steps: Step[];
}
export const STORY: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(100_000),
  steps: fc.array(STEP, { minLength: 3, maxLength: 14 }),
});

/** Plays stories on an empty database. */
export function createStage(store: TestStore, { seed }: Pick<Story, 'seed'>) {
  const { reader } = store.db;
  const random = randomNumbers(seed);
  let time = 1_700_000_000_000;
  let steadyTime = 0;
  const clocks = { now: () => time, steady: () => steadyTime };
  const model = createTenantModel(clocks.now, random, LIBRARIES);
  const service = createIndexingService({ units: store.units, reader, now: clocks.now });
  const act = createActions(model, service);
  const reported: unknown[] = [];
  const serve = () => createMortalServer(store, model, clocks, (error) => void reported.push(error));
  const servers = [serve(), serve()];
  model.note();

  function pass(ms: number): void {
    time += ms;
    steadyTime += Math.abs(ms);
  }

  async function work(count: number): Promise<void> {
    await Promise.all(servers.slice(0, count).map((server) => server.tick(time)));
    for (const [n, server] of servers.entries())
      if (server.isDead()) {
        servers[n] = serve();
        if (random() < 0.5) time += LEASE_MS;
      }
  }

  /** Who finds a text or title of a document that they could never read. */
  async function leaks(): Promise<string[]> {
    const found = await reader('search_documents')
      .join('search_readers', 'document', 'seq')
      .select<{ id: string; title: string; text: string; principal: string }[]>('id', 'title', 'text', 'principal');
    return found.flatMap(({ id, title, text, principal }) => {
      const seen = (model.history.get(id) ?? []).filter(({ readers }) => readers.includes(principal));
      const hasRead = (wanted: 'title' | 'text', what: string) => seen.some((fact) => fact[wanted] === what);
      return (text === '' || hasRead('text', text)) && hasRead('title', title)
        ? []
        : [`${principal} finds ${title}: ${text} (${id})`];
    });
  }

  async function happen({ actions, isSlow, servers: count }: Tick): Promise<void> {
    for (const action of actions) await act(action);
    if (isSlow) {
      time += LEASE_MS;
      if (count === 1) await servers[1]!.tick(time);
    }
    expect(await leaks()).to.deep.equal([]);
  }

  async function tick(step: Tick): Promise<void> {
    pass(step.ms);
    let count = 0;
    let isHappening = false;
    let happening = Promise.resolve();
    model.before = async (): Promise<Fate> => {
      if (isHappening) return 'fine';
      const n = count++;
      if (n === step.at) {
        isHappening = true;
        await (happening = happen(step));
        isHappening = false;
      }
      return random() < step.trouble ? (['busy', 'fails', 'cut'] as const)[n % 3]! : 'fine';
    };
    servers[0]!.plan(step.death);
    await work(step.servers);
    await happening; // even if the server that made the call has died: the other one may still be at work
    for (const server of servers) server.plan(null);
    model.before = async () => 'fine';
  }

  const isAnyDue = async (): Promise<boolean> =>
    (await reader('indexed_sources')
      .whereNot({ state: 'gone' })
      .where('next_at', '<=', time + 1_000)
      .first('id')) !== undefined;

  return {
    model,
    service,
    reported,
    leaks,
    async play(step: Step): Promise<void> {
      if (step.kind === 'tick') return tick(step);
      for (const action of step.actions) await act(action);
    },
    /** Moves the clock until everything due then is done. */
    async settle(ms: number): Promise<void> {
      pass(ms);
      for (let round = 0; round === 0 || (await isAnyDue()); round++) {
        expect(round, 'it does not settle').to.be.below(MOST_ROUNDS);
        await work(1 + (round % 2));
        pass(1_000);
      }
    },
  };
}
export type StoryStage = ReturnType<typeof createStage>;

/** After a story, until all that it delayed is done. */
export async function settleAll(stage: StoryStage, { steps }: Story): Promise<void> {
  await stage.settle(LEASE_MS);
  if (steps.some((step) => step.kind === 'tick' && step.trouble > 0)) await stage.settle(HOUR_MS);
  for (let n = 0; n < 2; n++) await stage.settle(6 * MINUTE_MS);
}

/** The libraries that can be read in the end. */
const readable = ({ model }: StoryStage) =>
  [...model.shelves.values()].filter(({ site, isThere }) => isThere && model.granted.has(site));

/** What administrators see, without the faults of folders, is true. */
export async function expectTrueReport(stage: StoryStage): Promise<void> {
  const { model, service } = stage;
  const { items } = await service.list();
  const there = readable(stage);
  for (const { id, state, documents, pending, failed, fault } of items) {
    const shelf = there.find(({ library }) => sourceId(KIND, library.id) === id);
    if (!shelf) {
      expect({ state, documents, pending, failed }).to.deep.equal({
        state: 'gone',
        documents: 0,
        pending: 0,
        failed: 0,
      });
      continue;
    }
    const files = shelf.library.items().filter(({ isDeleted, content }) => !isDeleted && content !== null);
    const truth = { state: 'following', documents: files.length, pending: 0, fault: null };
    expect({ state, documents, pending, fault }).to.deep.equal(truth);
    const page = await service.faulty(id, { limit: 100 });
    const faults = page.items.filter(({ item }) => files.some((file) => file.id === item));
    expect(faults.map(({ item, fault: named }) => [item, named]).sort()).to.deep.equal(
      model.faults(shelf.library.id).sort(),
    );
  }
}

/** Only the lists of changes are read. */
export async function expectNothingReadAgain(stage: StoryStage): Promise<void> {
  stage.model.calls = {};
  await stage.settle(6 * MINUTE_MS);
  const { list: _list, listed: _listed, ...calls } = stage.model.calls;
  const libraries = readable(stage).length;
  expect(calls).to.deep.equal(libraries > 0 ? { changes: libraries } : {});
}
