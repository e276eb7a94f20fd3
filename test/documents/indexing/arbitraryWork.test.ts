import { expect } from 'chai';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { forEachDatabase } from '../../support/databases.ts';
import { emptyTables, useStore } from '../../support/openStore.ts';
import { createStage, expectNothingReadAgain, expectTrueReport, settleAll, STORY } from './indexStory.ts';

/** `STORIES=1000` tries more, which takes minutes. */
const STORIES = Number(process.env['STORIES'] ?? 10);

describe('an index of libraries, whatever happens while they are read (behaviour 5.6)', function () {
  this.timeout(60_000 + 5_000 * STORIES);

  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('ends up correct, is reported truly, and never shows anybody what they could never read', async () => {
      const property = fc.asyncProperty(STORY, async (story) => {
        await emptyTables(store.db);
        const stage = createStage(store, story);
        for (const step of story.steps) {
          await stage.play(step);
          expect(await stage.leaks()).to.deep.equal([]);
        }
        await settleAll(stage, story);
        expect(await stage.leaks()).to.deep.equal([]);
        expect(await indexed(store.db.reader)).to.deep.equal([...stage.model.truth()].sort(byId));
        await expectTrueReport(stage);
        await expectNothingReadAgain(stage);
        expect(stage.reported).to.deep.equal([]);
      });
      await fc.assert(property, { numRuns: STORIES });
    });
  });
});

const byId = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1);

interface Row {
  seq: number;
  id: string;
  title: string;
  address: string;
  text: string;
}

async function indexed(db: Knex) {
  const rows = await db('search_documents').select<Row[]>('seq', 'id', 'title', 'address', 'text');
  const readers = await db('search_readers').select<{ document: number; principal: string }[]>('document', 'principal');
  const readersOf = (seq: number) =>
    readers
      .filter(({ document }) => document === seq)
      .map(({ principal }) => principal)
      .sort();
  return rows.map(({ seq, id, ...shown }) => [id, { ...shown, readers: readersOf(seq) }] as const).sort(byId);
}
