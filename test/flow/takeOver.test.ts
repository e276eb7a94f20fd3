import { expect } from 'chai';
import { LATER } from '../../server/flow/liveRuns.ts';
import { claimExecutions } from '../../server/flow/leaseStore.ts';
import { createTakeOverLoops, FALLBACK_MS } from '../../server/flow/takeOver.ts';
import { checkpointExecutions, insertExecutions } from '../../server/flow/executionStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aCheckpoint, anExecution, NOW } from '../support/seeds.ts';

describe('more executions that wake than there is room for', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('are each taken once, after those that wait for their turn', async () => {
      const ids = Array.from({ length: LATER.room + 20 }, (_, n) => `E${String(n).padStart(5, '0')}`);
      await store.units.run(async ({ trx }) => {
        await insertExecutions(
          trx,
          ids.map((id) => anExecution(id)),
        );
        await checkpointExecutions(
          trx,
          ids.map((id, n) => aCheckpoint(id, { wakeAt: NOW + n })),
        );
      });
      const waiting = new Set<string>();
      const taken: string[] = [];
      const takeLater = (id: string) => {
        taken.push(id);
        waiting.add(id);
      };
      const [takeOver] = createTakeOverLoops({
        units: store.units,
        reader: store.db.reader,
        owner: 'us',
        leaseMs: 10_000,
        isAwaitedHere: () => true,
        runs: { has: (id) => waiting.has(id), due: () => [], takeLater, wasBusy: () => false },
      });
      const look = (n: number) => takeOver!.tick(NOW + 60_000 + n * FALLBACK_MS);

      await look(0);
      await look(1);
      expect(taken).to.deep.equal(ids.slice(0, LATER.room));
      const claimed = ids.slice(0, 15).map((id) => ({ id, from: null }));
      await store.units.run(({ trx }) => claimExecutions(trx, claimed, 'us'));
      await look(2);
      expect(taken).to.deep.equal(ids.slice(0, LATER.room + 15));
    });
  });
});
