import { expect } from 'chai';
import {
  answered,
  executionOf,
  expectProblem,
  HOUR_MS,
  notificationOf,
  respond,
  useStage,
} from '../scenarios/support.ts';

const TWO = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };

describe('late, duplicate, foreign and repeated answers (behaviour 3.2, 4.2, 7)', () => {
  const stage = useStage();
  const text = (more: Record<string, unknown> = {}) =>
    stage.ask({ inputType: 'text', prompt: 'Why?', assignees: TWO, ...more });

  describe('are refused with a separate code', () => {
    it('from a stranger, whatever they send', async () => {
      const request = await text();
      expectProblem(await respond(stage.tim, request, 'Me too'), 403, 'not_assignee');
      expectProblem(await respond(stage.ada, request, 'As administrator'), 403, 'not_assignee');
      expectProblem(await respond(stage.tim, request, { values: { wrong: 1 } }), 403, 'not_assignee');
    });

    it('to an unknown question', async () => {
      const request = await text();
      expectProblem(await respond(stage.grace, `${executionOf(request)}-nothing`, 'x'), 404, 'not_found');
      expectProblem(await respond(stage.grace, 'nonsense', 'x'), 404, 'not_found');
    });

    it('with wrong fields, each with the failed check, for clients in other languages', async () => {
      const request = await stage.ask({
        inputType: 'form',
        prompt: 'Who, and what?',
        assignees: TWO,
        variables: [
          { name: 'owner', type: 'user' },
          { name: 'teams', type: 'multigroup' },
          { name: 'item', type: 'select', options: [{ value: 'a' }, { value: 'b' }] },
          { name: 'code', type: 'text', validation: { regex: 'INC-\\d+', message: 'Like INC-1, please.' } },
        ],
      });
      const wrong = { item: 'z', code: 'x' };
      const typed = expectProblem(await respond(stage.grace, request, { values: wrong }), 422, 'validation_failed');
      expect(typed.fields).to.include({ code: 'Like INC-1, please.' });
      expect(typed.checks).to.deep.equal({
        item: { id: 'optionUnknown', values: {} },
        code: { id: 'pattern', values: {}, words: 'Like INC-1, please.' },
      });
      const unknown = { owner: 'nobody@sandbox.test', teams: ['Finance', 'No such team', 'Nor this'] };
      const looked = expectProblem(await respond(stage.grace, request, { values: unknown }), 422, 'validation_failed');
      expect(looked.fields).to.include({ owner: '“nobody@sandbox.test” was not found in the directory.' });
      expect(looked.checks).to.deep.equal({
        owner: { id: 'personUnknown', values: { names: 'nobody@sandbox.test' } },
        teams: { id: 'groupUnknown', values: { names: 'No such team, Nor this' } },
      });
      const all = expectProblem(
        await respond(stage.grace, request, { values: { ...wrong, owner: 'nobody@sandbox.test', teams: ['Finance'] } }),
        422,
        'validation_failed',
      );
      expect(Object.keys(all.checks!), 'all in one round').to.have.members(['item', 'code', 'owner']);
      await answered(stage.grace, request, { values: { item: 'a' } });
    });

    it('with too few people because one was named twice; enough of them are stored once each', async () => {
      const variables = [{ name: 'team', type: 'multiuser', validation: { min: 2 } }];
      const request = await stage.ask({ inputType: 'form', prompt: 'Who?', assignees: TWO, variables });
      const { id } = (await stage.tim.call<{ id: string }>('GET', '/me')).body;
      const given = (...team: string[]) => respond(stage.grace, request, { values: { team } });
      const { checks } = expectProblem(await given('tim@sandbox.test', id), 422, 'validation_failed');
      expect(checks).to.deep.equal({ team: { id: 'atLeastPeople', values: { count: 2 } } });
      expect((await given('tim@sandbox.test', 'ada@sandbox.test', id)).status).to.equal(200);
      const { context } = await stage.product.reached(stage.ada, executionOf(request), 'completed');
      const { team } = (context!['ask'] as { values: { team: { displayName: string }[] } }).values;
      expect(team.map(({ displayName }) => displayName)).to.deep.equal(['Tim Berners-Lee', 'Ada Lovelace']);
    });

    it('a second time, with what was recorded the first time', async () => {
      const request = await text({ strategy: 'all' });
      await answered(stage.grace, request, 'First');
      const { recorded } = expectProblem(await respond(stage.grace, request, 'Second'), 409, 'already_responded');
      expect(recorded).to.deep.equal({
        value: 'First',
        note: 'Submitted in the web client',
        channel: 'web',
        respondedAt: new Date(stage.now()).toISOString(),
      });
      await answered(stage.alan, request, 'Other');
      expectProblem(await respond(stage.grace, request, 'Third'), 409, 'already_responded');
    });

    it('after somebody else has answered, and leave an audit row', async () => {
      const request = await text();
      await answered(stage.grace, request, 'First');
      expectProblem(await respond(stage.alan, request, 'Late'), 409, 'request_closed');
      const { reader } = stage.services.ground;
      const rows = await reader('audit').where({ subject: request, action: 'request.answer_refused' });
      expect(rows.map(({ actor, channel, detail }) => [actor, channel, detail])).to.deep.equal([
        ['10000000-0000-4000-8000-000000000003', 'web', '{"verifiedBy":"session"}'],
      ]);
      expect(await reader('responses').where({ request_id: request })).to.have.length(1);
    });

    it('after the deadline, before and after the loop has run', async () => {
      const request = await text({ timeout: 'PT1H' });
      stage.advance(HOUR_MS);
      expectProblem(await respond(stage.grace, request, 'Late'), 409, 'request_closed');
      await stage.services.background.loops.tick(stage.now());
      expectProblem(await respond(stage.grace, request, 'Later'), 409, 'request_closed');
      await stage.product.reached(stage.ada, executionOf(request), 'failed');
    });

    it('after the execution was cancelled', async () => {
      const request = await text();
      await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`);
      expectProblem(await respond(stage.grace, request, 'Late'), 409, 'request_closed');
    });
  });

  describe('sent again with the same submission id', () => {
    it('get the stored receipt, even if the request is closed and the values differ', async () => {
      const request = await text({ strategy: 'all' });
      const key = { 'idempotency-key': 'one-press' };
      const first = await respond(stage.grace, request, 'First', key);
      expect(first.body).to.deep.equal({ requestId: request, status: 'waiting' });
      expect((await respond(stage.grace, request, 'First', key)).body).to.deep.equal(first.body);
      expectProblem(
        await respond(stage.grace, request, 'First', { 'idempotency-key': 'another' }),
        409,
        'already_responded',
      );
      await answered(stage.alan, request, 'Done');
      const after = await respond(stage.grace, request, 'Something else', key);
      expect([after.status, after.body.status]).to.deep.equal([200, 'completed']);
      expect((await notificationOf(stage.product, stage.grace, request)).response).to.equal('First');
    });

    it('say how the request has ended since, if not with an answer', async () => {
      const key = { 'idempotency-key': 'one-press' };
      const [late, ended] = [await text({ strategy: 'all', timeout: 'PT1H' }), await text({ strategy: 'all' })];
      for (const request of [late, ended]) await respond(stage.grace, request, 'First', key);
      await stage.after(HOUR_MS);
      await stage.ada.call('POST', `/executions/${executionOf(ended)}/cancel`);
      const again = async (request: string) => {
        const { status, body } = await respond(stage.grace, request, 'First', key);
        return [status, body.status];
      };
      expect(await again(late)).to.deep.equal([200, 'timed_out']);
      expect(await again(ended)).to.deep.equal([200, 'cancelled']);
    });

    it("are one person's attempt: the same id from somebody else is another", async () => {
      const request = await text({ strategy: 'all' });
      const key = { 'idempotency-key': 'shared' };
      expect((await respond(stage.grace, request, 'A', key)).status).to.equal(200);
      expect((await respond(stage.alan, request, 'B', key)).body.status).to.equal('completed');
      const { responses } = (await stage.result(request)) as { responses: { value: string }[] };
      expect(responses.map(({ value }) => value).sort()).to.deep.equal(['A', 'B']);
    });

    it('work in the body of human-response, and across both routes', async () => {
      const request = await text();
      const body = { executionId: executionOf(request), nodeId: 'ask', value: 'Once', submissionId: 'tap' };
      for (let n = 0; n < 3; n++)
        expect((await stage.grace.call('POST', '/flow/human-response', body)).status).to.equal(200);
      expect((await respond(stage.grace, request, 'Once', { 'idempotency-key': 'tap' })).status).to.equal(200);
      expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.have.length(1);
    });

    it('are accepted once, however many arrive at the same moment', async () => {
      const request = await text();
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          respond(stage.grace, request, `Answer ${n}`, { 'idempotency-key': 'storm' }),
        ),
      );
      expect(all.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      const others = await Promise.all(Array.from({ length: 10 }, () => respond(stage.alan, request, 'Me')));
      expect(others.map(({ body }) => body.code)).to.deep.equal(Array(10).fill('request_closed'));
      expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.have.length(1);
    });
  });
});
