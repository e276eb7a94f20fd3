import { expect } from 'chai';
import {
  countUnread,
  insertNotices,
  markSomeRead,
  READ_AT_ONCE,
  type NewNotice,
} from '../../server/assignments/noticeStore.ts';
import { createSend } from '../../server/assignments/sending.ts';
import { insertSending } from '../../server/assignments/sendingStore.ts';
import { createNoticeLoop } from '../../server/assignments/noticeLoop.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, NOW } from '../support/seeds.ts';
import { aSending, BY_ADA, seedChat } from './seeds.ts';

const MANY = 3500;
const DAY_MS = 24 * 60 * 60_000;

forEachDatabase((database, openUrl) =>
  describe(`very many notices from one sender, on ${database}`, () => {
    const store = useStore(openUrl);
    const signals = createLocalSignals();

    /** Tells Ada so many times that a sending of hers is overdue. */
    async function seed(count: number, more: Partial<NewNotice> = {}, andThen = async () => {}): Promise<void> {
      await seedChat(store.db.writer);
      await store.units.run(async (unit) => {
        await insertSending(unit.trx, aSending('S'), null);
        const grace = { person: aPerson('grace'), group: null };
        await createSend({ signals, now: () => NOW })(unit, aSending('S'), [grace], BY_ADA);
        const { id: assignmentId } = await unit.trx('assignments').first('id');
        await unit.trx('assignment_notices').delete();
        const overdue = { assignmentId, sender: 'ada', person: 'ada', kind: 'overdue', scope: 'outbound' } as const;
        const notice = { ...overdue, isRead: false, createdAt: NOW, tellAt: NOW, ...more };
        await insertNotices(
          unit.trx,
          Array.from({ length: count }, () => notice),
        );
        await andThen();
      });
    }

    async function tell(): Promise<void> {
      const noticeLoop = createNoticeLoop({
        ...{ units: store.units, reader: store.db.reader, signals },
        channelNames: () => ['email'],
      });
      do await noticeLoop.tick(NOW, NOW);
      while (noticeLoop.nextDueAt() <= NOW);
    }

    it('are combined into one message at once', async () => {
      await seed(MANY);
      await tell();
      const { reader } = store.db;
      const digests = await reader('assignment_notices').where({ kind: 'digest' });
      expect(digests).to.have.length(1);
      expect(await reader('assignment_notices').where({ digest_id: digests[0].id })).to.have.length(MANY);
      expect(await reader('assignment_notices').whereNotNull('tell_at')).to.deep.equal([]);
      expect(await reader('deliveries').pluck('subject_id')).to.deep.equal([digests[0].id]);
    });

    it('are sent at once if the clock was a day ahead when others were sent', async () => {
      await seed(4, { tellAt: null });
      await store.db.writer('assignment_notices').update({ told_at: NOW + DAY_MS });
      const { assignment_id: assignmentId } = await store.db.reader('assignment_notices').first();
      const done = { assignmentId, sender: 'ada', person: 'ada', kind: 'completed', scope: 'outbound' } as const;
      await store.units.run(({ trx }) => insertNotices(trx, [{ ...done, isRead: false, createdAt: NOW, tellAt: NOW }]));
      await tell();
      expect(await store.db.reader('deliveries')).to.have.length(1);
    });

    /** As autovacuum does at any moment; rows that are not committed do not count. */
    const analyze = async () => {
      if (database === 'PostgreSQL') await store.db.reader.raw('analyze assignment_notices');
    };

    it('are marked as read in batches, even if the database takes the table for almost empty', async () => {
      await seed(2 * READ_AT_ONCE + 1, { tellAt: null }, analyze);
      const left = async () => (await countUnread(store.db.reader, 'ada')).outbound;
      const mark = () => store.units.run(({ trx }) => markSomeRead(trx, 'ada', 'outbound'));
      expect([await mark(), await left()]).to.deep.equal([true, READ_AT_ONCE + 1]);
      expect([await mark(), await left()]).to.deep.equal([true, 1]);
      expect([await mark(), await left()]).to.deep.equal([false, 0]);
      expect([await mark(), await left()]).to.deep.equal([false, 0]);
    });
  }),
);
