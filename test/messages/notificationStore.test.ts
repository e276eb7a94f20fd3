import { expect } from 'chai';
import {
  insertNotifications,
  markRead,
  recipientOf,
  recipientsOf,
} from '../../server/messages/notifications/notificationStore.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import { insertRequests } from '../../server/requests/requestStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, aPerson, aRequest, anExecution, requestIdOf, seedWaiting } from '../support/seeds.ts';

const PLACE = { dueAt: NOW + 1000, groupKey: 'flow/review' };

describe('notification store', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const subjectId = requestIdOf('e');

    /** A request about which nobody was notified. */
    async function seedSilent(): Promise<void> {
      await insertExecutions(db(), [anExecution('e')]);
      await insertRequests(db(), [aRequest('e')]);
    }

    it('returns the people as their subject knows them', async () => {
      await seedSilent();
      const people = [aPerson('ada'), aPerson('guest', { email: null, userPrincipalName: null, displayName: 'Ü "G"' })];
      await insertNotifications(
        db(),
        people.map((person) => ({ subjectId, person, createdAt: NOW, ...PLACE })),
      );
      expect(await recipientsOf(db(), subjectId, { limit: 10 })).to.deep.equal(people);
      expect(await recipientOf(db(), subjectId, 'guest')).to.deep.equal(people[1]);
      expect(await recipientOf(db(), subjectId, 'eve')).to.equal(null);
      expect(await recipientOf(db(), 'nowhere', 'ada')).to.equal(null);
    });

    it('notifies ten thousand people in few statements, and pages through them', async () => {
      await seedSilent();
      const ids = Array.from({ length: 10_000 }, (_, n) => `p${String(n).padStart(5, '0')}`);
      let statements = 0;
      const count = ({ sql }: { sql: string }) => void (/^insert into notifications/.test(sql) && statements++);
      await store.units.run(({ trx }) => {
        trx.on('query', count);
        const rows = ids.map((id) => ({ subjectId, person: aPerson(id), createdAt: NOW, ...PLACE }));
        return insertNotifications(trx, rows);
      });
      expect(statements).to.equal(10);
      const found: string[] = [];
      for (let after = ''; ; after = found.at(-1)!) {
        const page = await recipientsOf(store.db.reader, subjectId, { after, limit: 3000 });
        found.push(...page.map(({ id }) => id));
        if (page.length < 3000) break;
      }
      expect(found).to.deep.equal(ids);
    });

    it('notifies nobody twice of the same', async () => {
      await seedWaiting(db(), 'e', ['ada']);
      const again = insertNotifications(db(), [{ subjectId, person: aPerson('ada'), createdAt: NOW + 1, ...PLACE }]);
      expect(
        await again.then(
          () => 'stored',
          () => 'refused',
        ),
      ).to.equal('refused');
    });

    it('can mark one as read repeatedly', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace']);
      expect(await markRead(db(), subjectId, 'ada')).to.equal(true);
      expect(await markRead(db(), subjectId, 'ada')).to.equal(true);
      expect(await markRead(db(), subjectId, 'eve')).to.equal(false);
      expect(await markRead(db(), 'nowhere', 'ada')).to.equal(false);
      expect(await db()('notifications').orderBy('person').pluck('is_read')).to.deep.equal([1, 0]);
    });
  });
});
