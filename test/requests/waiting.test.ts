import { expect } from 'chai';
import type { RequestView } from '../../contract/requests.ts';
import {
  answered,
  asking,
  executionOf,
  expectProblem,
  HOUR_MS,
  MINUTE_MS,
  notificationOf,
  publish,
  respond,
  useStage,
} from '../scenarios/support.ts';

const THREE = { users: ['grace@sandbox.test'], groups: ['legal@sandbox.test'] };

describe('how a question waits (behaviour 1, 3.2, 4.2)', () => {
  const stage = useStage();
  const view = async (request: string) => (await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body;

  describe('under `any`', () => {
    it('resumes with the first answer, and nobody else is asked any more', async () => {
      const request = await stage.ask({ inputType: 'approval', prompt: 'Any?', assignees: THREE });
      await answered(stage.radia, request, 'approved');
      expect(await stage.result(request)).to.deep.include({
        value: 'approved',
        counts: { assignees: 3, responses: 1, values: { approved: 1 } },
      });
      expectProblem(await respond(stage.frances, request, 'rejected'), 409, 'request_closed');
      expect(await view(request)).to.deep.include({ status: 'completed', outcome: 'Radia Perlman answered: Approve' });
      const said = { id: 'answeredWith', values: { name: 'Radia Perlman' } };
      expect(await notificationOf(stage.product, stage.grace, request)).to.deep.include({
        outcomeSaid: { ...said, answer: [{ text: 'Approve', word: 'approved' }] },
      });
    });

    it('has one winner, however many answer at the same moment', async () => {
      const request = await stage.ask({ inputType: 'approval', prompt: 'Race?', assignees: THREE });
      const people = [stage.grace, stage.radia, stage.frances];
      const answers = await Promise.all(people.map((person) => respond(person, request, 'approved')));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
      expect(await stage.result(request)).to.deep.include({
        counts: { assignees: 3, responses: 1, values: { approved: 1 } },
      });
    });
  });

  describe('under `all`', () => {
    it('resumes with the last answer, and knows all of them', async () => {
      const request = await stage.ask({
        inputType: 'choice',
        prompt: 'All?',
        assignees: THREE,
        strategy: 'all',
        options: ['a', 'b'],
      });
      await answered(stage.grace, request, 'a');
      await answered(stage.radia, request, 'b');
      const waiting = await view(request);
      expect(waiting).to.deep.include({ status: 'waiting', counts: { assignees: 3, responses: 2 }, closedAt: null });
      const channels = Object.fromEntries(waiting.assignees.map(({ displayName, channel }) => [displayName, channel]));
      expect(channels).to.deep.equal({ 'Grace Hopper': 'web', 'Radia Perlman': 'web', 'Frances Allen': null });
      stage.advance(1000);
      await answered(stage.frances, request, 'a');
      const result = await stage.result(request);
      expect(result).to.deep.include({ value: 'a', counts: { assignees: 3, responses: 3, values: { a: 2, b: 1 } } });
      expect((result['respondedBy'] as { displayName: string }).displayName).to.equal('Frances Allen');
      expect(result['responses']).to.have.length(3);
    });

    it('resumes with the answer that came last, even if all come in one moment', async () => {
      for (const order of ['grace radia frances', 'frances grace radia', 'radia frances grace']) {
        const request = await stage.ask({
          inputType: 'choice',
          prompt: order,
          assignees: THREE,
          strategy: 'all',
          options: ['a', 'b'],
        });
        const people = order.split(' ') as ('grace' | 'radia' | 'frances')[];
        for (const [n, person] of people.entries()) await answered(stage[person], request, n === 2 ? 'b' : 'a');
        const { value, respondedBy } = await stage.result(request);
        const { displayName } = respondedBy as { displayName: string };
        expect(value, order).to.equal('b');
        expect((await view(request)).outcome).to.equal(`All 3 people answered, last ${displayName}: b`);
        expect(displayName.toLowerCase(), order).to.match(new RegExp(`^${people[2]} `));
      }
    });

    it('counts everybody once when all answer at the same moment, twice over', async () => {
      const request = await stage.ask({ inputType: 'approval', prompt: 'Storm?', assignees: THREE, strategy: 'all' });
      const people = [stage.grace, stage.radia, stage.frances];
      const answers = await Promise.all([...people, ...people].map((person) => respond(person, request, 'approved')));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409, 409, 409]);
      expect(await stage.result(request)).to.deep.include({
        counts: { assignees: 3, responses: 3, values: { approved: 3 } },
      });
    });

    it('times out if one is missing; given answers are kept', async () => {
      const request = await stage.ask({
        inputType: 'text',
        prompt: 'Late?',
        assignees: THREE,
        strategy: 'all',
        timeout: 'PT1H',
      });
      await answered(stage.grace, request, 'Here');
      stage.advance(HOUR_MS);
      const outcome = 'Not everybody answered in time: 1 of 3 did.';
      expect(await view(request), 'before any loop').to.include({ status: 'timed_out', outcome });
      await stage.tick();
      expect(await view(request), 'after the loop').to.include({ status: 'timed_out', outcome });
      const execution = await stage.product.reached(stage.ada, executionOf(request), 'failed');
      const error = { code: 'human_input_timeout', message: 'The question was not answered in time.', nodeId: 'ask' };
      expect(execution.error).to.deep.include(error);
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        status: 'completed',
        response: 'Here',
        outcome,
      });
      expect(await notificationOf(stage.product, stage.radia, request)).to.include({
        status: 'expired',
        closedReason: 'timed_out',
        outcome,
      });
    });
  });

  describe('when its deadline passes', () => {
    it('is over for all who look at it, from its deadline on', async () => {
      const request = await stage.ask({ inputType: 'text', prompt: 'Over?', assignees: THREE, timeout: 'PT1H' });
      stage.advance(HOUR_MS - 1);
      expect(await view(request)).to.include({ status: 'waiting', outcome: null });
      stage.advance(1);
      const late = { status: 'timed_out', outcome: 'Nobody answered in time.' };
      expect(await view(request), 'before any loop').to.include(late);
      await stage.tick();
      expect(await view(request), 'after the loop').to.include(late);
    });

    const timing = (id: string, on: ('timeout' | 'error')[]) =>
      asking({ id, on, human: { inputType: 'text', prompt: 'In time?', assignees: THREE, timeout: 15 * MINUTE_MS } });

    const EDGES: [('timeout' | 'error')[], string, string][] = [
      [['timeout', 'error'], 'completed', 'end_timeout'],
      [['timeout'], 'completed', 'end_timeout'],
      [['error'], 'completed', 'end_error'],
      [[], 'failed', 'ask'],
    ];
    for (const [on, status, last] of EDGES)
      it(`with ${on.length > 0 ? `edges on ${on.join(' and ')}` : 'no edge for it'} the execution is ${status}`, async () => {
        const id = await stage.product.run(
          stage.ada,
          await publish(stage.ada, timing(`timing-${on.join('-') || 'none'}`, on)),
        );
        await stage.product.reached(stage.ada, id, 'waiting');
        await stage.after(15 * MINUTE_MS - 1);
        expect((await stage.product.execution(stage.ada, id)).status).to.equal('waiting');
        await stage.after(1000);
        const execution = await stage.product.reached(stage.ada, id, 'completed', 'failed');
        expect(execution.status).to.equal(status);
        expect(execution.timeline.at(-1)).to.include({ nodeId: last });
        const asked = execution.timeline.filter(({ nodeId }) => nodeId === 'ask');
        expect(asked.map(({ status, error }) => [status, error!.code])).to.deep.equal([
          ['failed', 'human_input_timeout'],
        ]);
        expect(execution.error?.code).to.equal(status === 'failed' ? 'human_input_timeout' : undefined);
        expect(await view(`${id}-ask`)).to.include({ status: 'timed_out', outcome: 'Nobody answered in time.' });
      });

    it('is a day if the flow does not say', async () => {
      const request = await stage.ask({ inputType: 'text', prompt: 'When?', assignees: THREE });
      expect((await view(request)).expiresAt).to.equal(new Date(stage.now() + 24 * HOUR_MS).toISOString());
    });

    it('needs no timer: one loop finds a hundred of them at once', async () => {
      const flowId = await publish(stage.ada, timing('hundred', []));
      const ids = await Promise.all(Array.from({ length: 100 }, () => stage.product.run(stage.ada, flowId)));
      for (const id of ids) await stage.product.reached(stage.ada, id, 'waiting');
      await stage.after(15 * MINUTE_MS);
      for (const id of ids) await stage.product.reached(stage.ada, id, 'failed');
    });
  });
});
