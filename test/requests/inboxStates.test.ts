import { expect } from 'chai';
import fc from 'fast-check';
import { InboxTab, type InboxSort, type UserNotification } from '../../contract/notifications.ts';
import { deleteNotificationsOf } from '../../server/requests/inboxRetention.ts';
import { markRead } from '../../server/messages/notifications/notificationStore.ts';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { fileSome } from '../../server/requests/filing.ts';
import { ProblemError } from '../../contract/problem.ts';
import { findGroups } from '../../server/requests/inboxGroups.ts';
import { placeSome } from '../../server/requests/placing.ts';
import { snooze } from '../../server/requests/snoozing.ts';
import { wakeSome } from '../../server/requests/waking.ts';
import { placeOf } from '../../server/requests/inboxOrder.ts';
import { inboxState, inboxStates } from '../../server/requests/inboxStates.ts';
import { findInbox, type InboxQuery } from '../../server/requests/inboxStore.ts';
import { toNotification } from '../../server/requests/notificationView.ts';
import { closeRequests } from '../../server/requests/requestStore.ts';
import { say } from '../../contract/summaries.ts';
import { forEachDatabase } from '../support/databases.ts';
import { emptyTables, useStore } from '../support/openStore.ts';
import { NOW, aSubmission, requestIdOf, seedWaiting } from '../support/seeds.ts';

const PEOPLE = ['ada', 'grace', 'alan'];
const TABS = InboxTab.options;

type Action =
  | { do: 'raise'; people: string[]; strategy: 'any' | 'all'; lastsMs: number }
  | { do: 'answer' | 'read'; request: number; person: string }
  | { do: 'close'; request: number; status: 'timed_out' | 'cancelled' }
  | { do: 'snooze'; request: number; person: string; forMs: number | null }
  | { do: 'file' | 'wake'; most: number }
  | { do: 'place' }
  | { do: 'wait'; ms: number }
  | { do: 'purge'; request: number; limit: number };

const request = fc.nat(3);
const person = fc.constantFrom(...PEOPLE);
const ACTION: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('raise' as const),
      people: fc.subarray(PEOPLE, { minLength: 1 }),
      strategy: fc.constantFrom('any' as const, 'all' as const),
      lastsMs: fc.constantFrom(50, 10_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'read' as const), request, person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      request,
      status: fc.constantFrom('timed_out' as const, 'cancelled' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('snooze' as const),
      request,
      person,
      forMs: fc.constantFrom(5, 20, 200, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wake' as const), most: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('place' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('file' as const), most: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 100) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('purge' as const), request, limit: fc.integer({ min: 1, max: 3 }) }),
  },
);

const tabOf = ({ status, snoozedUntil }: UserNotification): InboxTab =>
  status === 'pending' && snoozedUntil ? 'snoozed' : status;

