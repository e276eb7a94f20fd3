import { expect } from 'chai';
import type { NodeError } from '../../server/flow/nodeType.ts';
import { UNLIMITED } from '../../server/foundation/limits.ts';
import { createAskLimiter } from '../../server/requests/askLimiter.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, aPerson, seedWaiting } from '../support/seeds.ts';

const STARTER = aPerson('ada').id;
const PAIR = [aPerson('grace'), aPerson('alan')];

describe('how many people one starter asks', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const createBound = (peopleAskedPerHour: number) =>
      createAskLimiter({
        reader: store.db.reader,
        limits: { peopleAskedPerHour, questionsToOnePersonPerHour: UNLIMITED },
        now: () => NOW + 1000,
      });
    const refusal = (admitted: Promise<unknown>) =>
      admitted.then(
        () => null,
        (error: unknown) => (error as NodeError).code,
      );

    /** Holds reads. @returns a function that releases them */
    async function holdReads(): Promise<() => void> {
      const { client } = store.db.reader;
      const all = Array.from(
        { length: client.pool.max as number },
        () => client.acquireConnection() as Promise<unknown>,
      );
      const held = await Promise.all(all);
      return () => void held.forEach((each) => client.releaseConnection(each));
    }

    it('includes a question that is stored during the count', async () => {
      const limiter = createBound(4);
      const stored = await limiter.admit(STARTER, PAIR);
      const letGo = await holdReads();
      const next = refusal(limiter.admit(STARTER, PAIR));
      await seedWaiting(store.db.writer, 'e', ['grace', 'alan']);
      stored();
      letGo();
      expect(await next).to.equal(null);
      expect(await refusal(limiter.admit(STARTER, PAIR)), 'two and two are all').to.equal('too_many_asked');
    });

    it('admits concurrent questions up to the limit, one after the other', async () => {
      const limiter = createBound(5);
      const codes = await Promise.all(Array.from({ length: 4 }, () => refusal(limiter.admit(STARTER, PAIR))));
      expect(codes).to.deep.equal([null, null, 'too_many_asked', 'too_many_asked']);
    });
  });
});
