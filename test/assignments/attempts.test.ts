import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import type { ChatLog, ChatMessage, Posted } from '../../contract/chats.ts';
import type { Me } from '../../contract/people.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Problem } from '../../contract/problem.ts';
import { answered, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/product.ts';
import { assignOne, done, newestOf, quiz } from './support.ts';

/** Longer than the interval of the sweep for executions of finished assignments. */
const SWEPT_MS = 11_000;

forEachDatabase((database, openUrl) =>
  describe(`attempts at assignments on ${database} (behaviour 3.3)`, () => {
    const stage = useStage({ openUrl, config: { key: '4'.repeat(64) } });
    before(() => publish(stage.ada, quiz('quiz')));

    const write = (logId: string) =>
      stage.grace.call<Posted & Problem>('POST', `/logs/${logId}/messages`, { content: 'Once more' });
    const begunIn = (logId: string) => stage.services.ground.reader('executions').where({ log_id: logId });
    const messagesIn = async (logId: string) =>
      (await stage.grace.call<{ items: ChatMessage[] }>('GET', `/logs/${logId}/messages`)).body.items;

    /** Answers the question of a log's flow, and waits for its end. */
    async function answer(logId: string, value: string): Promise<void> {
      const asked = await eventually(async () => {
        const { body } = await stage.grace.call<UserNotification[]>('GET', `/user/notifications?logId=${logId}`);
        return body.find(({ status }) => status === 'pending');
      });
      await answered(stage.grace, asked.id, value);
      await stage.product.reached(stage.grace, asked.executionId, 'completed');
    }

    const passing = { criterion: 'flow_passed' as const, retryBudget: 1 };
    const begun = async (terms: object = passing) => {
      const { id } = await assignOne(stage.tim, stage.grace, terms, { flowId: 'quiz' });
      return { id, logId: (await done(stage.grace, id, 'start')).logId! };
    };

    it('start with a retry, and not with a message in the log of the failed attempt', async () => {
      const { id, logId } = await begun();
      await answer(logId, '41');
      const refused = await write(logId);
      expectProblem(refused, 409, 'invalid_transition');
      expect(refused.body.checks).to.deep.equal({ content: { id: 'attemptFailed', values: {} } });
      expect(refused.body.detail).to.include('Retry');
      expect((await stage.grace.call<ChatLog>('GET', `/logs/${logId}`)).body.mayWrite).to.equal(false);
      expect(await messagesIn(logId)).to.deep.equal([]);
      expect(await begunIn(logId)).to.have.length(1);

      const second = await done(stage.grace, id, 'retry');
      const inFirst = await write(logId);
      expectProblem(inFirst, 409, 'invalid_transition');
      expect(inFirst.body.checks).to.have.nested.property('content.id', 'attemptOver');
      await answer(second.logId!, '41');
      expect(await newestOf(stage.grace)).to.deep.include({ status: 'failed', attempt: 2, retriesLeft: 0 });
      expect(await begunIn(second.logId!)).to.have.length(1);
      expect((await write(logId)).status, 'a personal chat from now on').to.equal(201);
    });

    it('do not start with a message that was in flight when the previous attempt failed', async () => {
      const { logId } = await begun();
      const { logs } = stage.services.work;
      const me = (await stage.grace.call<Me>('GET', '/me')).body;
      const caller = { person: me, roles: [], groups: [], isGuest: false, tokenExpiresAt: Infinity };
      const opened = await logs.assigned(logId, caller);
      await answer(logId, '41');
      const posted = await logs.post(opened, caller, { content: 'Once more' }, null).catch((error: unknown) => error);
      expect(posted).to.have.property('code', 'invalid_transition');
      expect(await messagesIn(logId)).to.deep.equal([]);
      expect(await begunIn(logId)).to.have.length(1);
    });

    it('are graded by their flow, whatever completes them, and not by later executions', async () => {
      const graded = async (id: string) => (await stage.grace.call<Assignment>('GET', `/assignments/${id}`)).body;
      const right = { passed: true, outcome: { score: 1, of: 1 } };
      const wrong = { passed: false, outcome: { score: 0, of: 1 } };
      for (const criterion of ['chat_visited', 'chat_engaged', 'flow_started', 'manual'] as const) {
        const { id, logId } = await begun({ criterion });
        const { status } = await graded(id);
        await answer(logId, '41');
        expect(await graded(id), criterion).to.deep.include({ status, ...wrong });
        expect((await write(logId)).status).to.equal(201);
        await answer(logId, '42');
        expect(await graded(id), criterion).to.deep.include(criterion === 'manual' ? right : wrong);
      }
    });

    it('leave their log as a personal chat, in which flows started later keep running', async () => {
      const { id, logId } = await begun({ ...passing, allowRejection: true });
      const [first] = await begunIn(logId);
      await done(stage.grace, id, 'decline', {});
      await stage.after(SWEPT_MS);
      expect((await stage.product.execution(stage.grace, first.id)).status).to.equal('cancelled');
      const { status, body } = await write(logId);
      expect(status).to.equal(201);
      await stage.product.reached(stage.grace, body.executionId!, 'waiting');
      await stage.after(SWEPT_MS);
      await stage.after(SWEPT_MS);
      expect((await stage.product.execution(stage.grace, body.executionId!)).status).to.equal('waiting');
      await answer(logId, '42');
      expect((await newestOf(stage.grace)).status).to.equal('rejected');
    });
  }),
);