const compare = (one: string[], other: string[]): number => {
  const at = one.findIndex((each, n) => each !== other[n]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
};

describe('the state of an inbox', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    let now: number;
    let raised: number;

    async function perform(action: Action): Promise<void> {
      await store.units.run(async ({ trx }) => {
        const id = 'request' in action ? requestIdOf(`e${action.request}`) : '';
        switch (action.do) {
          case 'raise': {
            const { people, strategy, lastsMs } = action;
            return seedWaiting(trx, `e${raised++}`, people, { strategy, raisedAt: now, expiresAt: now + lastsMs });
          }
          case 'answer':
            return void (await answerBatch(trx, [aSubmission(id, action.person)], now));
          case 'read':
            return void (await markRead(trx, id, action.person));
          case 'close':
            return void (await closeRequests(trx, [id], action.status, say('timedOut'), now));
          case 'snooze': {
            const until = action.forMs === null ? null : now + action.forMs;
            return snooze(trx, { subjectId: id, person: action.person, until }, now).catch((problem: unknown) =>
              expect(problem).to.be.instanceOf(ProblemError),
            ) as Promise<void>;
          }
          case 'wake':
            return void (await wakeSome(trx, now, action.most));
          case 'place': {
            // as the previous version's servers leave them
            await trx('notifications').update({ due_at: null, group_key: null });
            return void (await placeSome(trx, 2));
          }
          case 'file':
            return void (await fileSome(trx, now, action.most));
          case 'purge':
            if (await trx('requests').where({ id }).whereNot({ status: 'waiting' }).first())
              await deleteNotificationsOf(trx, [id], action.limit);
            return;
          default:
            now += action.ms;
        }
      });
    }

    const look = async (query: InboxQuery): Promise<UserNotification[]> =>
      (await findInbox(store.db.reader, query, now)).map((entry) => toNotification(entry, now));

    /** Page after page, two at a time. */
    async function allOf(whose: string, status: InboxTab, sort: InboxSort = 'newest'): Promise<string[]> {
      const ids: string[] = [];
      let after: InboxQuery['after'];
      for (;;) {
        const page = await findInbox(store.db.reader, { person: whose, status, sort, after, limit: 2 }, now);
        ids.push(...page.map((entry) => entry.request.id));
        const last = page.at(-1);
        if (!last) return ids;
        after = placeOf(last.request, last.createdAt);
      }
    }

    /** What was seen under each version, by person and version. */
    let seen: Map<string, string>;

    async function check(whose: string, version: string): Promise<void> {
      const state = await inboxState(store.db.reader, whose, now);
      expect(state.version, 'of one and of many').to.equal(version);
      const all = await look({ person: whose, limit: 1000 });
      const content = JSON.stringify(all);
      const key = `${whose} ${version}`;
      expect(seen.get(key) ?? content, `${key} is of one state only`).to.equal(content);
      seen.set(key, content);
      const { unread, ...counts } = state.counts;
      for (const tab of TABS) {
        const ids = all.filter((each) => tabOf(each) === tab).map(({ id }) => id);
        expect(counts[tab], `${whose}: how many are ${tab}`).to.equal(ids.length);
        expect(await allOf(whose, tab), `${whose}: which are ${tab}`).to.deep.equal(ids);
      }
      const pending = all.filter((each) => tabOf(each) === 'pending');
      expect(unread).to.equal(pending.filter(({ isRead }) => !isRead).length);
      const byDue = pending.toSorted((a, b) => compare([a.expiresAt, a.id], [b.expiresAt, b.id])).map(({ id }) => id);
      for (const sort of ['due', 'flow'] as const)
        expect(await allOf(whose, 'pending', sort), `${whose}: by ${sort}`).to.deep.equal(byDue);
      const groups = await findGroups(store.db.reader, whose, 10, now);
      expect(groups.map(({ count, first }) => [count, first.request.id])).to.deep.equal(
        byDue.length === 0 ? [] : [[byDue.length, byDue[0]]],
      );
    }

    it('has another version after any visible change, and correct counts', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ACTION, { minLength: 4, maxLength: 14 }), async (actions) => {
          await emptyTables(store.db);
          [now, raised, seen] = [NOW, 0, new Map()];
          for (const action of actions) {
            const before = await inboxStates(store.db.reader, PEOPLE, now);
            await perform(action);
            const states = await inboxStates(store.db.reader, PEOPLE, now);
            for (const each of PEOPLE) {
              const { version } = states.get(each)!;
              await check(each, version);
              if (action.do === 'file' || action.do === 'wake')
                expect(version, 'nothing was seen').to.equal(before.get(each)!.version);
            }
          }
        }),
        { numRuns: name === 'SQLite' ? 40 : 5 },
      );
    }).timeout(300_000);

    it('has nothing to look up once everything is filed, however many assignees a request has', async () => {
      const people = Array.from({ length: 25 }, (_, n) => `p${n}`);
      await seedWaiting(store.db.writer, 'e', people);
      await store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestIdOf('e'), 'p3')], NOW));
      let units = 1;
      while (await store.units.run(({ trx }) => fileSome(trx, NOW, 10))) units++;
      expect(units).to.equal(3);
      expect(await store.db.reader('requests').whereRaw('version > filed_version')).to.deep.equal([]);
      expect(await store.db.reader('inboxes').where({ completed: 1, changes: 2, pending: 0 })).to.have.length(25);
    });

    it('is not filed again for every answer that many wait for', async () => {
      const people = Array.from({ length: 200 }, (_, n) => `p${n}`);
      await seedWaiting(store.db.writer, 'e', people, { strategy: 'all' });
      const file = (at: number) => store.units.run(({ trx }) => fileSome(trx, at));
      await file(NOW);
      await store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestIdOf('e'), 'p3')], NOW));
      await file(NOW + 599);
      const changes = async () => (await store.db.reader('inboxes').where({ person: 'p3' }).first()).changes;
      expect(await changes()).to.equal(1);
      expect((await inboxState(store.db.reader, 'p3', NOW)).counts).to.include({ pending: 0, completed: 1 });
      await file(NOW + 600);
      expect(await changes()).to.equal(2);
    });
  });
});
