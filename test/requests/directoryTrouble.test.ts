import { expect } from 'chai';
import type { Trouble } from '../../sandbox/graph/graph.ts';
import { groundTruth, withBigRing } from '../people/directory/bigTenant.ts';
import { idOf } from '../people/tenant.ts';
import { asking, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { randomNumbers } from '../support/random.ts';

const MINUTE_MS = 60_000;
const TABLES = ['requests', 'notifications', 'prompt_templates', 'delivery_orders'] as const;

forEachDatabase((database, openUrl) =>
  describe(`the assignees of a question during Graph failures, on ${database} (behaviour 1, step 2)`, function () {
    this.timeout(120_000);
    const tenant = withBigRing();
    const stage = useStage({ openUrl, sandboxOptions: { tenant } });
    const graph = () => stage.product.sandbox.graph;
    before(() => publish(stage.ada, asking({ id: 'all-of-us', human: ofGroup('Big 5000') })));
    beforeEach(() => stage.advance(10 * MINUTE_MS)); // nothing of the directory is cached
    afterEach(() => graph().meddle(null));

    const ofGroup = (group: string) => ({
      inputType: 'text',
      prompt: 'You?',
      assignees: { groups: [group] },
      channels: [],
    });
    const counts = () =>
      Promise.all(
        TABLES.map(async (table) =>
          Number((await stage.services.ground.reader(table).count({ n: '*' }).first())!['n']),
        ),
      );
    const asked = (executionId: string): Promise<string[]> =>
      stage.services.ground
        .reader('notifications')
        .where({ subject_id: `${executionId}-ask` })
        .orderBy('person')
        .pluck('person');

    async function ask() {
      const id = await stage.product.run(stage.ada, 'all-of-us');
      return stage.product.reached(stage.ada, id, 'waiting', 'failed');
    }

    /** 30 of 100 requests fail, always the same ones for the same seed, with no delay if they can specify one. */
    function troubled(seed: number): () => Trouble | null {
      const random = randomNumbers(seed);
      const troubles: Trouble[] = [{ status: 429, retryAfterSeconds: 0 }, { status: 503, retryAfterSeconds: 0 }, 'cut'];
      return () => (random() < 0.3 ? troubles[Math.floor(random() * troubles.length)]! : null);
    }

    it('are everybody in a group of 5,000, each once, though 30 of 100 calls fail', async () => {
      const truth = groundTruth(tenant, 'big-5000');
      expect(truth.length).to.be.above(5_000);
      for (const seed of [1, 2]) {
        stage.advance(10 * MINUTE_MS);
        graph().meddle(troubled(seed));
        const { id, status, error } = await ask();
        graph().meddle(null);
        expect(status, JSON.stringify(error)).to.equal('waiting');
        expect(await asked(id)).to.deep.equal(truth);
      }
    });

    it('are nobody if any page of the list is unavailable, and nothing is stored', async () => {
      const before = await counts();
      const pages = Math.ceil(groundTruth(tenant, 'big-5000').length / 999);
      const big = `/groups/${idOf(tenant, 'big-5000')}/transitiveMembers/microsoft.graph.user`;
      for (let lost = 1; lost <= pages; lost++) {
        stage.advance(10 * MINUTE_MS);
        let page = 0;
        graph().meddle(({ path }) => (path === big && ++page >= lost ? { status: 400 } : null));
        const { status, error } = await ask();
        expect([status, error!.code, page], `page ${lost}`).to.deep.equal(['failed', 'directory_failed', lost]);
      }
      graph().meddle(({ path }) => (path === big ? { status: 429, retryAfterSeconds: 3_600 } : null));
      stage.advance(10 * MINUTE_MS);
      expect((await ask()).error!.code).to.equal('directory_unavailable');
      expect(await counts()).to.deep.equal(before);
    });
  }),
);
