import { expect } from 'chai';
import type { Sending } from '../../contract/sendings.ts';
import { answered, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { eventually } from '../support/product.ts';
import { forEachDatabase } from '../support/databases.ts';
import {
  act,
  ALAN,
  assign,
  assignOne,
  done,
  GRACE,
  group,
  listed,
  makeChat,
  newestOf,
  quiz,
  TIM,
  toldTo,
  user,
} from './support.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

forEachDatabase((database, openUrl) =>
  describe(`assignments on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl, config: { key: '5'.repeat(64) } });
    before(() => publish(stage.ada, quiz('quiz')));
    const inMs = (ms: number) => new Date(stage.now() + ms).toISOString();

    it('go to people and to everybody in groups, each once', async () => {
      const chat = await makeChat(stage.tim);
      const { sending, people } = await assign(stage.tim, chat, { principals: [group('Finance'), user(GRACE)] });
      const own = await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}`);
      expect(people).to.equal(own.length).and.to.be.above(1);
      expect(sending).to.include({ total: people });
      expect(sending.progress.pending).to.equal(people);
      const graces = own.filter(({ assignee }) => assignee.email === GRACE);
      expect(graces).to.have.length(1);
      expect(graces[0]!.group).to.equal(null);
      expect(own.filter(({ group: via }) => via?.displayName === 'Finance').length).to.be.above(0);
      expect(await toldTo(stage.grace)).to.include('inbound assigned');
    });

    it('are sent once per key, however often and fast', async () => {
      const chat = await makeChat(stage.tim);
      const body = { chatId: chat.id, principals: [user(GRACE)], criterion: 'manual' };
      const send = (more = {}) =>
        stage.tim.call<{ sending: { id: string } }>(
          'POST',
          '/assignments',
          { ...body, ...more },
          { 'idempotency-key': 'once' },
        );
      const sent = await Promise.all(Array.from({ length: 5 }, () => send()));
      expect(new Set(sent.map(({ body: { sending } }) => sending.id))).to.have.length(1);
      expect(await stage.services.ground.reader('assignments').where({ chat_id: chat.id })).to.have.length(1);
      expectProblem(await send({ criterion: 'chat_engaged' }), 422, 'validation_failed');
    });

    it('are started and marked complete, and their sender is told', async () => {
      const { id } = await assignOne(stage.tim, stage.grace);
      expect(await newestOf(stage.grace)).to.deep.include({
        status: 'pending',
        actions: ['start', 'complete'],
        logId: null,
      });
      const started = await done(stage.grace, id, 'start');
      expect(started).to.deep.include({ status: 'in_progress', attempt: 1, actions: ['resume', 'complete'] });
      expect((await done(stage.grace, id, 'resume')).logId).to.equal(started.logId);
      const completed = await done(stage.grace, id, 'complete');
      expect(completed).to.deep.include({ status: 'completed', actions: [], senderActions: [] });
      expect((await toldTo(stage.tim))[0]).to.equal('outbound completed');
      expectProblem(await act(stage.grace, id, 'start'), 409, 'invalid_transition');
    });

    it('give their assignee the chat while they are open, and their log forever', async () => {
      const chat = await makeChat(stage.tim, { users: [ALAN] });
      expect((await stage.grace.call('GET', `/chats/${chat.id}`)).status).to.equal(404);
      await assign(stage.tim, chat);
      const { id } = await newestOf(stage.grace);
      expect((await stage.grace.call('GET', `/chats/${chat.id}`)).status).to.equal(200);
      expect((await stage.radia.call('GET', `/chats/${chat.id}`)).status).to.equal(404);
      const { logId } = await done(stage.grace, id, 'start');
      const write = () => stage.grace.call('POST', `/logs/${logId}/messages`, { content: 'Hello' });
      expect((await write()).status).to.equal(201);
      expect((await stage.alan.call('GET', `/logs/${logId}`)).status).to.equal(404);
      await done(stage.grace, id, 'complete');
      expect((await stage.grace.call('GET', `/chats/${chat.id}`)).status).to.equal(404);
      expect((await stage.grace.call<{ mayWrite: boolean }>('GET', `/logs/${logId}`)).body.mayWrite).to.equal(false);
      expectProblem(await write(), 403, 'forbidden');
      const { items } = (await stage.grace.call<{ items: { content: string }[] }>('GET', `/logs/${logId}/messages`))
        .body;
      expect(items.map(({ content }) => content)).to.deep.equal(['Hello']);
      expect(
        (await stage.tim.call<{ users: string[] }>('GET', `/chats/${chat.id}`)).body.users,
        'the access list',
      ).to.deep.equal([ALAN]);
    });

    it('may fail once and then pass, each attempt in its own log', async () => {
      const terms = { criterion: 'flow_passed' as const, retryBudget: 1 };
      const { id } = await assignOne(stage.tim, stage.grace, terms, { flowId: 'quiz' });
      const answer = async (logId: string, value: string) => {
        const { items } = await askedIn(logId);
        await answered(stage.grace, items[0]!.id, value);
        await stage.product.reached(stage.grace, items[0]!.executionId, 'completed');
      };
      const askedIn = async (logId: string) => ({
        items: await eventually(async () => {
          const { body } = await stage.grace.call<{ id: string; executionId: string; status: string }[]>(
            'GET',
            `/user/notifications?logId=${logId}`,
          );
          return body.length > 0 ? body : undefined;
        }),
      });
      const first = await done(stage.grace, id, 'start');
      await answer(first.logId!, '41');
      expect(await newestOf(stage.grace)).to.deep.include({
        status: 'in_progress',
        hasAttemptFailed: true,
        passed: false,
        outcome: { score: 0, of: 1 },
        retriesLeft: 1,
        actions: ['retry'],
      });
      const second = await done(stage.grace, id, 'retry');
      expect(second).to.deep.include({ attempt: 2, retriesLeft: 0, passed: null, outcome: null });
      expect(second.logId).to.not.equal(first.logId);
      await answer(second.logId!, '42');
      expect(await newestOf(stage.grace)).to.deep.include({
        status: 'completed',
        passed: true,
        outcome: { score: 1, of: 1 },
      });
      const { items } = (await stage.grace.call<{ items: { id: string }[] }>('GET', '/logs')).body;
      expect(items.map(({ id: log }) => log)).to.include.members([first.logId, second.logId]);
    });

    it('fail when no attempt is left', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { criterion: 'flow_passed' }, { flowId: 'quiz' });
      const { logId } = await done(stage.grace, id, 'start');
      const { executionId } = await eventually(async () => {
        const { body } = await stage.grace.call<{ executionId: string }[]>('GET', `/user/notifications?logId=${logId}`);
        return body[0];
      });
      await stage.grace.call('POST', `/executions/${executionId}/cancel`);
      expect(await newestOf(stage.grace)).to.deep.include({ status: 'failed', actions: [] });
      expect((await toldTo(stage.tim))[0]).to.equal('outbound failed');
    });

    /** Starts an assignment of a chat with or without a flow. */
    async function started(criterion: 'chat_visited' | 'chat_engaged' | 'flow_started', flowId: string | null) {
      const { id } = await assignOne(stage.tim, stage.grace, { criterion }, { flowId });
      return done(stage.grace, id, 'start');
    }

    it('are completed by chat_visited', async () => {
      expect((await started('chat_visited', null)).status).to.equal('completed');
    });

    it('are completed by chat_engaged', async () => {
      const { logId, status } = await started('chat_engaged', null);
      expect(status).to.equal('in_progress');
      await stage.grace.call('POST', `/logs/${logId}/messages`, { content: 'Hi' });
      expect((await newestOf(stage.grace)).status).to.equal('completed');
    });

    it('are completed by flow_started', async () => {
      expect((await started('flow_started', 'quiz')).status).to.equal('completed');
    });

    it('are delegated along a chain, and never back', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { allowDelegation: true });
      const handed = await done(stage.grace, id, 'delegate', { to: ALAN, reason: 'Alan knows' });
      expect(handed).to.deep.include({ status: 'delegated', reason: 'Alan knows', actions: [] });
      const next = await newestOf(stage.alan);
      expect(next).to.deep.include({ status: 'pending', predecessorId: id });
      expect(handed.successor!.id).to.equal(next.id);
      for (const to of [GRACE, ALAN])
        expectProblem(await act(stage.alan, next.id, 'delegate', { to }), 422, 'validation_failed');
      expectProblem(
        await act(stage.alan, next.id, 'delegate', { to: 'nobody@nowhere.test' }),
        422,
        'validation_failed',
      );
      await done(stage.alan, next.id, 'delegate', { to: TIM });
      expect((await newestOf(stage.tim)).predecessorId).to.equal(next.id);
      expect(await toldTo(stage.tim)).to.include('outbound delegated');
      expect(await toldTo(stage.grace)).to.include('inbound delegated');
    });

    it('are declined with a reason, if that is allowed', async () => {
      const { id: fixed } = await assignOne(stage.tim, stage.grace);
      expectProblem(await act(stage.grace, fixed, 'decline', {}), 409, 'invalid_transition');
      const { id } = await assignOne(stage.tim, stage.grace, { allowRejection: true });
      await done(stage.grace, id, 'decline', { reason: 'Not mine' });
      const [declined] = await listed(stage.tim, '?direction=outbound');
      expect(declined).to.include({ status: 'rejected', reason: 'Not mine' });
      expect((await toldTo(stage.tim))[0]).to.equal('outbound rejected');
    });

    it('are reminded of, cancelled and reassigned by their sender', async () => {
      const { id } = await assignOne(stage.tim, stage.grace);
      await done(stage.tim, id, 'remind');
      expectProblem(await act(stage.tim, id, 'remind'), 429, 'rate_limited');
      expectProblem(await act(stage.grace, id, 'cancel', {}), 403, 'forbidden');
      await done(stage.tim, id, 'reassign', { to: ALAN });
      expect(await newestOf(stage.grace)).to.include({ status: 'cancelled', cancelledBy: 'reassigned' });
      const { id: next } = await newestOf(stage.alan);
      await done(stage.ada, next, 'cancel', { reason: 'Not needed' });
      expect(await newestOf(stage.alan)).to.include({
        status: 'cancelled',
        cancelledBy: 'revoked',
        reason: 'Not needed',
      });
    });

    it('are in the audit with whoever reminds of them or gives them to new members, administrators too', async () => {
      const auditOf = async (subject: string) =>
        (await stage.services.ground.reader('audit').where({ subject }).orderBy('seq')).map(
          ({ action, actor, detail }) => ({ action, actor, ...JSON.parse(detail) }),
        );
      const chat = await makeChat(stage.tim);
      const { sending, people } = await assign(stage.tim, chat, { principals: [group('Legal')] });
      const { reader, units } = stage.services.ground;
      const [gone, left] = await reader('assignments').where({ sending_id: sending.id }).orderBy('id');
      await units.run(async ({ trx }) => {
        await trx('assignment_notices').where({ assignment_id: gone.id }).delete();
        await trx('assignments').where({ id: gone.id }).delete(); // as if they had not been signed in
      });
      const ada = (await stage.ada.call('GET', '/me')).body['id'];
      await done(stage.ada, left.id, 'remind');
      expect(await auditOf(left.id)).to.deep.equal([
        { action: 'assignment.reminded', actor: ada, verifiedBy: 'session' },
      ]);
      for (let times = 0; times < 2; times++) await stage.ada.call('POST', `/sendings/${sending.id}/new-members`);
      const rows = await auditOf(sending.id);
      expect(rows.map(({ people: count }) => count)).to.deep.equal([people, 1]);
      expect(rows[1]).to.include({ action: 'chat.assigned', actor: ada, chat: chat.id, verifiedBy: 'session' });
    });

    it('can be reminded of if the clock was a day ahead at the last reminder', async () => {
      const { id } = await assignOne(stage.tim, stage.grace);
      stage.advance(DAY_MS);
      await done(stage.tim, id, 'remind');
      stage.advance(-DAY_MS);
      await done(stage.tim, id, 'remind');
      expectProblem(await act(stage.tim, id, 'remind'), 429, 'rate_limited');
    });

    it('cancel their running executions when they end, and withdraw their questions', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { criterion: 'flow_passed' }, { flowId: 'quiz' });
      const { logId } = await done(stage.grace, id, 'start');
      const asked = () =>
        stage.grace.call<{ executionId: string; status: string }[]>('GET', `/user/notifications?logId=${logId}`);
      const { executionId } = await eventually(async () => (await asked()).body[0]);
      await done(stage.tim, id, 'cancel', {});
      await stage.after(1000);
      expect((await stage.product.execution(stage.grace, executionId)).status).to.equal('cancelled');
      expect((await asked()).body[0]!.status).to.equal('expired');
      expect((await newestOf(stage.grace)).status).to.equal('cancelled');
    });

    it('are due soon, then overdue, then expire', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { dueAt: inMs(2 * DAY_MS), expiresAt: inMs(3 * DAY_MS) });
      const { logId } = await done(stage.grace, id, 'start');
      await stage.after(DAY_MS + HOUR_MS);
      expect((await toldTo(stage.grace))[0]).to.equal('inbound due_soon');
      await stage.after(DAY_MS);
      expect((await toldTo(stage.grace))[0]).to.equal('inbound overdue');
      expect((await toldTo(stage.tim))[0]).to.equal('outbound overdue');
      expect(await listed(stage.tim, '?direction=outbound&overdue=true')).to.have.length(1);
      stage.advance(DAY_MS);
      expect((await newestOf(stage.grace)).status, 'before the sweep').to.equal('expired');
      expectProblem(await act(stage.grace, id, 'complete'), 409, 'invalid_transition');
      await stage.tick();
      expect((await toldTo(stage.tim))[0]).to.equal('outbound expired');
      expect((await stage.grace.call('GET', `/logs/${logId}`)).status).to.equal(200);
    });

    it('recur, and missed dates are recorded', async () => {
      const chat = await makeChat(stage.tim);
      const recurrence = { cron: '0 9 * * *', timeZone: 'Europe/Berlin', dueAfterMs: HOUR_MS };
      const { sending, people } = await assign(stage.tim, chat, { recurrence });
      expect(people).to.equal(0);
      expect(sending.recurrence!.next).to.have.length(5);
      const first = Date.parse(sending.recurrence!.next[0]!);
      await stage.after(first - stage.now() + 1000);
      const [made] = await listed(stage.grace);
      expect(made).to.include({ sendingId: sending.id, dueAt: new Date(first + HOUR_MS).toISOString() });
      await stage.after(3 * DAY_MS);
      expect(await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}`)).to.have.length(2);
      const { items } = (
        await stage.tim.call<{ items: { outcome: string }[] }>('GET', `/sendings/${sending.id}/occurrences`)
      ).body;
      expect(items.map(({ outcome }) => outcome)).to.deep.equal(['made', 'missed', 'missed', 'made']);
      const ended = await stage.tim.call<Sending>('POST', `/sendings/${sending.id}/end`);
      expect(ended.body.recurrence!.next).to.deep.equal([]);
      await stage.after(3 * DAY_MS);
      expect(await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}`)).to.have.length(2);
    });
  }),
);
