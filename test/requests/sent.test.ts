// cspell:ignore Erinnerung
import { expect } from 'chai';
import fc from 'fast-check';
import type { ExecutionView } from '../../contract/executions.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { SentPage, UnansweredPage } from '../../contract/sent.ts';
import { speechIn } from '../../contract/speech.ts';
import {
  answered,
  asking,
  executionOf,
  expectProblem,
  HOUR_MS,
  notificationOf,
  publish,
  respond,
  useStage,
} from '../scenarios/support.ts';

const TWO = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };
interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
}

const QUESTION = { inputType: 'approval', prompt: 'Ready?', assignees: TWO, channels: ['email'] };

describe("a person's own questions", () => {
  const stage = useStage();
  const sent = async (who = stage.ada, query = '') =>
    (await who.call<SentPage>('GET', `/user/requests?limit=50${query}`)).body.items;
  const nudge = (id: string, who = stage.ada) => who.call('POST', `/requests/${id}/nudge`);
  const withdraw = (id: string, who = stage.ada, reason: unknown = 'Done by phone') =>
    who.call('POST', `/requests/${id}/withdraw`, { reason });
  const mailsTo = async (address: string, subject: RegExp) => {
    const mails = (await (await fetch(`${stage.product.sandbox.mail.url}/email`)).json()) as Mail[];
    return mails.filter(({ to, subject: own }) => to.some((each) => each.address === address) && subject.test(own));
  };

  it('are listed due first, with whom they wait for, for nobody else, page by page', async () => {
    const late = await stage.ask({ ...QUESTION, strategy: 'all', timeout: 'PT9H' });
    const soon = await stage.ask({ ...QUESTION, timeout: 'PT2H' });
    await answered(stage.grace, late, 'approved');
    const [first, second] = await sent();
    expect([first!.id, second!.id]).to.deep.equal([soon, late]);
    expect(first!.waitsFor.map(({ displayName }) => displayName)).to.have.members(['Grace Hopper', 'Alan Turing']);
    expect(second).to.deep.include({ waitsForCount: 1, progress: { answered: 1, of: 2 }, status: 'waiting' });
    expect(second!.waitsFor.map(({ displayName }) => displayName)).to.deep.equal(['Alan Turing']);
    expect(await sent(stage.grace)).to.deep.equal([]);
    const page = (await stage.ada.call<SentPage>('GET', '/user/requests?limit=1')).body;
    const next = await stage.ada.call<SentPage>('GET', `/user/requests?limit=1&cursor=${page.nextCursor}`);
    expect(next.body.items.map(({ id }) => id)).to.deep.equal([late]);
    expectProblem(
      await stage.ada.call('GET', `/user/requests?status=closed&cursor=${page.nextCursor}`),
      422,
      'validation_failed',
    );
  });

  it('send a reminder once an hour, to those who have not answered', async () => {
    const id = await stage.ask({ ...QUESTION, strategy: 'all', timeout: 'PT9H' });
    await stage.tick();
    await answered(stage.grace, id, 'approved');
    expect((await nudge(id)).status).to.equal(204);
    const again = await nudge(id);
    expectProblem(again, 429, 'rate_limited');
    expect(Number(again.headers.get('retry-after'))).to.equal(3600);
    await stage.tick();
    await stage.tick();
    const reminder = /Reminder/;
    expect(await mailsTo('alan@sandbox.test', reminder)).to.have.length(1);
    expect(await mailsTo('grace@sandbox.test', reminder)).to.have.length(0);
    expect((await sent()).find((each) => each.id === id)!.nudgedAt).to.equal(new Date(stage.now()).toISOString());
    const rows = await stage.services.ground.reader('audit').where({ subject: id, action: 'request.nudged' });
    expect(rows).to.have.length(1);
    stage.advance(HOUR_MS);
    expect((await nudge(id)).status).to.equal(204);
    await answered(stage.alan, id, 'approved');
    await stage.tick();
    await stage.tick();
    expect(await mailsTo('alan@sandbox.test', reminder), 'who has answered meanwhile').to.have.length(1);
    expectProblem(await nudge(id), 409, 'request_closed');
  });

  it('tell whom no message has reached, until a reminder does', async () => {
    stage.product.sandbox.mail.refuseNext(1, 550);
    const id = await stage.ask({ ...QUESTION, assignees: { users: ['grace@sandbox.test'] } });
    const unreached = async () => {
      const { body } = await stage.ada.call<ExecutionView>('GET', `/executions/${executionOf(id)}`);
      const listed = await stage.ada.call<UnansweredPage>('GET', `/requests/${id}/unanswered?unreached=true`);
      const own = (await sent()).find((each) => each.id === id)!;
      const lists = [own.unreached.people, body.waitingFor[0]!.unreached.people, listed.body.items];
      return lists.map((people) => people.map(({ displayName }) => displayName));
    };
    expect(await unreached(), 'before anything was sent').to.deep.equal([[], [], []]);
    await stage.tick();
    expect(await unreached()).to.deep.equal([['Grace Hopper'], ['Grace Hopper'], ['Grace Hopper']]);
    expect((await nudge(id)).status).to.equal(204);
    await stage.tick();
    await stage.tick();
    expect(await unreached(), 'with the reminder').to.deep.equal([[], [], []]);
    expectProblem(await stage.ada.call('GET', `/requests/${id}/unanswered?unreached=maybe`), 422, 'validation_failed');
  });

  it('remind people of the deadline in their language and time zone', async () => {
    await stage.radia.call('POST', '/me/profile', { language: 'de', timeZone: 'Asia/Tokyo' });
    const id = await stage.ask({ ...QUESTION, assignees: { users: ['radia@sandbox.test'] } });
    expect((await nudge(id)).status).to.equal(204);
    await stage.tick();
    await stage.tick();
    const [mail] = await mailsTo('radia.perlman@sandbox.test', /Erinnerung/);
    const { expiresAt } = await notificationOf(stage.product, stage.radia, id);
    expect(mail!.text).to.include(speechIn('Asia/Tokyo', 'de').instant(expiresAt));
  });

  it('remind people outside the directory of the link in their mail, and lead them nowhere else', async () => {
    const outside = { assignees: { users: ['customer@example.com'] }, allowExternalEmail: true };
    const id = await stage.ask({ ...QUESTION, ...outside });
    expect((await nudge(id)).status).to.equal(204);
    await stage.tick();
    await stage.tick();
    const [mail] = await mailsTo('customer@example.com', /Reminder/);
    expect(mail!.text).to.include('use the link in the mail with the question').and.not.include('/#/');
  });

  it('send one reminder, however often it is requested at the same moment', async () => {
    const id = await stage.ask({ ...QUESTION, timeout: 'PT9H' });
    const results = await Promise.all(Array.from({ length: 6 }, () => nudge(id)));
    expect(results.map(({ status }) => status).sort()).to.deep.equal([204, 429, 429, 429, 429, 429]);
  });

  it('are withdrawn with a reason that everybody can read, and the flow takes its error edge', async () => {
    const flow = asking({ id: 'withdrawn', human: { ...QUESTION, channels: [] }, on: ['error'] });
    const execution = await stage.product.run(stage.ada, await publish(stage.ada, flow));
    await stage.product.reached(stage.ada, execution, 'waiting');
    const id = `${execution}-ask`;
    for (const reason of ['', '  ', '\u200b', 'x'.repeat(501), 5, undefined])
      expectProblem(await stage.ada.call('POST', `/requests/${id}/withdraw`, { reason }), 422, 'validation_failed');
    for (const other of [stage.grace, stage.tim]) expectProblem(await withdraw(id, other), 404, 'not_found');
    expect((await withdraw(id)).status).to.equal(204);
    expectProblem(await withdraw(id), 409, 'request_closed');
    expectProblem(await respond(stage.grace, id, 'approved'), 409, 'request_closed');
    const seen = await notificationOf(stage.product, stage.grace, id);
    expect(seen).to.include({ status: 'expired', closedReason: 'cancelled' });
    expect(seen.outcome).to.include('Done by phone');
    await stage.product.reached(stage.ada, execution, 'completed');
    expect((await sent(stage.ada, '&status=closed')).map((each) => each.id)).to.include(id);
    const [row] = await stage.services.ground.reader('audit').where({ subject: id, action: 'request.withdrawn' });
    expect(row.detail).to.include('session');
  });

  it('have timed out from their deadline on, whoever withdraws or cancels them before the loop has run', async () => {
    const ask = () => stage.ask({ ...QUESTION, channels: [], timeout: 'PT1H' });
    const [withdrawn, cancelled] = [await ask(), await ask()];
    const seen = async () => {
      const { body } = await stage.grace.call<UserNotification[]>('GET', '/user/notifications?limit=2');
      return body.map(({ id, status, closedReason, outcome }) => ({ id, status, closedReason, outcome }));
    };
    stage.advance(HOUR_MS);
    const before = await seen();
    expect(before.map(({ closedReason }) => closedReason)).to.deep.equal(['timed_out', 'timed_out']);
    expectProblem(await withdraw(withdrawn), 409, 'request_closed');
    expect((await stage.ada.call('POST', `/executions/${executionOf(cancelled)}/cancel`)).status).to.be.below(300);
    expect(await seen(), 'as everybody was told').to.deep.equal(before);
    await stage.tick();
    expect(await seen()).to.deep.equal(before);
    const execution = await stage.product.reached(stage.ada, executionOf(withdrawn), 'failed');
    expect(execution.error).to.include({ code: 'human_input_timeout' });
    await stage.product.reached(stage.ada, executionOf(cancelled), 'cancelled');
  });

  it('end in exactly one way, whatever comes at the same moment', async () => {
    const ACTIONS = ['answer', 'withdraw', 'timeOut'] as const;
    const order = fc.shuffledSubarray([...ACTIONS, ...ACTIONS], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(order, async (actions) => {
        const id = await stage.ask({ ...QUESTION, channels: [], timeout: 'PT1H' });
        const execution = executionOf(id);
        const due = stage.now() + HOUR_MS;
        const results = await Promise.all(
          actions.map(async (action) => {
            if (action === 'answer') return (await respond(stage.grace, id, 'approved')).status;
            if (action === 'withdraw') return (await withdraw(id)).status;
            await stage.services.background.loops.tick(due);
            return null;
          }),
        );
        await stage.services.work.engine.settled();
        await stage.services.background.loops.tick(due);
        stage.advance(2 * HOUR_MS); // a loop that has ticked at this time would not be due when the next question is
        const { status } = await stage.services.ground.reader('requests').where({ id }).first('status');
        expect(results.filter((each) => each === 200 || each === 204).length, 'accepted').to.be.most(
          status === 'timed_out' ? 0 : 6,
        );
        if (status === 'completed') expect(results).to.include(200).and.not.include(204);
        if (status === 'cancelled') expect(results).to.include(204).and.not.include(200);
        if (status === 'timed_out') expect(actions).to.include('timeOut');
        expect(status, 'closed').to.be.oneOf(['completed', 'cancelled', 'timed_out']);
        const ended = status === 'completed' ? 'completed' : 'failed';
        await stage.product.reached(stage.ada, execution, ended);
        const steps = await stage.services.ground
          .reader('execution_steps')
          .where({ execution_id: execution, node_id: 'ask' });
        expect(steps, 'enters its flow once').to.have.length(1);
      }),
      { numRuns: 12 },
    );
  });
});
