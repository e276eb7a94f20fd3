import { expect } from 'chai';
import type { Chat, ChatMessage } from '../../contract/chats.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { TestProductOptions } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Answers each message with two of its own. */
const ECHO: FlowDefinition = {
  id: 'echo',
  name: 'Echo',
  nodes: [
    { id: 'start', type: 'start', config: { variables: [{ name: 'message', type: 'text' }] } },
    { id: 'say', type: 'message', config: { text: 'First: {{ message }}' } },
    { id: 'again', type: 'message', config: { text: 'Then: {{ message }}' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'say' },
    { from: 'say', to: 'again' },
    { from: 'again', to: 'end' },
  ],
};

forEachDatabase((_, openUrl) =>
  describe('What a flow says in a chat', () => {
    const options: TestProductOptions = {};
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);

    it('comes after what the person wrote, even while the clock is set back', async () => {
      await publish(stage.ada, ECHO);
      const { id } = (await stage.tim.call<Chat>('POST', '/chats', { name: 'Echo', flowId: 'echo' })).body;
      const log = async () =>
        (await stage.tim.call<{ items: ChatMessage[] }>('GET', `/chats/${id}/messages`)).body.items.reverse();
      for (const [n, content] of ['one', 'two', 'three'].entries()) {
        expect((await stage.tim.call('POST', `/chats/${id}/messages`, { content })).status).to.equal(201);
        await until(async () => (await log()).length === 3 * (n + 1));
        await until(async () => (await stage.services.ground.reader('executions').whereNull('ended_at')).length === 0);
        stage.advance(-30_000);
      }
      expect((await log()).map(({ content }) => content)).to.deep.equal(
        ['one', 'two', 'three'].flatMap((said) => [said, `First: ${said}`, `Then: ${said}`]),
      );
    });
  }),
);
