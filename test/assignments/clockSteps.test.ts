import { expect } from 'chai';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/product.ts';
import { act, ALAN, assignOne, done, GRACE, listed, quiz } from './support.ts';

const HOUR_MS = 60 * 60_000;
const SWEEP_MS = 11_000;
const QUIZ = { criterion: 'flow_passed', allowRejection: true } as const;

forEachDatabase((database, openUrl) =>
  describe(`assignments when the clock is set back, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '4'.repeat(64) }, startAt: Date.UTC(2026, 5, 1) });
    before(async () => {
      await publish(stage.ada, quiz('quiz'));
      stage.advance(24 * HOUR_MS); // sessions are older than any time that follows
    });
    const waiting = (executionId: string) => stage.product.reached(stage.grace, executionId, 'waiting');
    /** Lets the sweep run at the stepped time, and after the clock has caught up. */
    const sweep = async () => {
      await stage.after(SWEEP_MS);
      await stage.after(2 * HOUR_MS);
      await stage.after(SWEEP_MS);
    };

    it('stop the flow that ran for them when they end', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, QUIZ, { flowId: 'quiz' });
      const { logId } = await done(stage.grace, id, 'start');
      const { executionId } = await eventually(
        async () =>
          (await stage.grace.call<{ executionId: string }[]>('GET', `/user/notifications?logId=${logId}`)).body[0],
      );
      stage.advance(-HOUR_MS);
      await done(stage.tim, id, 'cancel', {});
      await sweep();
      expect((await stage.product.execution(stage.grace, executionId)).status).to.equal('cancelled');
    });

    it('leave alone what their assignee starts after the end', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, QUIZ, { flowId: 'quiz', users: [GRACE] });
      const { logId } = await done(stage.grace, id, 'start');
      await done(stage.grace, id, 'decline', {});
      await sweep();
      stage.advance(-HOUR_MS);
      const { body } = await stage.grace.call<{ executionId: string }>('POST', `/logs/${logId}/messages`, {
        content: 'For myself',
      });
      await waiting(body.executionId);
      await sweep();
      expect((await stage.product.execution(stage.grace, body.executionId)).status).to.equal('waiting');
    });

    it('say who has them now, whatever the order of their times', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { allowDelegation: true });
      stage.advance(-HOUR_MS);
      await done(stage.grace, id, 'delegate', { to: ALAN });
      stage.advance(HOUR_MS);
      const next = (await listed(stage.alan)).find(({ predecessorId }) => predecessorId === id)!;
      const checkOf = async (to: string) =>
        expectProblem(await act(stage.alan, next.id, 'delegate', { to }), 422, 'validation_failed').checks!['to']!.id;
      expect(await checkOf(ALAN)).to.equal('hasAssignment');
      expect(await checkOf(GRACE)).to.equal('hadAssignment');
    });
  }),
);
