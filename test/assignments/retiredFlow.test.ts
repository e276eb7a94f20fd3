import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import type { ChatLog, Posted } from '../../contract/chats.ts';
import type { Occurrence } from '../../contract/sendings.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type Answered } from '../support/product.ts';
import { act, ALAN, assign, done, GRACE, group, makeChat, newestOf, quiz, user } from './support.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAILY = { cron: '0 9 * * *', timeZone: 'UTC' };
const NEEDED = 'flow_completed' as const;

forEachDatabase((database, openUrl) =>
  describe(`an assignment whose chat starts a retired flow, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '9'.repeat(64) } });
    let flows = 0;
    let flowId: string;
    beforeEach(async () => {
      flowId = await publish(stage.ada, quiz(`assigned-${++flows}`));
    });

    const retire = () => stage.ada.call('POST', `/flows/${flowId}/retire`);
    const reasonOf = (refused: Answered<unknown>, status: number, code: string) =>
      Object.entries(expectProblem(refused, status, code).checks!).map(([field, { id }]) => `${field} ${id}`);

    it('is not sent, if its criterion needs the flow', async () => {
      const chat = await makeChat(stage.tim, { flowId });
      await retire();
      const send = (criterion: string, more: object = {}) =>
        stage.tim.call('POST', '/assignments', { chatId: chat.id, principals: [user(GRACE)], criterion, ...more });
      for (const criterion of ['flow_started', NEEDED, 'flow_passed'])
        for (const pin of [{}, { chatVersion: 1 }])
          expect(reasonOf(await send(criterion, pin), 422, 'validation_failed')).to.deep.equal([
            'criterion criterionFlowRetired',
          ]);
      expect((await send('chat_engaged')).status).to.equal(201);
    });

    it('is not started, reassigned or given to new members, and has no new dates', async () => {
      const chat = await makeChat(stage.tim, { flowId });
      const { sending } = await assign(stage.tim, chat, {
        criterion: NEEDED,
        principals: [user(GRACE), group('Legal')],
      });
      const { id } = await newestOf(stage.grace);
      const { sending: daily } = await assign(stage.tim, chat, { criterion: NEEDED, recurrence: DAILY });
      await retire();
      expectProblem(await act(stage.grace, id, 'start'), 409, 'flow_retired');
      expect(await newestOf(stage.grace)).to.include({ id, status: 'pending', logId: null });
      for (const refused of [
        await act(stage.tim, id, 'reassign', { to: ALAN }),
        await stage.tim.call('POST', `/sendings/${sending.id}/new-members`),
      ])
        expect(reasonOf(refused, 409, 'flow_retired')).to.deep.equal(['criterion criterionFlowRetired']);
      await stage.after(DAY_MS);
      const { body } = await stage.tim.call<{ items: Occurrence[] }>('GET', `/sendings/${daily.id}/occurrences`);
      expect(body.items[0]).to.include({ outcome: 'skipped', reason: 'flow_retired', people: 0 });
      await stage.ada.call('POST', `/flows/${flowId}/restore`);
      expect(await done(stage.grace, id, 'start')).to.include({ status: 'in_progress' });
    });

    it('starts no further attempt, while the one that runs continues', async () => {
      await assign(stage.tim, await makeChat(stage.tim, { flowId }), { criterion: NEEDED, retryBudget: 3 });
      const { id } = await newestOf(stage.grace);
      const { logId } = await done(stage.grace, id, 'start');
      await retire();
      const { executionId } = await eventually(async () =>
        (await stage.product.inbox(stage.grace)).find((question) => question.flowId === flowId),
      );
      await stage.product.reached(stage.grace, executionId, 'waiting');
      expect((await stage.grace.call<ChatLog>('GET', `/logs/${logId}`)).body).to.include({ isFlowRetired: true });
      await stage.grace.call('POST', `/executions/${executionId}/cancel`);
      await stage.tick();
      expectProblem(await act(stage.grace, id, 'retry'), 409, 'flow_retired');
    });

    it('opens without the flow, if its criterion does not need it', async () => {
      const chat = await makeChat(stage.tim, { flowId });
      await assign(stage.tim, chat, { criterion: 'chat_engaged' });
      const { id } = await newestOf(stage.grace);
      await retire();
      const { logId } = await done(stage.grace, id, 'start');
      const posted = await stage.grace.call<Posted>('POST', `/logs/${logId}/messages`, { content: 'Read' });
      expect([posted.status, posted.body.executionId]).to.deep.equal([201, null]);
      expect((await stage.grace.call<Assignment>('GET', `/assignments/${id}`)).body).to.include({
        status: 'completed',
      });
    });
  }),
);
