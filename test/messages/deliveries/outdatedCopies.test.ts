import { expect } from 'chai';
import type { Strategy } from '../../../contract/requests.ts';
import { markOutdated, outdatedCopies, type OutdatedCopy } from '../../../server/messages/deliveries/outdatedCopies.ts';
import { rewriteDueAt, toShown, wantedOf } from '../../../server/messages/deliveries/deliveryRules.ts';
import { createPresenter } from '../../../server/requests/presenter.ts';
import { REQUEST_KIND } from '../../../server/requests/requestSubject.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { NOW } from '../../support/seeds.ts';
import { useDeliveryStage } from './deliveryStage.ts';

const FIRST = { subjectId: '', id: '' };
const ALL = { subjectIds: null, after: FIRST, limit: 1000 };
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${String(n).padStart(2, '0')}`);

describe('outdated copies', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const db = () => stage.store.db.writer;
    const deliveries = () => db()('deliveries');

    /** Requests of every kind, answered by nobody, by one, or closed; all copies are posted. */
    async function seedAll(): Promise<void> {
      const kinds: [Strategy, number][] = [
        ['any', 1],
        ['any', 3],
        ['all', 1],
        ['all', 3],
        ['all', 20],
        ['all', 21],
      ];
      for (const [strategy, count] of kinds)
        for (const answered of [0, 1])
          for (const isClosed of [false, true]) {
            const name = `${strategy}${count}${answered}${isClosed}`;
            const request = await stage.ask(name, people(count), { strategy });
            await stage.tick();
            if (answered) await stage.answer(request, 'p00');
            if (isClosed)
              await stage.store.units.run((unit) => stage.broker.cancel(unit, [request], 'enough', stage.now()));
          }
      await stage.tick();
      await stage.loop.stop();
    }

    it('are found wherever the rule says that a copy is to be rewritten, with what it should show', async () => {
      await seedAll();
      const { present } = createPresenter({
        reader: stage.store.db.reader,
        publicUrl: '',
        nameOfChannel: String,
        workOf: async () => null,
        now: stage.now,
      });
      let [found, expected] = [0, 0];
      for (const state of [null, 'question', 'answered', 'closed'] as const)
        for (const version of [1, 2, 3]) {
          const shown = { shown_version: version, shown_state: state };
          await deliveries().update({
            ...shown,
            settled_at: null,
            next_attempt_at: null,
            sent_at: NOW,
            rewritten_at: null,
          });
          const outdated = new Map((await outdatedCopies(db(), REQUEST_KIND.sql, ALL)).map((copy) => [copy.id, copy]));
          for (const { id, subject_id, person } of await deliveries()) {
            const wanted = wantedOf((await present(subject_id, person))!);
            const copy = { shown: toShown(version, state), shownAt: NOW };
            const dueAt = wanted.version > version ? rewriteDueAt(copy, wanted, NOW) : null;
            const told: OutdatedCopy | undefined = outdated.get(id);
            if (dueAt !== null) expected++;
            if (dueAt !== null) expect(told, `${subject_id} ${person} ${state} ${version}`).to.not.equal(undefined);
            if (!told) continue;
            found++;
            const { isNews: _isNews, ...shows } = wanted;
            expect(told.wanted).to.deep.equal(shows);
            expect(told.shown).to.deep.equal(copy.shown);
          }
        }
      expect(expected).to.be.above(200);
      expect(found - expected, 'and hardly any other').to.be.below(expected / 2);
    });

    it('are paged by their keys, of all subjects or of some', async () => {
      const requests = [];
      for (const name of ['e', 'f', 'g']) requests.push(await stage.ask(name, people(3)));
      await stage.tick();
      await stage.loop.stop();
      for (const request of requests) await stage.answer(request, 'p01');
      const pages: OutdatedCopy[][] = [];
      for (let after = FIRST as OutdatedCopy; ; after = pages.at(-1)!.at(-1)!) {
        pages.push(await outdatedCopies(db(), REQUEST_KIND.sql, { subjectIds: null, after, limit: 4 }));
        if (pages.at(-1)!.length < 4) break;
      }
      expect(pages.map(({ length }) => length)).to.deep.equal([4, 4, 1]);
      expect(new Set(pages.flat().map(({ id }) => id)).size).to.equal(9);
      const some = await outdatedCopies(db(), REQUEST_KIND.sql, { ...ALL, subjectIds: [requests[1]!, 'nothing'] });
      expect(new Set(some.map(({ subjectId }) => subjectId))).to.deep.equal(new Set([requests[1]]));
    });

    it('are marked once, moved forward, and left alone while somebody works on them', async () => {
      const request = await stage.ask('e', ['ada']);
      await stage.tick();
      const { id } = await deliveries().where({ subject_id: request }).first('id');
      const mark = (dueAt: number) => stage.store.units.run(({ trx }) => markOutdated(trx, [{ id, dueAt }]));
      const put = (columns: object) => deliveries().where({ id }).update(columns);
      expect([await mark(500), await mark(500), await mark(600), await mark(400)]).to.deep.equal([
        true,
        false,
        false,
        true,
      ]);
      await put({ failures: 1 });
      expect(await mark(300), 'it is tried again at its time').to.equal(false);
      await put({ failures: 0, attempt_until: 1000 });
      expect(await mark(300)).to.equal(false);
      await put({ attempt_until: null, settled_at: 5 });
      expect(await mark(300)).to.equal(false);
    });
  });
});
