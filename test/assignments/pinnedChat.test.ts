import { expect } from 'chai';
import type { Chat, ChatVersionSummary } from '../../contract/chats.ts';
import { ASSISTED, logOf, useAssistants, write } from '../chats/conversation.ts';
import { newId } from '../../server/foundation/newId.ts';
import { asking, executionOf, expectProblem, publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { TestProductOptions } from '../support/product.ts';
import { assign, done, makeChat, newestOf } from './support.ts';

forEachDatabase((_, openUrl) =>
  describe('A chat that a person has only through assignments', () => {
    const options: TestProductOptions = { openUrl };
    const { stage, endpoint } = useAssistants(options);

    const read = async (id: string) => (await stage.grace.call<Chat>('GET', `/chats/${id}`)).body;
    const listed = async (id: string) =>
      (await stage.grace.call<{ items: Chat[] }>('GET', '/chats')).body.items.find((chat) => chat.id === id);
    const versionsOf = async (id: string, query = '') =>
      (await stage.grace.call<{ items: ChatVersionSummary[] }>('GET', `/chats/${id}/versions${query}`)).body.items.map(
        ({ version }) => version,
      );

    /** A chat with three versions, of which nobody but Ada may use any. */
    async function changedChat(terms: object = ASSISTED): Promise<Chat> {
      const users = ['ada@sandbox.test'];
      const chat = await makeChat(stage.ada, { ...terms, instructions: 'Version 1', users });
      for (const version of [2, 3]) {
        const change = { ...terms, name: `Name ${version}`, instructions: `Version ${version}`, users };
        expect((await stage.ada.call('PUT', `/chats/${chat.id}`, change)).status).to.equal(200);
      }
      return chat;
    }

    it('is shown to them in the newest version that these are pinned to', async () => {
      const { id } = await changedChat();
      await assign(stage.ada, { id }, { chatVersion: 1 });
      expect(await read(id)).to.include({ version: 1, name: 'Help', instructions: 'Version 1' });
      expect(await versionsOf(id)).to.deep.equal([1]);
      expectProblem(await stage.grace.call('GET', `/chats/${id}/versions/2`), 404, 'not_found');

      await assign(stage.ada, { id }, { chatVersion: 2 });
      const second = await read(id);
      expect(second).to.include({ version: 2, name: 'Name 2', instructions: 'Version 2' });
      expect(await listed(id)).to.deep.equal(second);
      expect(await versionsOf(id)).to.deep.equal([2, 1]);
      await done(stage.grace, (await newestOf(stage.grace)).id, 'complete');
      expect(await read(id)).to.include({ version: 1 });

      await assign(stage.ada, { id });
      expect(await read(id)).to.include({ version: 3, name: 'Name 3' });
      expect(await versionsOf(id)).to.deep.equal([3, 2, 1]);
      expect((await stage.ada.call<Chat>('GET', `/chats/${id}`)).body).to.include({ version: 3 });
    });

    it('answers them in that version', async () => {
      const { id } = await changedChat();
      await assign(stage.ada, { id }, { chatVersion: 1 });
      await write(stage.grace, id, 'Hi');
      await logOf(stage.grace, id, 2);
      expect(endpoint().asked.at(-1)!.body.messages[0]!.content).to.include('Version 1');
      await write(stage.ada, id, 'Hi');
      await logOf(stage.ada, id, 2);
      expect(endpoint().asked.at(-1)!.body.messages[0]!.content).to.include('Version 3');
    });

    it('answers them in that version what they wrote while a dead server was answering', async () => {
      const { id } = await changedChat();
      await assign(stage.ada, { id }, { chatVersion: 1 });
      const { id: person } = (await stage.grace.call<{ id: string }>('GET', '/me')).body;
      const row = { chat_id: id, person, message_id: newId(stage.now()), due_at: stage.now() };
      await stage.services.ground.units.run(async ({ trx }) => void (await trx('chat_answers').insert(row)));
      await write(stage.grace, id, 'Hi');
      await stage.after(1000);
      await stage.after(11_000);
      await logOf(stage.grace, id, 3);
      expect(endpoint().asked.at(-1)!.body.messages[0]!.content).to.include('Version 1');
    });

    it('starts flows for them that show a language model that version', async () => {
      const flowId = await publish(stage.ada, {
        id: 'write',
        name: 'Write',
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'write', type: 'llm', config: { prompt: 'Sum it up.', useChat: true } },
          { id: 'end', type: 'end', config: {} },
        ],
        edges: [
          { from: 'start', to: 'write' },
          { from: 'write', to: 'end' },
        ],
      });
      const { id } = await changedChat({ flowId });
      await assign(stage.ada, { id }, { chatVersion: 1 });
      for (const [person, version] of [
        [stage.grace, 'Version 1'],
        [stage.ada, 'Version 3'],
      ] as const) {
        const { executionId } = await write(person, id, 'Hi');
        await stage.product.reached(person, executionId!, 'completed');
        expect(endpoint().asked.at(-1)!.body.messages[0]!.content).to.equal(version);
      }
    });

    it('is named in the questions of their flows as in that version', async () => {
      const human = { assignees: { users: ['ada@sandbox.test'] }, prompt: 'Really?', inputType: 'approval' };
      const flowId = await publish(stage.ada, asking({ id: 'ask', human }));
      const { id } = await changedChat({ flowId });
      await assign(stage.ada, { id }, { chatVersion: 1 });
      for (const [person, name] of [
        [stage.grace, 'The policy'],
        [stage.ada, 'Name 3'],
      ] as const) {
        const { executionId } = await write(person, id, 'Hi');
        await stage.product.reached(person, executionId!, 'waiting');
        const asked = await stage.product.inbox(stage.ada);
        const question = asked.find((each) => executionOf(each.id) === executionId);
        expect(question!.chatContext.chatName).to.equal(name);
      }
    });
  }),
);
