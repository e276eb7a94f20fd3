import { expect } from 'chai';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { firstUnanswered, unansweredByName, type NamedPlace } from '../../server/requests/sentStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, aSubmission, requestIdOf, seedWaiting } from '../support/seeds.ts';

describe('the people whom requests wait for', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);

    it('are the first of each who have not answered, even for more requests than one statement reads', async () => {
      const executions = Array.from({ length: 203 }, (_, n) => `e${n}`);
      for (const [n, id] of executions.entries())
        await seedWaiting(store.db.writer, id, n === 7 ? ['ada'] : ['grace', 'ada', 'tim', 'alan'], {
          strategy: 'all',
        });
      const answers = executions.filter((_, n) => n % 2 === 1).map((id) => aSubmission(requestIdOf(id), 'ada'));
      await store.units.run(({ trx }) => answerBatch(trx, answers, NOW));
      const found = await firstUnanswered(store.db.reader, [...executions.map(requestIdOf), 'unknown'], 2);
      for (const [n, id] of executions.entries()) {
        const expected = n === 7 ? undefined : n % 2 === 1 ? ['alan', 'grace'] : ['ada', 'alan'];
        expect(
          found.get(requestIdOf(id))?.map((person) => person.id),
          id,
        ).to.deep.equal(expected);
      }
      expect(found.size).to.equal(202);
      expect(await firstUnanswered(store.db.reader, [], 2)).to.deep.equal(new Map());
    });

    it('are all of them by name, page by page, without those who answer meanwhile', async () => {
      const names = ['tim', 'Ben', 'alan', 'Grace', 'ben', 'Ada'];
      await seedWaiting(store.db.writer, 'named', names, { strategy: 'all' });
      await store.db.writer('notifications').where({ person: 'ben' }).update({ display_name: 'Ben' }); // two of one name
      const page = (after?: NamedPlace) => unansweredByName(store.db.reader, requestIdOf('named'), { after, limit: 2 });
      const found = await page();
      expect(found.map(({ id }) => id)).to.deep.equal(['Ada', 'alan']);
      await store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestIdOf('named'), 'Grace')], NOW));
      for (let next = await page(found.at(-1)); next.length > 0; next = await page(found.at(-1))) found.push(...next);
      expect(found.slice(2).map(({ id }) => id)).to.deep.equal(['Ben', 'ben', 'tim']);
    });
  });
});
