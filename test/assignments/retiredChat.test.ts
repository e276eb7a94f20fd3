import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import type { Chat, ChatLog, Posted } from '../../contract/chats.ts';
import type { Occurrence } from '../../contract/sendings.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type Answered } from '../support/product.ts';
import { act, ALAN, assign, done, GRACE, group, makeChat, newestOf, quiz, user } from './support.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAILY = { cron: '0 9 * * *', timeZone: 'UTC' };

forEachDatabase((database, openUrl) =>
  describe(`an assignment of a retired chat, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '9'.repeat(64) } });
    let chat: Chat;
    beforeEach(async () => {
      chat = await makeChat(stage.tim, {});
    });

    const retire = () => stage.tim.call('POST', `/chats/${chat.id}/retire`);
    const restore = () => stage.tim.call('POST', `/chats/${chat.id}/restore`);
    const expectRetired = (refused: Answered<unknown>) =>
      expect(expectProblem(refused, 409, 'chat_retired').checks).to.deep.equal({
        chatId: { id: 'chatRetired', values: {} },
      });
    const stateOf = async (id: string) => (await stage.grace.call<Assignment>('GET', `/assignments/${id}`)).body;

    it('is not sent, whatever its criterion and version', async () => {
      await retire();
      for (const criterion of ['chat_visited', 'chat_engaged', 'manual'])
        for (const more of [{}, { chatVersion: 1 }, { recurrence: DAILY }]) {
          const body = { chatId: chat.id, principals: [user(GRACE)], criterion, ...more };
          expectRetired(await stage.tim.call('POST', '/assignments', body));
        }
      await restore();
      await assign(stage.tim, chat, { criterion: 'manual' });
    });

    it('is not started, reassigned, delegated or given to new members, and has no new dates', async () => {
      const terms = { criterion: 'manual' as const, allowDelegation: true };
      const { sending } = await assign(stage.tim, chat, { ...terms, principals: [user(GRACE), group('Legal')] });
      const { id } = await newestOf(stage.grace);
      const { sending: daily } = await assign(stage.tim, chat, { ...terms, recurrence: DAILY });
      await retire();
      for (const refused of [
        await act(stage.grace, id, 'start'),
        await act(stage.grace, id, 'delegate', { to: ALAN }),
        await act(stage.tim, id, 'reassign', { to: ALAN }),
        await stage.tim.call('POST', `/sendings/${sending.id}/new-members`),
      ])
        expectRetired(refused);
      expect(await stateOf(id)).to.include({ status: 'pending', logId: null });
      await stage.after(DAY_MS);
      const { body } = await stage.tim.call<{ items: Occurrence[] }>('GET', `/sendings/${daily.id}/occurrences`);
      expect(body.items[0]).to.include({ outcome: 'skipped', reason: 'chat_retired', people: 0 });
      await restore();
      expect(await done(stage.grace, id, 'start')).to.include({ status: 'in_progress' });
    });

    it('can be declined, and cancelled by its sender, without being started', async () => {
      const terms = { criterion: 'manual' as const, allowRejection: true };
      const ids: string[] = [];
      for (let n = 0; n < 2; n++) {
        await assign(stage.tim, chat, terms);
        ids.push((await newestOf(stage.grace)).id);
      }
      await retire();
      await done(stage.grace, ids[0]!, 'decline');
      await done(stage.tim, ids[1]!, 'cancel');
      expect([(await stateOf(ids[0]!)).status, (await stateOf(ids[1]!)).status]).to.deep.equal([
        'rejected',
        'cancelled',
      ]);
      expectProblem(await act(stage.grace, ids[0]!, 'start'), 409, 'invalid_transition');
    });

    it('goes on to its end once it was started, with every attempt that it allows', async () => {
      const flowId = await publish(stage.ada, quiz('retired-chat'));
      chat = await makeChat(stage.tim, { flowId });
      await assign(stage.tim, chat, { criterion: 'flow_passed', retryBudget: 1 });
      const { id } = await newestOf(stage.grace);
      const { logId } = await done(stage.grace, id, 'start');
      await retire();
      expect((await stage.grace.call<ChatLog>('GET', `/logs/${logId}`)).body).to.include({
        isChatRetired: true,
        mayWrite: true,
      });
      const posted = await stage.grace.call<Posted>('POST', `/logs/${logId}/messages`, { content: 'Here' });
      expect(posted.status).to.equal(201);
      const { executionId } = await eventually(async () => (await stage.product.inbox(stage.grace))[0]);
      await stage.product.reached(stage.grace, executionId, 'waiting');
      await stage.grace.call('POST', `/executions/${executionId}/cancel`);
      await stage.tick();
      const again = await done(stage.grace, id, 'retry');
      expect(again).to.include({ status: 'in_progress', attempt: 2 });
      expect(again.logId).to.not.equal(logId);
    });

    it('says in its log that the chat is in use again', async () => {
      await assign(stage.tim, chat, { criterion: 'manual' });
      const { logId } = await done(stage.grace, (await newestOf(stage.grace)).id, 'start');
      const isRetired = async () => (await stage.grace.call<ChatLog>('GET', `/logs/${logId}`)).body.isChatRetired;
      expect(await isRetired()).to.equal(false);
      await retire();
      expect(await isRetired()).to.equal(true);
      await restore();
      expect(await isRetired()).to.equal(false);
    });
  }),
);
