import { expect } from 'chai';
import fc from 'fast-check';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { insertDeliveries } from '../../server/messages/deliveries/deliveryStore.ts';
import { insertNudge } from '../../server/requests/nudgeStore.ts';
import { NUDGE_KIND } from '../../server/requests/nudgeSubject.ts';
import { REQUEST_KIND } from '../../server/requests/requestSubject.ts';
import { unansweredByName } from '../../server/requests/sentStore.ts';
import { firstUnreached } from '../../server/requests/unreachedStore.ts';
import { waitsOf } from '../../server/requests/waitDetails.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, aSubmission, NOW, requestIdOf, seedWaiting } from '../support/seeds.ts';

const STATES = ['queued', 'sent', 'failed', 'skipped'] as const;
type State = (typeof STATES)[number];

/** What was sent to a person: messages and reminders by channel. */
interface Told {
  messages: State[];
  reminders: State[];
  hasAnswered: boolean;
}

const states = fc.array(fc.constantFrom(...STATES), { maxLength: 2 });
const someone = fc.record<Told>({ messages: states, reminders: states, hasAnswered: fc.boolean() });

const isUnreached = ({ messages, reminders, hasAnswered }: Told): boolean =>
  !hasAnswered && messages.length > 0 && messages.every((state) => state === 'failed') && !reminders.includes('sent');

describe('the people whom no message has reached', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    let count = 0;

    /** A question to these people, with their messages; returns the execution's id. */
    async function ask(told: Told[]): Promise<string> {
      const executionId = `e${count++}`;
      const requestId = requestIdOf(executionId);
      const nudgeId = `nudge-${executionId}`;
      const people = told.map((_, n) => `p${100 + n}`);
      await seedWaiting(store.db.writer, executionId, people, { strategy: 'all' });
      await insertNudge(store.db.writer, { id: nudgeId, requestId, sentBy: aPerson('ada'), at: NOW });
      for (const [n, { messages, reminders }] of told.entries()) {
        for (const [at, state] of messages.entries()) await deliver('request', requestId, people[n]!, `c${at}`, state);
        for (const [at, state] of reminders.entries()) await deliver('nudge', nudgeId, people[n]!, `c${at}`, state);
      }
      const answers = people.filter((_, n) => told[n]!.hasAnswered).map((person) => aSubmission(requestId, person));
      await store.units.run(({ trx }) => answerBatch(trx, answers, NOW));
      return executionId;
    }

    async function deliver(kind: string, subjectId: string, person: string, channel: string, state: State) {
      await insertDeliveries(store.db.writer, [REQUEST_KIND, NUDGE_KIND], [{ kind, subjectId, person, channel }], NOW);
      await store.db.writer('deliveries').where({ subject_id: subjectId, person, channel }).update({ state });
    }

    const byName = async (executionId: string) =>
      (await unansweredByName(store.db.reader, requestIdOf(executionId), { limit: 100, isUnreached: true })).map(
        ({ id }) => id,
      );

    it('are those of whom all messages have failed and no reminder was sent', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(someone, { minLength: 1, maxLength: 8 }), async (told) => {
          const executionId = await ask(told);
          const expected = told.flatMap((each, n) => (isUnreached(each) ? [`p${100 + n}`] : []));
          expect(await byName(executionId)).to.deep.equal(expected);
          const found = (await firstUnreached(store.db.reader, [requestIdOf(executionId)])).get(
            requestIdOf(executionId),
          );
          expect(found?.people.map(({ id }) => id) ?? []).to.deep.equal(expected.slice(0, 5));
          expect(found?.hasMore ?? false).to.equal(expected.length > 5);
        }),
        { numRuns: 25 },
      );
    });

    it('are named up to the first five, of each question', async () => {
      const lost: Told = { messages: ['failed', 'failed'], reminders: [], hasAnswered: false };
      const many = await ask(Array.from({ length: 7 }, () => lost));
      const five = await ask(Array.from({ length: 5 }, () => lost));
      const none = await ask([{ ...lost, messages: ['failed', 'sent'] }]);
      const found = await firstUnreached(store.db.reader, [many, none, five].map(requestIdOf));
      expect([...found.keys()]).to.have.members([many, five].map(requestIdOf));
      expect(found.get(requestIdOf(many))).to.deep.equal({
        people: [100, 101, 102, 103, 104].map((n) => ({ id: `p${n}`, displayName: `P${n}` })),
        hasMore: true,
      });
      expect(found.get(requestIdOf(five))!.hasMore).to.equal(false);
    });

    it('are read for an execution if a message has failed', async () => {
      const lost = await ask([{ messages: ['failed'], reminders: [], hasAnswered: false }]);
      const told = await ask([{ messages: ['sent'], reminders: [], hasAnswered: false }]);
      const turned = { display_name: 'P\u202e100' };
      await store.db
        .writer('notifications')
        .where({ subject_id: requestIdOf(lost) })
        .update(turned);
      const unreached = async (id: string) => [...(await waitsOf(store.db.reader, id)).values()][0]!.unreached;
      expect(await unreached(lost)).to.deep.equal({ people: [{ id: 'p100', displayName: 'P100' }], hasMore: false });
      expect(await unreached(told)).to.deep.equal({ people: [], hasMore: false });
    });
  });
});
