import { expect } from 'chai';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { waitsOf } from '../../server/requests/waitDetails.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aSubmission, NOW, requestIdOf, seedWaiting } from '../support/seeds.ts';

describe('the people whom an execution waits for', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    const answerOf = (executionId: string, person: string) =>
      store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestIdOf(executionId), person)], NOW));

    it('are the assignees who have not answered, and nobody once it is decided', async () => {
      await seedWaiting(store.db.writer, 'all', ['tim', 'ada', 'grace'], { strategy: 'all' });
      await seedWaiting(store.db.writer, 'any', ['ada', 'tim']);
      await answerOf('all', 'ada');
      await answerOf('any', 'ada');
      const [waits] = (await waitsOf(store.db.reader, 'all')).values();
      expect(waits).to.deep.include({ requestId: requestIdOf('all'), peopleCount: 2, answered: 1 });
      expect(waits!.people.map(({ id }) => id)).to.deep.equal(['grace', 'tim']);
      for (const over of ['any', 'unknown']) expect((await waitsOf(store.db.reader, over)).size, over).to.equal(0);
    });

    it('are named up to the first twenty', async () => {
      const people = Array.from({ length: 30 }, (_, n) => `p${10 + n}`);
      await seedWaiting(store.db.writer, 'e', people, { strategy: 'all' });
      const [waits] = (await waitsOf(store.db.reader, 'e')).values();
      expect(waits!.people.map(({ id }) => id)).to.deep.equal(people.slice(0, 20));
      expect(waits!.peopleCount).to.equal(30);
    });

    it('are read in one statement for concurrent callers', async () => {
      const executions = ['a', 'b', 'c', 'd'];
      for (const id of executions) await seedWaiting(store.db.writer, id, [`${id}-person`]);
      let statements = 0;
      const count = () => void statements++;
      store.db.reader.on('query', count);
      const found = await Promise.all([...executions, 'a'].map((id) => waitsOf(store.db.reader, id)));
      store.db.reader.off('query', count);
      expect(found.map((waits) => [...waits.values()][0]!.people[0]!.id)).to.deep.equal(
        [...executions, 'a'].map((id) => `${id}-person`),
      );
      expect(statements).to.equal(1);
    });
  });
});
