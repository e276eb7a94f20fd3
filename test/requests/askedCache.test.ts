import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import { createAskedCache } from '../../server/requests/askedCache.ts';
import { findRequest, insertRequests } from '../../server/requests/requestStore.ts';
import { answered, expectProblem, MINUTE_MS, respond, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { anExecution, aRequest, NOW } from '../support/seeds.ts';

const TURNED = 'Is it \u202egood?';

describe('a recently asked question', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let now = NOW;
    const cache = createAskedCache(() => now);

    /** Stored and remembered. */
    async function ask(id: string, { prompt = 'Is it good?', expiresAt = NOW + 2 * MINUTE_MS } = {}): Promise<string> {
      const request = aRequest(id, { expiresAt });
      request.body.prompt = prompt;
      const [row] = await store.units.run(async ({ trx }) => {
        await insertExecutions(trx, [anExecution(id)]);
        return insertRequests(trx, [request]);
      });
      cache.keep(row!, ['grace', 'alan']);
      return request.id;
    }

    beforeEach(() => (now = NOW));

    it('is remembered as stored, for its assignees', async () => {
      for (const [id, prompt] of [['a', 'Is it good?'] as const, ['b', TURNED] as const]) {
        const requestId = await ask(id, { prompt });
        const stored = await findRequest(store.db.reader, requestId);
        expect(cache.find(requestId, 'grace')).to.deep.equal(stored);
        expect(cache.find(requestId, 'alan')).to.deep.equal(stored);
        expect(cache.find(requestId, 'ada')).to.equal(undefined);
      }
      expect(cache.find('nothing', 'grace')).to.equal(undefined);
    });

    it('is looked up after a minute, after its deadline, if the clock was set back, and if it is forgotten', async () => {
      const requestId = await ask('e');
      const isKnown = () => cache.find(requestId, 'grace') !== undefined;
      now = NOW + MINUTE_MS - 1;
      expect(isKnown()).to.equal(true);
      for (const at of [NOW + MINUTE_MS, NOW - MINUTE_MS]) {
        now = at;
        expect(isKnown()).to.equal(false);
      }
      now = NOW;
      const brief = await ask('brief', { expiresAt: NOW + 5 });
      expect(cache.find(brief, 'grace')).not.to.equal(undefined);
      now = NOW + 5;
      expect(cache.find(brief, 'grace')).to.equal(undefined);
      cache.forget([requestId]);
      now = NOW;
      expect(isKnown()).to.equal(false);
    });
  });

  describe('is answered', () => {
    const stage = useStage();
    const ask = (strategy = 'any') =>
      stage.ask({
        inputType: 'text',
        prompt: 'Why?',
        strategy,
        assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
      });
    /** How many requests were read with their bodies since. */
    function countReads(db: Knex): () => number {
      let count = 0;
      const note = ({ sql }: { sql: string }) => (count += /requests\.body.*given\.request_id/s.test(sql) ? 1 : 0);
      db.on('query', note);
      return () => (db.removeListener('query', note), count);
    }
    const write = (work: (trx: Knex) => Promise<unknown>) => stage.services.ground.units.run(({ trx }) => work(trx));

    it('without a lookup; after a minute, with one', async () => {
      const { reader } = stage.services.ground;
      const [soon, later] = [await ask(), await ask()];
      let reads = countReads(reader);
      await answered(stage.grace, soon, 'Soon');
      expect(reads()).to.equal(0);
      stage.advance(MINUTE_MS);
      reads = countReads(reader);
      await answered(stage.grace, later, 'Later');
      expect(reads()).to.equal(1);
    });

    it('only by assignees, and only while it is stored', async () => {
      const request = await ask();
      expectProblem(await respond(stage.tim, request, 'Me too'), 403, 'not_assignee');
      await write((trx) => trx('notifications').where({ subject_id: request, display_name: 'Grace Hopper' }).delete());
      expectProblem(await respond(stage.grace, request, 'Too late'), 403, 'not_assignee');
      await answered(stage.alan, request, 'Why not');
    });

    it('not after another server has closed it', async () => {
      const request = await ask();
      await write((trx) => trx('requests').where({ id: request }).update({ status: 'cancelled', version: 2 }));
      expectProblem(await respond(stage.grace, request, 'Too late'), 409, 'request_closed');
    });

    it('not with an invalid answer, whose error comes with the current count of answers', async () => {
      const request = await ask('all');
      await answered(stage.alan, request, 'First');
      expectProblem(await respond(stage.grace, request, { values: { wrong: 1 } }), 422, 'validation_failed');
      const said = await stage.services.work.conversation.answer({
        requestId: request,
        responder: (await stage.grace.call<Person>('GET', '/me')).body,
        source: { channel: 'web', verifiedBy: 'session', note: '' },
        read: () => Promise.resolve({ values: {} }),
      });
      expect(said.kind === 'invalid' && said.question.progress).to.deep.equal({ answered: 1, of: 2 });
    });
  });
});
