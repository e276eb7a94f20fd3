import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import { answered, asking, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

const HUMAN = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };

forEachDatabase((database, openUrl) =>
  describe(`a chat whose flow is retired, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '4'.repeat(64) } });
    let flows = 0;
    let flowId: string;
    let chat: Chat;
    beforeEach(async () => {
      flowId = await publish(stage.ada, asking({ id: `chatted-${++flows}`, human: HUMAN }));
      chat = (await make({ name: 'Ours', flowId })).body;
    });

    const make = (body: object, by = stage.tim) => by.call<Chat>('POST', '/chats', body);
    const change = (body: object) => stage.tim.call<Chat>('PUT', `/chats/${chat.id}`, { ...chat, users: [], ...body });
    const retire = (id = flowId) => stage.ada.call('POST', `/flows/${id}/retire`);
    const post = (content: string, key?: string, by: Client = stage.tim) =>
      by.call<Posted>('POST', `/chats/${chat.id}/messages`, { content }, key ? { 'idempotency-key': key } : {});
    const messages = async () =>
      (await stage.tim.call<{ items: ChatMessage[] }>('GET', `/chats/${chat.id}/messages`)).body.items;
    const isFlowRetired = async () => (await stage.grace.call<Chat>('GET', `/chats/${chat.id}`)).body.isFlowRetired;

    it('starts nothing: a message is refused, and is not in the log', async () => {
      expect(chat.isFlowRetired).to.equal(false);
      await retire();
      expectProblem(await post('Hello'), 409, 'flow_retired');
      expectProblem(
        await stage.tim.call('POST', `/flows/${flowId}/executions`, { chatId: chat.id }),
        409,
        'flow_retired',
      );
      expect(await messages()).to.deep.equal([]);
      await stage.ada.call('POST', `/flows/${flowId}/restore`);
      expect((await post('Hello')).body.executionId).to.be.a('string');
    });

    it('tells everybody who may use it, also those who may not read the flow', async () => {
      expect(await isFlowRetired()).to.equal(false);
      await retire();
      expect(await isFlowRetired()).to.equal(true);
      const { body } = await stage.grace.call<{ items: Chat[] }>('GET', '/chats');
      expect(body.items.find(({ id }) => id === chat.id)).to.include({ flowId, isFlowRetired: true });
      await stage.ada.call('POST', `/flows/${flowId}/restore`);
      expect(await isFlowRetired()).to.equal(false);
    });

    it('takes messages while what it has started still runs', async () => {
      const { executionId } = (await post('Start')).body;
      await stage.product.reached(stage.tim, executionId!, 'waiting');
      await retire();
      expect((await post('More')).body).to.include({ executionId: null });
      await answered(stage.grace, `${executionId}-ask`, 'Yes');
      await stage.product.reached(stage.tim, executionId!, 'completed');
      expectProblem(await post('Again'), 409, 'flow_retired');
    });

    it('answers a repeated message with what it has started', async () => {
      const { body } = await post('Start', 'once');
      await stage.product.reached(stage.tim, body.executionId!, 'waiting');
      await stage.tim.call('POST', `/executions/${body.executionId}/cancel`);
      await retire();
      expect(await post('Start', 'once')).to.deep.include({ status: 201, body });
      expectProblem(await post('Start', 'twice'), 409, 'flow_retired');
    });

    it('can be changed otherwise, but no chat gets the flow', async () => {
      const other = await publish(stage.ada, asking({ id: `chatted-other-${flows}`, human: HUMAN }));
      await retire();
      expect((await change({ name: 'Theirs' })).body).to.include({ name: 'Theirs', flowId, isFlowRetired: true });
      const onFlow = (refused: Awaited<ReturnType<typeof change>>) =>
        expect(expectProblem(refused, 422, 'validation_failed').checks).to.deep.equal({
          flowId: { id: 'flowRetired', values: {} },
        });
      onFlow(await make({ name: 'New', flowId }));
      const { version } = (await stage.tim.call<Chat>('GET', `/chats/${chat.id}`)).body;
      const moved = await change({ flowId: other, version });
      expect(moved.body).to.include({ flowId: other, isFlowRetired: false });
      onFlow(await change({ flowId, version: moved.body.version }));
      expect((await change({ flowId: null, version: moved.body.version })).body).to.include({ isFlowRetired: false });
    });
  }),
);
