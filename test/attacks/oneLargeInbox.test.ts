import { expect } from 'chai';
import { findPage } from '../../server/requests/inboxSearch.ts';
import { inboxState, inboxStates } from '../../server/requests/inboxStates.ts';
import { findInbox, type InboxQuery } from '../../server/requests/inboxStore.ts';
import { NotificationQuery, NotificationStatus } from '../../contract/notifications.ts';
import { forEachDatabase } from '../support/databases.ts';
import { fillInboxes } from '../support/largeInbox.ts';
import { useStore } from '../support/openStore.ts';
import { plansOf } from '../support/plans.ts';
import { NOW } from '../support/seeds.ts';

/** `npm run bench -- --only inbox` reads one of 100,000. */
const HEAVY = 20_000;
const RARE = 10;

const placeAt = (createdAt: number) => ({ createdAt, dueAt: createdAt, groupKey: 'flow/review', subjectId: 'x' });

describe('one very large inbox', () => {
  it('is read in parts, whatever the query', () => {
    expect(NotificationQuery.parse({})).to.deep.equal({ limit: 50 });
    expect(NotificationQuery.safeParse({ limit: '200' }).success).to.equal(true);
    expect(NotificationQuery.safeParse({ limit: '201' }).success).to.equal(false);
  });

  forEachDatabase((name, openUrl) => {
    for (const mostly of ['completed', 'pending'] as const)
      describe(`with mostly ${mostly}`, () => {
        const store = useStore(openUrl);
        beforeEach(async () => {
          await fillInboxes(store.db.writer, { heavy: HEAVY, light: 30, rare: RARE, mostly, now: NOW });
          if (name === 'PostgreSQL') await store.db.writer.raw('analyze'); // production does this by itself; SQLite never does
        });

        const find = (query: Partial<InboxQuery>) =>
          findInbox(store.db.reader, { person: 'heavy', limit: 50, ...query }, NOW);

        it('is found by index, page by page, without counting', async () => {
          const after = placeAt(NOW + HEAVY / 2);
          for (const status of [undefined, ...NotificationStatus.options])
            for (const query of [{ status }, { status, after }]) {
              const plans = await plansOf(store.db, () => find(query));
              expect(plans.at(-1), JSON.stringify(query)).to.match(/notifications_(filed|inbox)/);
              for (const plan of plans)
                expect(plan).to.not.match(
                  /SCAN (notifications|requests)( USING INDEX (?!requests_unfiled).*)?$|Seq Scan on (notifications|requests)/m,
                );
              // rare entries would otherwise be searched among everything else
              if (status !== undefined && status !== mostly) expect(plans.at(-1)).to.include('notifications_filed');
            }
          const [plan] = await plansOf(store.db, () => inboxState(store.db.reader, 'heavy', NOW));
          expect(plan).to.not.match(
            /notifications_inbox|notifications_filed|SCAN notifications|Seq Scan on notifications/,
          );
        });

        it('has the right entries in each part', async () => {
          const rest = HEAVY - 2 * RARE;
          const counts = { completed: RARE, pending: RARE, expired: RARE, snoozed: 0, [mostly]: rest };
          const { unread: _, ...told } = (await inboxState(store.db.reader, 'heavy', NOW)).counts;
          expect(told).to.deep.equal(counts);
          for (const status of NotificationStatus.options)
            expect(await find({ status })).to.have.length(Math.min(50, counts[status]));
          const people = ['heavy', 'light', 'nobody'];
          const states = await inboxStates(store.db.reader, people, NOW);
          expect(people.map((person) => states.get(person)!.version)).to.deep.equal([`${HEAVY}.0`, '30.0', '0.0']);
        });

        it('is searched a thousand at a time', async () => {
          const search = (q: string, after?: InboxQuery['after']) =>
            findPage(store.db.reader, { person: 'heavy', limit: 50, after }, { q }, NOW);
          const first = await search('nowhere');
          expect(first.entries).to.deep.equal([]);
          const [last] = await find({ after: undefined, limit: 1 });
          expect(last!.createdAt - first.next!.createdAt, 'where it goes on').to.equal(999);
          expect((await search('nowhere', placeAt(NOW + 500))).next).to.equal(null);
          expect((await search('GOOD flow')).entries).to.have.length(50);
        });
      });
  });
});
