import { expect } from 'chai';
import type { NotificationStatus } from '../../contract/notifications.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import { insertNotifications, markRead } from '../../server/messages/notifications/notificationStore.ts';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { fileSome } from '../../server/requests/filing.ts';
import { notificationOf, placeOf } from '../../server/requests/inboxOrder.ts';
import { placeSome } from '../../server/requests/placing.ts';
import { snooze } from '../../server/requests/snoozing.ts';
import { wakeSome } from '../../server/requests/waking.ts';
import { inboxState } from '../../server/requests/inboxStates.ts';
import { findInbox, findInboxEntry, type InboxQuery } from '../../server/requests/inboxStore.ts';
import { closeRequests, insertRequests } from '../../server/requests/requestStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { plansOf } from '../support/plans.ts';
import { NOW, aPerson, aRequest, aSubmission, anExecution, requestIdOf, seedWaiting } from '../support/seeds.ts';

const AFTER = { createdAt: NOW + 20, dueAt: NOW + 20, groupKey: 'flow/review', subjectId: 'x' };

describe('inbox store', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const answer = (executionId: string, person: string) =>
      store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestIdOf(executionId), person)], NOW));
    const inbox = async (query: Partial<InboxQuery> = {}, now = NOW) =>
      (await findInbox(store.db.reader, { person: 'ada', limit: 1000, ...query }, now)).map(
        ({ request }) => request.executionId,
      );

    /** One notification in each state, newest last. */
    async function seedFates(): Promise<void> {
      const fates = ['open', 'mine', 'theirs', 'half', 'timed-out', 'cancelled', 'over'];
      for (const [n, id] of fates.entries())
        await seedWaiting(db(), id, ['ada', 'grace'], {
          raisedAt: NOW - 100 + n,
          strategy: id === 'half' ? 'all' : 'any',
          expiresAt: id === 'over' ? NOW : NOW + 1000,
        });
      await answer('mine', 'ada');
      await answer('theirs', 'grace');
      await answer('half', 'ada');
      await closeRequests(db(), [requestIdOf('timed-out')], 'timed_out', '', NOW);
      await closeRequests(db(), [requestIdOf('cancelled')], 'cancelled', '', NOW);
      await seedWaiting(db(), 'foreign', ['grace']);
    }

    it("holds a person's own notifications, newest first, each in exactly one status", async () => {
      await seedFates();
      expect(await inbox()).to.deep.equal(['over', 'cancelled', 'timed-out', 'half', 'theirs', 'mine', 'open']);
      expect(await inbox({ status: 'pending' })).to.deep.equal(['open']);
      expect(await inbox({ status: 'completed' })).to.deep.equal(['half', 'theirs', 'mine']);
      expect(await inbox({ status: 'expired' })).to.deep.equal(['over', 'cancelled', 'timed-out']);
      expect(await inbox({ status: 'pending', person: 'grace' })).to.deep.equal(['foreign', 'half', 'open']);
      expect(await inbox({ person: 'eve' })).to.deep.equal([]);
    });

    it('pages through it without a gap, even if many came at the same moment', async () => {
      for (let n = 0; n < 25; n++)
        await seedWaiting(db(), `e${String(n).padStart(2, '0')}`, ['ada'], { raisedAt: NOW + Math.floor(n / 5) });
      const found: string[] = [];
      let after: InboxQuery['after'];
      for (;;) {
        const page = await findInbox(store.db.reader, { person: 'ada', after, limit: 4 }, NOW);
        found.push(...page.map(({ request }) => request.executionId));
        const last = page.at(-1);
        if (!last) break;
        after = placeOf(last.request, last.createdAt);
      }
      expect(found).to.deep.equal(await inbox());
      expect(found).to.have.length(25);
    });

    it("places an older server's entries in every order, before and after the loop has run", async () => {
      for (let n = 0; n < 5; n++) await seedWaiting(db(), `e${n}`, ['ada'], { expiresAt: NOW + 100 - n });
      await store.units.run(({ trx }) => fileSome(trx, NOW));
      await db()('notifications')
        .whereIn('subject_id', ['e1', 'e3'].map(requestIdOf))
        .update({ due_at: null, group_key: null });
      const orders = () => Promise.all((['due', 'flow'] as const).map((sort) => inbox({ status: 'pending', sort })));
      const before = await orders();
      expect(before).to.deep.equal([
        ['e4', 'e3', 'e2', 'e1', 'e0'],
        ['e4', 'e3', 'e2', 'e1', 'e0'],
      ]);
      expect(await store.units.run(({ trx }) => placeSome(trx, 1))).to.equal(true);
      expect(await orders()).to.deep.equal(before);
      while (await store.units.run(({ trx }) => placeSome(trx, 1)));
      expect(await orders()).to.deep.equal(before);
      expect(await db()('notifications').whereNull('due_at')).to.deep.equal([]);
    });

    it('wakes many snoozed entries in short units, even after the clock went back', async () => {
      const people = Array.from({ length: 30 }, (_, n) => `p${n}`);
      await seedWaiting(db(), 'e', people, { expiresAt: NOW + 1000 });
      for (const person of people)
        await store.units.run(({ trx }) => snooze(trx, { subjectId: requestIdOf('e'), person, until: NOW + 500 }, NOW));
      const state = (now: number) => inboxState(store.db.reader, 'p7', now);
      expect((await state(NOW)).counts).to.include({ pending: 0, unread: 0, snoozed: 1 });
      const awake = await state(NOW + 500);
      expect(awake.counts).to.include({ pending: 1, unread: 1, snoozed: 0 });
      expect((await state(NOW + 100)).counts, 'the clock went back').to.include({ pending: 0, snoozed: 1 });
      let units = 1;
      while ((await store.units.run(({ trx }) => wakeSome(trx, NOW + 500, 10))).hasMore) units++;
      expect(units).to.equal(4);
      expect(await state(NOW + 500), 'nothing was seen').to.deep.equal(awake);
      expect((await state(NOW + 100)).counts, 'what is awake stays so').to.include({ pending: 1, snoozed: 0 });
    });

    it('counts questions right that are read and snoozed at the same moment', async () => {
      const ids = Array.from({ length: 40 }, (_, n) => `e${n}`);
      for (const id of ids) await seedWaiting(db(), id, ['ada']);
      while (await store.units.run(({ trx }) => fileSome(trx, NOW)));
      const both = ids
        .map(requestIdOf)
        .flatMap((subjectId) => [
          store.units.run(({ trx }) => markRead(trx, subjectId, 'ada')),
          store.units.run(({ trx }) => snooze(trx, { subjectId, person: 'ada', until: NOW + 500 }, NOW)),
        ]);
      await Promise.all(both);
      expect((await inboxState(db(), 'ada', NOW)).counts).to.include({ pending: 0, unread: 0, snoozed: 40 });
    });

    it("shows a person's own answer and read marks, and nobody else's", async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      await markRead(db(), requestIdOf('e'), 'grace');
      await answer('e', 'ada');
      const mine = await findInboxEntry(db(), 'ada', requestIdOf('e'));
      expect(mine).to.deep.include({
        person: 'ada',
        email: 'ada@sandbox.test',
        payload: { isForm: false, values: { value: 'yes' }, note: '' },
        isRead: true,
        answeredAt: NOW,
      });
      const theirs = await findInboxEntry(db(), 'grace', requestIdOf('e'));
      expect(theirs).to.include({ payload: null, isRead: true, answeredAt: null });
      expect(await findInboxEntry(db(), 'eve', requestIdOf('e'))).to.equal(null);
    });

    it('has another version after every event', async () => {
      const versionOf = async (person: string) => (await inboxState(db(), person, NOW)).version;
      const versions = [await versionOf('ada')];
      const next = async (action: Promise<unknown>) => {
        await action;
        versions.push(await versionOf('ada'));
      };
      await next(seedWaiting(db(), 'e', ['ada', 'grace']));
      await next(seedWaiting(db(), 'f', ['ada', 'grace']));
      await next(markRead(db(), requestIdOf('e'), 'ada'));
      await next(answer('e', 'grace'));
      await next(closeRequests(db(), [requestIdOf('f')], 'cancelled', '', NOW));
      expect(new Set(versions).size).to.equal(versions.length);
      await markRead(db(), requestIdOf('e'), 'grace');
      expect(await versionOf('ada')).to.equal(versions.at(-1));
    });

    describe('among many notifications of others', () => {
      const PEOPLE = Array.from({ length: 400 }, (_, n) => `p${n}`);

      interface Filled {
        executionId: string;
        people: string[];
        raisedAt: number;
      }

      async function fill(trx: Db, asked: Filled[]): Promise<void> {
        await insertExecutions(
          trx,
          asked.map(({ executionId }) => anExecution(executionId)),
        );
        await insertRequests(
          trx,
          asked.map(({ executionId, raisedAt }) => aRequest(executionId, { assigneeCount: 8, raisedAt })),
        );
        await insertNotifications(
          trx,
          asked.flatMap(({ executionId, people, raisedAt }) =>
            people.map((id) => notificationOf(aRequest(executionId, { raisedAt }), aPerson(id))),
          ),
        );
      }

      /** 2,000 requests, each to 8 people: 40 for each person. */
      beforeEach(async () => {
        const asked = Array.from({ length: 2000 }, (_, n) => ({
          executionId: `e${n}`,
          people: Array.from({ length: 8 }, (_each, k) => PEOPLE[(n * 8 + k) % PEOPLE.length]!),
          raisedAt: NOW + n,
        }));
        // in units short enough for a slow machine
        for (let from = 0; from < asked.length; from += 250)
          await store.units.run(({ trx }) => fill(trx, asked.slice(from, from + 250)));
        const close = (status: string, from: number, to: number) =>
          db()('requests')
            .whereBetween('raised_at', [NOW + from, NOW + to])
            .update({ status, closed_at: NOW, version: db().raw('version + 1') });
        await close('completed', 0, 1299);
        await close('timed_out', 1300, 1799);
        while (await store.units.run(({ trx }) => fileSome(trx, NOW)));
        if (name === 'PostgreSQL') await db().raw('analyze'); // production does this by itself; SQLite never does
      });

      const queries: [what: string, read: () => Promise<unknown>][] = [
        ['an inbox', () => findInbox(store.db.reader, { person: 'p7', limit: 50 }, NOW)],
        ['a page', () => findInbox(store.db.reader, { person: 'p7', limit: 5, after: AFTER }, NOW)],
        ...(['pending', 'completed', 'expired'] as NotificationStatus[]).map(
          (status): [string, () => Promise<unknown>] => [
            `a page of what is ${status}`,
            () => findInbox(store.db.reader, { person: 'p7', status, limit: 5 }, NOW),
          ],
        ),
        ['the version of an inbox', () => inboxState(store.db.reader, 'p7', NOW)],
      ];
      for (const [what, read] of queries)
        it(`finds ${what} by the index of its person`, async () => {
          const plans = await plansOf(store.db, read);
          if (!what.includes('version')) expect(plans.at(-1)).to.match(/notifications_(inbox|filed|due|grouped)/);
          for (const plan of plans) {
            expect(plan).not.to.match(
              /SCAN (notifications|requests)( USING INDEX (?!requests_unfiled).*)?$|Seq Scan on notifications/m,
            );
          }
          if (name === 'SQLite' && !what.includes('version')) expect(plans.at(-1)).not.to.include('USE TEMP B-TREE');
        });
    });
  });
});
