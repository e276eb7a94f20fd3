import { expect } from 'chai';
import type { ChatLog } from '../../contract/chats.ts';
import type { ExecutionView } from '../../contract/executions.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { publish, useStage } from '../scenarios/support.ts';
import { eventually, type Client } from '../support/product.ts';
import { assign, done, makeChat, newestOf } from './support.ts';

/** `start > say > end`: says its version and its starter. */
const saying = (id: string, words: string): FlowDefinition => ({
  id,
  name: `Flow ${id}`,
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'say', type: 'message', config: { text: words } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'say' },
    { from: 'say', to: 'end' },
  ],
});

describe('an assignment (behaviour 2.8)', () => {
  const stage = useStage();

  /** Starts the newest assignment; returns what it says in its log. */
  async function saidTo(by: Client): Promise<{ log: ChatLog; words: string }> {
    const { id } = await newestOf(by);
    const { logId } = await done(by, id, 'start');
    const words = await eventually(async () => {
      const { body } = await by.call<{ items: { content: string }[] }>('GET', `/logs/${logId}/messages`);
      return body.items[0]?.content;
    });
    return { log: (await by.call<ChatLog>('GET', `/logs/${logId}`)).body, words };
  }

  it('uses the version of chat and flow that it is pinned to, or the newest', async () => {
    await publish(stage.ada, saying('pinned', 'The first'));
    const chat = await makeChat(stage.ada, { name: 'First name', instructions: 'One', flowId: 'pinned' });
    const criterion = 'flow_completed' as const;
    await assign(stage.ada, chat, { criterion, chatVersion: 1 });
    const pinned = (await newestOf(stage.grace)).id;
    stage.advance(1000);
    const change = { name: 'Second name', instructions: 'Two', flowId: 'pinned', users: [] };
    expect((await stage.ada.call('PUT', `/chats/${chat.id}`, change)).status).to.equal(200);
    stage.advance(1000);
    expect((await stage.ada.call('PUT', '/flows/pinned', saying('pinned', 'The second'))).status).to.equal(200);

    await assign(stage.ada, chat, { criterion, chatVersion: 1 });
    const old = await saidTo(stage.grace);
    expect([old.log.name, old.log.instructions, old.words]).to.deep.equal(['First name', 'One', 'The first']);
    await assign(stage.ada, chat, { criterion });
    const newest = await saidTo(stage.grace);
    expect([newest.log.name, newest.log.instructions, newest.words]).to.deep.equal([
      'Second name',
      'Two',
      'The second',
    ]);

    const { logId } = await done(stage.grace, pinned, 'start');
    expect((await stage.grace.call<ChatLog>('GET', `/logs/${logId}`)).body.instructions).to.equal('One');
  });

  it('runs as its assignee, who gains no permissions by it', async () => {
    await publish(stage.ada, saying('mine', 'Yours'));
    const chat = await makeChat(stage.ada, { name: 'Run', flowId: 'mine' });
    await assign(stage.ada, chat, { criterion: 'flow_completed' });
    await saidTo(stage.grace);
    const { items } = (await stage.grace.call<{ items: ExecutionView[] }>('GET', '/executions')).body;
    const own = items.filter(({ flowId }) => flowId === 'mine');
    expect(own.map(({ startedBy }) => startedBy.displayName)).to.deep.equal(['Grace Hopper']);

    await assign(stage.ada, chat, { criterion: 'flow_completed' });
    const { body: access } = await stage.ada.call<{ version: number }>('GET', '/flows/mine/access');
    const { id } = (await stage.ada.call<{ id: string }>('GET', '/me')).body;
    const shut = { owners: [{ kind: 'user', id }], readers: [], starters: [], version: access.version };
    expect((await stage.ada.call('PUT', '/flows/mine/access', shut)).status).to.equal(200);
    const { id: refused } = await newestOf(stage.grace);
    expect(
      (await stage.grace.call('POST', `/assignments/${refused}/start`)).status,
      'a flow that is not theirs',
    ).to.equal(403);
    expect((await newestOf(stage.grace)).status).to.equal('pending');
    expect((await stage.grace.call('GET', '/flows/mine')).status).to.equal(404);
  });
});
