import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import type { Problem } from '../../contract/problem.ts';
import { messageKeyRetention } from '../../server/chats/messageKeyStore.ts';
import { answered, asking, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type Client } from '../support/product.ts';
import { assignOne, done, quiz } from '../assignments/support.ts';

const HOUR_MS = 60 * 60_000;
const ALAN = { users: ['alan@sandbox.test'] };

forEachDatabase((database, openUrl) =>
  describe(`messages with an Idempotency-Key on ${database} (behaviour 4)`, () => {
    let aheadMs = 0;
    /** Runs on: with a clock that stands still, the engine would never retry a step that failed on a busy machine. */
    const now = () => Date.now() + aheadMs;
    const stage = useStage({ openUrl, config: { key: '5'.repeat(64) }, now });
    before(async () => {
      await publish(stage.ada, asking({ id: 'once', human: { inputType: 'text', prompt: 'Well?', assignees: ALAN } }));
      await publish(stage.ada, quiz('quiz'));
    });

    const chatOf = async (more: object = { flowId: 'once' }): Promise<string> =>
      (await stage.tim.call<Chat>('POST', '/chats', { name: 'Once', ...more })).body.id;
    const writeAt = (path: string, by: Client, key: string, content = 'Hi') =>
      by.call<Posted & Problem>('POST', `${path}/messages`, { content }, { 'idempotency-key': key });
    const write = (chat: string, key: string, content?: string, by = stage.tim) =>
      writeAt(`/chats/${chat}`, by, key, content);
    const said = async (chat: string) =>
      (await stage.tim.call<{ items: ChatMessage[] }>('GET', `/chats/${chat}/messages`)).body.items.filter(
        ({ role }) => role === 'user',
      );

    it('are stored once, and start the flow once, even in parallel, and hours later', async () => {
      const chat = await chatOf();
      const posted = await Promise.all(Array.from({ length: 10 }, () => write(chat, 'one')));
      aheadMs += 20 * HOUR_MS;
      posted.push(await write(chat, 'one'));
      for (const { status, body } of posted) expect([status, body]).to.deep.equal([201, posted[0]!.body]);
      expect(await said(chat)).to.have.length(1);
      expect(posted[0]!.body.executionId).to.be.a('string');
      const { reader } = stage.services.ground;
      expect(await reader('executions').where({ chat_id: chat })).to.have.length(1);
    });

    it('are different messages in another log, and for another person', async () => {
      const [chat, other] = [await chatOf({}), await chatOf({})];
      const ids = [
        (await write(chat, 'two')).body.message.id,
        (await write(other, 'two')).body.message.id,
        (await write(chat, 'two', 'Hi', stage.alan)).body.message.id,
      ];
      expect(new Set(ids).size).to.equal(3);
    });

    it('are refused with a key that belongs to another message', async () => {
      const chat = await chatOf({});
      expect((await write(chat, 'three')).status).to.equal(201);
      const refused = expectProblem(await write(chat, 'three', 'Something else'), 422, 'validation_failed');
      expect(refused.checks).to.deep.equal({ 'idempotency-key': { id: 'keyReused', values: {} } });
      expectProblem(await write(chat, 'a b'), 422, 'validation_failed');
      expect(await said(chat)).to.have.length(1);
    });

    it('get the same reply even if nothing can be written any more', async () => {
      const terms = { criterion: 'flow_passed', retryBudget: 1 } as const;
      const { id } = await assignOne(stage.tim, stage.grace, terms, { flowId: 'quiz' });
      const path = `/logs/${(await done(stage.grace, id, 'start')).logId}`;
      const posted = await writeAt(path, stage.grace, 'four');
      const asked = await eventually(async () => (await stage.product.inbox(stage.grace))[0]);
      await answered(stage.grace, asked.id, '41');
      await stage.product.reached(stage.grace, asked.executionId, 'completed');
      expectProblem(await writeAt(path, stage.grace, 'another'), 409, 'invalid_transition');
      expect(await writeAt(path, stage.grace, 'four')).to.deep.include({ status: 201, body: posted.body });
    });

    it('are new messages after a day, when their keys are purged', async () => {
      const chat = await chatOf({});
      const first = (await write(chat, 'five')).body.message.id;
      aheadMs += 25 * HOUR_MS;
      expect((await write(chat, 'five')).body.message.id).to.not.equal(first);
      aheadMs += 25 * HOUR_MS;
      await write(chat, 'six');
      const { units, reader } = stage.services.ground;
      await units.run(({ trx }) => messageKeyRetention.purge(trx, now() - messageKeyRetention.keepMs, 100));
      expect(await reader('message_keys').pluck('message_key')).to.deep.equal(['six']);
    });
  }),
);
