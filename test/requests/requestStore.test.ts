import { expect } from 'chai';
import { say } from '../../contract/summaries.ts';
import { answerBatch, lookUp } from '../../server/requests/answerBatch.ts';
import {
  closeRequests,
  findByTemplate,
  findExpired,
  findRequest,
  openRequestsOf,
} from '../../server/requests/requestStore.ts';
import { lastResponseOf, responseOf, responsesOf } from '../../server/requests/responseStore.ts';
import { outcomesOf } from '../../server/requests/outcomeStore.ts';
import type { Submission, Verdict } from '../../server/requests/requestRules.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, aPerson, aRequest, aSubmission, requestIdOf, seedToken, seedWaiting } from '../support/seeds.ts';
import { PEOPLE } from './hotPaths.ts';

const words = (verdicts: Verdict[]) =>
  verdicts.map((verdict) => (verdict.accepted ? verdict.request.status : verdict.refusal));

describe('request store', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const answer = (submissions: Submission[], now = NOW) =>
      store.units.run(({ trx }) => answerBatch(trx, submissions, now)).then(({ verdicts }) => verdicts);

    it('returns what was stored', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const { body, ...request } = aRequest('e', { strategy: 'all', assigneeCount: 2 });
      const expected = {
        ...request,
        body,
        status: 'waiting',
        answeredCount: 0,
        version: 1,
        closedAt: null,
        outcome: null,
      };
      const found = await findRequest(db(), request.id);
      expect(found).to.deep.include(expected);
      expect(await findByTemplate(db(), request.templateId)).to.deep.equal(found);
      expect([await findRequest(db(), 'nowhere'), await findByTemplate(db(), 'nowhere')]).to.deep.equal([null, null]);
    });

    it('lists responses in the order of their acceptance, with their texts', async () => {
      await seedWaiting(db(), 'e', PEOPLE, { strategy: 'all' });
      await seedWaiting(db(), 'f', PEOPLE);
      const id = requestIdOf('e');
      await answer([aSubmission(id, 'grace', { payload: { isForm: true, values: { a: 'ü' }, note: '' } })], NOW + 1);
      await answer([aSubmission(id, 'ada')], NOW + 2);
      const responses = await responsesOf(db(), [id, requestIdOf('f')]);
      expect(responses.get(id)!.map(({ person, at }) => [person, at])).to.deep.equal([
        ['grace', NOW + 1],
        ['ada', NOW + 2],
      ]);
      expect(responses.get(id)![0]).to.deep.equal(await responseOf(db(), id, 'grace'));
      expect(responses.get(id)![0]).to.deep.include({
        payload: { isForm: true, values: { a: 'ü' }, note: '' },
        channel: 'email',
        verifiedBy: 'token',
      });
      expect(await responseOf(db(), id, 'linus')).to.equal(null);
      expect(responses.has(requestIdOf('f'))).to.equal(false);
    });

    it('knows the request, the assignee, the response and the token of each attempt', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const id = requestIdOf('e');
      const tokenHash = await seedToken(db(), id, 'ada', NOW);
      await answer([aSubmission(id, 'grace')]);
      const attempts = [
        aSubmission(id, 'ada', { tokenHash }),
        aSubmission(id, 'grace'),
        aSubmission(id, 'eve'),
        aSubmission('nowhere', 'ada', { tokenHash: 'unknown' }),
        aSubmission(id, 'ada', { tokenHash, channel: 'teams' }), // another channel's: as if there were none
      ];
      const known = await lookUp(db(), attempts, NOW);
      expect(known.map(({ request }) => request?.answeredCount)).to.deep.equal([1, 1, 1, undefined, 1]);
      expect(known.map(({ isAssignee }) => isAssignee)).to.deep.equal([true, true, false, false, true]);
      expect(known.map(({ respondedWith }) => respondedWith)).to.deep.equal([undefined, `${id}/grace`, ...Array(3)]);
      const token = { requestId: id, person: 'ada', isUsed: false, isExpired: true };
      expect(known.map((each) => each.token)).to.deep.equal([token, ...Array(4)]);
    });

    it('closes expired requests once, and returns them', async () => {
      for (const [n, id] of ['late', 'later', 'open', 'answered'].entries())
        await seedWaiting(db(), id, ['ada'], { expiresAt: id === 'open' ? NOW + 999 : NOW + 10 + n });
      await answer([aSubmission(requestIdOf('answered'), 'ada')]);
      const expired = await findExpired(db(), NOW + 50, 10);
      expect(expired).to.deep.equal(['late', 'later'].map(requestIdOf));
      expect(await findExpired(db(), NOW + 10, 10)).to.deep.equal([requestIdOf('late')]);
      expect(await findExpired(db(), NOW + 50, 1)).to.have.length(1);
      const all = [...expired, requestIdOf('answered'), 'nowhere'];
      const close = () => closeRequests(db(), all, 'timed_out', say('timedOut'), NOW + 60);
      expect((await close()).map(({ executionId }) => executionId).sort()).to.deep.equal(['late', 'later']);
      expect(await close()).to.deep.equal([]);
      expect(await findRequest(db(), requestIdOf('late'))).to.deep.include({
        ...{ status: 'timed_out', closedAt: NOW + 60, version: 2, outcome: say('timedOut') },
      });
      expect(await findRequest(db(), requestIdOf('answered'))).to.deep.include({
        ...{
          status: 'completed',
          outcome: say('answeredWith', { name: aPerson('ada').displayName }, [{ text: 'yes' }]),
        },
      });
      const outcomes = await outcomesOf(db(), [...all, requestIdOf('open')]);
      expect([...outcomes.keys()].sort()).to.deep.equal(['answered', 'late', 'later'].map(requestIdOf));
      expect(outcomes.get(requestIdOf('answered'))!.responses.map(({ person }) => person)).to.deep.equal(['ada']);
      expect(outcomes.get(requestIdOf('late'))).to.deep.equal({
        ...{ status: 'timed_out', assigneeCount: 1, outcome: say('timedOut'), outputVariable: null, responses: [] },
      });
      expect(await outcomesOf(db(), [])).to.deep.equal(new Map());
      expect(await openRequestsOf(db(), ['late', 'open', 'answered'])).to.deep.equal([requestIdOf('open')]);
    });

    it('knows the order of answers, whatever clocks say', async () => {
      const people = ['ada', 'grace', 'linus'];
      for (const id of ['batch', 'back']) await seedWaiting(db(), id, people, { strategy: 'all' });
      const [batch, back] = [requestIdOf('batch'), requestIdOf('back')];
      await answer(['linus', 'ada', 'grace'].map((person) => aSubmission(batch, person)));
      for (const [n, person] of ['grace', 'linus', 'ada'].entries())
        await answer([aSubmission(back, person)], NOW - n * 30_000);
      for (const [id, order] of [
        [batch, ['linus', 'ada', 'grace']],
        [back, ['grace', 'linus', 'ada']],
      ] as const) {
        const { responses } = (await outcomesOf(db(), [id])).get(id)!;
        expect(responses.map(({ person }) => person)).to.deep.equal(order);
        expect((await responsesOf(db(), [id])).get(id)!.map(({ person }) => person)).to.deep.equal(order);
        expect(await lastResponseOf(db(), id)).to.include({ person: order[2] });
      }
    });

    it('finds the second name of an answer wherever a body has it', async () => {
      await seedWaiting(db(), 'e', ['ada']);
      const id = requestIdOf('e');
      await answer([aSubmission(id, 'ada')]);
      const decoy = '"prompt":"\\"outputVariable\\":\\"no\\"}"';
      for (const [body, name] of [
        [`{${decoy},"outputVariable":"last"}`, 'last'],
        [`{"outputVariable":"first",${decoy}}`, 'first'],
        [`{${decoy},"outputVariable":null}`, null],
        [`{${decoy}}`, null],
      ] as const) {
        await db()('requests').where({ id }).update({ body });
        expect((await outcomesOf(db(), [id])).get(id), body).to.include({ outputVariable: name });
      }
    });

    it('consumes a token with an accepted answer, and keeps it with a refused one', async () => {
      for (const id of ['e', 'f']) await seedWaiting(db(), id, ['ada', 'grace'], { strategy: 'all' });
      const [first, second] = [
        await seedToken(db(), requestIdOf('e'), 'ada'),
        await seedToken(db(), requestIdOf('f'), 'ada'),
      ];
      const withToken = aSubmission(requestIdOf('e'), 'ada', { tokenHash: first });
      const refused = aSubmission(requestIdOf('f'), 'grace', { tokenHash: second });
      expect(words(await answer([withToken, refused], NOW + 7))).to.deep.equal(['waiting', 'not_assignee']);
      const used = () => db()('tokens').orderBy('hash').pluck('used_at');
      expect(await used()).to.deep.equal([NOW + 7, null]);
      const again = { ...withToken, id: 'again' };
      expect(words(await answer([withToken, again], NOW + 8))).to.deep.equal(['waiting', 'link_unusable']);
      expect(await used()).to.deep.equal([NOW + 7, null]);
    });

    it('leaves only an audit row for a late answer', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace']);
      const id = requestIdOf('e');
      const tokenHash = await seedToken(db(), id, 'grace', NOW + 5000);
      await answer([aSubmission(id, 'ada')]);
      const before = await contents();
      expect(words(await answer([aSubmission(id, 'grace', { tokenHash })], NOW + 3))).to.deep.equal(['request_closed']);
      const { audit: newer, ...after } = await contents();
      const { audit: older, ...others } = before;
      expect(after).to.deep.equal(others);
      expect(newer!.slice(older!.length)).to.have.length(1);
      expect(newer!.at(-1)).to.include({
        action: 'request.answer_refused',
        actor: 'grace',
        subject: id,
        at: NOW + 3,
        channel: 'email',
      });
      expect(JSON.stringify(newer)).not.to.include('yes');
    });

    it('leaves nothing for any other refusal', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const id = requestIdOf('e');
      await answer([aSubmission(id, 'ada')]);
      const before = await contents();
      const refused = [
        aSubmission(id, 'eve'),
        aSubmission('nowhere', 'ada'),
        aSubmission(id, 'ada', { id: 'second thoughts' }),
        aSubmission(id, 'grace', { tokenHash: 'unknown' }),
      ];
      expect(words(await answer(refused))).to.deep.equal([
        'not_assignee',
        'not_found',
        'already_responded',
        'link_unusable',
      ]);
      expect(words(await answer([aSubmission(id, 'ada')])), 'the same again').to.deep.equal(['waiting']);
      expect(await contents()).to.deep.equal(before);
    });

    async function contents(): Promise<Record<string, object[]>> {
      const tables = [
        'requests',
        'responses',
        'notifications',
        'tokens',
        'executions',
        'audit',
        'deliveries',
        'prompt_templates',
      ];
      return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await db()(table)])));
    }
  });
});
