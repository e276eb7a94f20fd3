import { expect } from 'chai';
import fc from 'fast-check';
import type { ExecutionStatus } from '../../contract/executions.ts';
import {
  countExecutions,
  listExecutions,
  type ExecutionFilter,
  type Seeing,
} from '../../server/flow/executionLists.ts';
import { addGrants } from '../../server/flow/flowAccessStore.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import { insertFlow } from '../../server/flow/flowStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, aRequest, anExecution, NOW, raise } from '../support/seeds.ts';

const PEOPLE = ['ada', 'grace', 'alan'];
const FLOWS = ['hers', 'shared', 'others'];
const STATUSES = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
const ADA: Seeing = { personId: 'ada', ids: ['ada', 'team'] };

interface Seed {
  flowId: string;
  starter: string;
  status: ExecutionStatus;
  /** The assignees, and whether they have answered. */
  asks: Record<string, boolean>;
}

const seeds = fc.array(
  fc.record({
    flowId: fc.constantFrom(...FLOWS),
    starter: fc.constantFrom(...PEOPLE),
    status: fc.constantFrom(...STATUSES),
    asks: fc.dictionary(fc.constantFrom(...PEOPLE), fc.boolean()),
  }),
  { maxLength: 30 },
);
const filters: fc.Arbitrary<ExecutionFilter> = fc.record(
  {
    flowId: fc.constantFrom(...FLOWS),
    status: fc.constantFrom(...STATUSES),
    startedBy: fc.constantFrom(...PEOPLE),
    waitsFor: fc.constantFrom(...PEOPLE),
    from: fc.integer({ min: 0, max: 30 }).map(idOf),
    before: fc.integer({ min: 0, max: 30 }).map(idOf),
  },
  { requiredKeys: [] },
);

function idOf(n: number): string {
  return `E${String(n).padStart(3, '0')}`;
}

/** Whether a list must contain an execution. */
function isWanted({ flowId, starter, status, asks }: Seed, id: string, filter: ExecutionFilter, sees: boolean) {
  return (
    (sees || starter === 'ada' || flowId !== 'others') &&
    (filter.flowId === undefined || flowId === filter.flowId) &&
    (filter.status === undefined || status === filter.status) &&
    (filter.startedBy === undefined || starter === filter.startedBy) &&
    (filter.waitsFor === undefined || asks[filter.waitsFor] === false) &&
    (filter.from === undefined || id >= filter.from) &&
    (filter.before === undefined || id < filter.before)
  );
}

forEachDatabase((_, openUrl) =>
  describe('lists of executions', () => {
    const store = useStore(openUrl);

    async function fill(executions: Seed[]): Promise<void> {
      await store.units.run(async ({ trx }) => {
        for (const id of FLOWS) {
          const definition = { id, name: id, nodes: [], edges: [] };
          await insertFlow(trx, { definition, variables: [], by: aPerson('alan'), now: NOW });
        }
        await addGrants(trx, 'hers', [{ role: 'owner', kind: 'user', ...aPerson('ada') }]);
        await addGrants(trx, 'shared', [{ role: 'reader', kind: 'group', ...aPerson('team') }]);
        await insertExecutions(
          trx,
          executions.map(({ flowId, starter }, n) => anExecution(idOf(n), { flowId, starter: aPerson(starter) })),
        );
        for (const [n, { status, asks }] of executions.entries()) {
          await trx('executions')
            .where({ id: idOf(n) })
            .update({ status });
          if (Object.keys(asks).length === 0) continue;
          await raise(trx, aRequest(idOf(n)), Object.keys(asks));
          const answered = Object.keys(asks).filter((person) => asks[person]);
          await trx('notifications')
            .where({ subject_id: aRequest(idOf(n)).id })
            .whereIn('person', answered)
            .update({ answered_at: NOW });
        }
      });
    }

    async function empty(): Promise<void> {
      const tables = ['delivery_orders', 'notifications', 'prompt_templates', 'requests', 'executions'];
      for (const table of [...tables, 'flow_access', 'flow_versions', 'flows']) await store.db.writer(table).delete();
    }

    it('show the requested executions that the caller may see, newest first, with the right count', async () => {
      const property = fc.asyncProperty(seeds, filters, fc.boolean(), async (executions, filter, seesAll) => {
        await empty();
        await fill(executions);
        const seeing = seesAll ? undefined : ADA;
        const wanted = executions
          .map((seed, n) => ({ seed, id: idOf(n) }))
          .filter(({ seed, id }) => isWanted(seed, id, filter, seesAll))
          .map(({ id }) => id)
          .reverse();
        const found = await listExecutions(store.db.reader, filter, 100, seeing);
        expect(found.map(({ id }) => id)).to.deep.equal(wanted);
        const some = await listExecutions(store.db.reader, filter, 3, seeing);
        expect(some.map(({ id }) => id)).to.deep.equal(wanted.slice(0, 3));
        expect(await countExecutions(store.db.reader, filter, 5, seeing)).to.equal(Math.min(5, wanted.length));
      });
      await fc.assert(property, { numRuns: 40 });
    }).timeout(180_000);

    it('include questions that the person has snoozed', async () => {
      await empty();
      await fill([{ flowId: 'hers', starter: 'alan', status: 'waiting', asks: { grace: false, ada: true } }]);
      const found = async (waitsFor: string) => (await listExecutions(store.db.reader, { waitsFor }, 5, ADA)).length;
      for (const filedAs of [null, 'pending', 'snoozed']) {
        const moved = { filed_as: filedAs, snoozed_until: filedAs === 'snoozed' ? NOW + 1 : null };
        await store.db.writer('notifications').where({ person: 'grace' }).update(moved);
        expect([await found('grace'), await found('ada')], String(filedAs)).to.deep.equal([1, 0]);
      }
    });
  }),
);
