import { expect } from 'chai';
import { createRecurring } from '../../server/assignments/recurring.ts';
import { insertSending, type StoredSending } from '../../server/assignments/sendingStore.ts';
import type { Assignable } from '../../server/assignments/assignable.ts';
import type { PrincipalDirectory } from '../../server/assignments/principals.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import { DirectoryError } from '../../server/people/directory/directory.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, NOW } from '../support/seeds.ts';

const BROKEN = 50;
const LOOK_MS = 10_000;

describe('recurrences to groups that the directory refuses to read', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);

    const recurring = (id: string, group: string, nextAt: number): StoredSending => ({
      ...{ id, chatId: 'C', name: 'Policy', note: null, creator: aPerson('ada'), createdAt: 1, criterion: 'manual' },
      ...{ retryBudget: 0, allowDelegation: false, allowRejection: false, chatVersion: null, flowVersion: null },
      ...{ dueAt: null, expiresAt: null, principals: [{ kind: 'group', id: group, displayName: group }] },
      recurrence: {
        ...{ cron: '0 9 * * *', timeZone: 'UTC', dueAfterMs: null, expiresAfterMs: null, endedAt: null },
        nextAt,
      },
    });
    const directory = {
      async groupByReference(id: string) {
        if (id === 'broken') throw new DirectoryError('directory_failed', 'not for you');
        return { id, displayName: id };
      },
      membersOf: async () => [aPerson('grace')],
    } as unknown as PrincipalDirectory;
    const assignable = { blockerOf: async () => null, withoutFlow: async () => [] } as unknown as Assignable;

    it('do not delay others, however many they are, and are retried', async () => {
      const chat = { id: 'C', name: 'Policy', instructions: '', users: '[]', version: 1, created_by: 'ada' };
      await store.db.writer('chats').insert({ ...chat, created_at: 1, updated_at: 1 });
      await store.units.run(async ({ trx }) => {
        for (let n = 0; n < BROKEN; n++)
          await insertSending(trx, recurring(`B${n}`, 'broken', NOW - 2000 + (n % 5)), null);
        await insertSending(trx, recurring('fine', 'fine', NOW - 1000), null);
      });
      const [sent, failed]: [string[], string[]] = [[], []];
      const loop = createRecurring({
        ...{ units: store.units, reader: store.db.reader, signals: createLocalSignals(), directory, assignable },
        send: async (_unit, { id }) => void sent.push(id),
        report: (_error, id) => void failed.push(id),
      });
      const look = async (at: number) => {
        do await loop.tick(at, at);
        while (loop.nextDueAt() <= at);
      };
      await look(NOW);
      expect(sent).to.deep.equal(['fine']);
      expect(new Set(failed).size).to.equal(BROKEN);
      expect(failed).to.have.length(BROKEN);
      await look(NOW + LOOK_MS);
      expect(failed).to.have.length(2 * BROKEN);
      expect(sent).to.deep.equal(['fine']);
    });
  });
});
