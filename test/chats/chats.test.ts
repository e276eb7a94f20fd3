import { expect } from 'chai';
import type { Chat, ChatMessage } from '../../contract/chats.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Client } from '../support/product.ts';
import {
  answered,
  asking,
  executionOf,
  expectProblem,
  notificationOf,
  publish,
  useStage,
} from '../scenarios/support.ts';

const GRACE = { users: ['grace@sandbox.test'] };

/** `start > hello > ask > thanks > bye > end`: says something, asks, says two things. */
function talking(id: string): FlowDefinition {
  const definition = asking({ id, human: { inputType: 'text', prompt: 'Well?', assignees: GRACE } });
  const say = (name: string, text: string) => ({ id: name, type: 'message', config: { text } });
  definition.nodes.push(
    say('hello', 'Hello {{ topic }}'),
    say('thanks', 'You said {{ ask.value }}'),
    say('bye', 'Bye'),
  );
  definition.nodes[0]!.config = { variables: [{ name: 'topic', type: 'text' }] };
  const path = ['start', 'hello', 'ask', 'thanks', 'bye', 'end'];
  return { ...definition, edges: path.slice(1).map((to, n) => ({ from: path[n]!, to })) };
}

describe('chats (behaviour 2.2)', () => {
  const stage = useStage();
  before(() => publish(stage.ada, talking('talking')));

  const make = async (by: Client, body: object): Promise<Chat> => {
    const made = await by.call<Chat>('POST', '/chats', body);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return made.body;
  };
  const write = (by: Client, chat: string, content: string, variables?: object) =>
    by.call<{ message: ChatMessage; executionId: string | null }>('POST', `/chats/${chat}/messages`, {
      content,
      variables,
    });
  const log = async (by: Client, chat: string, query = '') =>
    (await by.call<{ items: ChatMessage[]; nextCursor: string | null }>('GET', `/chats/${chat}/messages${query}`)).body;

  describe('and their flow', () => {
    it('start it with a message, unless an execution in that log is unfinished', async () => {
      const { id } = await make(stage.tim, { name: 'Talk', flowId: 'talking' });
      const first = await write(stage.tim, id, 'Hi', { topic: 'world' });
      expect(first.status).to.equal(201);
      expect(first.body.message).to.include({ role: 'user', content: 'Hi', executionId: null });
      const executionId = first.body.executionId!;
      const waiting = await stage.product.reached(stage.tim, executionId, 'waiting');
      expect(waiting.chatId).to.equal(id);

      expect((await write(stage.tim, id, 'Still there?')).body.executionId, 'one at a time').to.equal(null);
      const other = await write(stage.alan, id, 'Me too');
      expect(other.body.executionId, 'another person’s log is another conversation').to.not.equal(null);

      await answered(stage.grace, `${executionId}-ask`, 'Fine');
      await stage.product.reached(stage.tim, executionId, 'completed');
      expect((await write(stage.tim, id, 'Again')).body.executionId).to.not.equal(null);
    });

    it('know what was written, if they have a variable for it and nothing else is said', async () => {
      const definition = talking('listening');
      definition.nodes[0]!.config = {
        variables: [
          { name: 'message', type: 'textarea', required: true },
          { name: 'topic', type: 'text' },
        ],
      };
      definition.nodes.find(({ id }) => id === 'hello')!.config = { text: 'You wrote {{ message }}' };
      await publish(stage.ada, definition);
      const { id } = await make(stage.tim, { name: 'Listening', flowId: 'listening' });
      const { executionId } = (await write(stage.tim, id, 'Hi')).body;
      await stage.product.reached(stage.tim, executionId!, 'waiting');
      expect((await log(stage.tim, id)).items.map(({ content }) => content)).to.include('You wrote Hi');
      const other = await write(stage.alan, id, 'Hi', { message: 'Something else' });
      await stage.product.reached(stage.alan, other.body.executionId!, 'waiting');
      expect((await log(stage.alan, id)).items.map(({ content }) => content)).to.include('You wrote Something else');
    });

    it("get the texts of its message nodes: once, in order, in the starter's own log", async () => {
      const { id } = await make(stage.tim, { name: 'Order', flowId: 'talking' });
      const { executionId } = (await write(stage.tim, id, 'Hi', { topic: 'world' })).body;
      await stage.product.reached(stage.tim, executionId!, 'waiting');
      stage.advance(1000);
      await answered(stage.grace, `${executionId}-ask`, 'Fine');
      await stage.product.reached(stage.tim, executionId!, 'completed');
      const { items } = await log(stage.tim, id);
      expect(items.map(({ role, content }) => `${role}: ${content}`).reverse()).to.deep.equal([
        'user: Hi',
        'ai: Hello world',
        'ai: You said Fine',
        'ai: Bye',
      ]);
      expect(items.map(({ executionId }) => executionId).reverse()).to.deep.equal([
        null,
        executionId,
        executionId,
        executionId,
      ]);
      expect((await log(stage.grace, id)).items).to.deep.equal([]);
    });

    it('refuse a message whose variables the flow does not accept, and store nothing', async () => {
      const { id } = await make(stage.tim, { name: 'Strict', flowId: 'talking' });
      const refused = await write(stage.tim, id, 'Hi', { topic: 5 });
      expect(expectProblem(refused, 422, 'validation_failed').fields).to.have.keys('variables.topic');
      expect((await log(stage.tim, id)).items).to.deep.equal([]);
    });

    it('start only one execution if two messages come at the same moment', async () => {
      const { id } = await make(stage.tim, { name: 'Race', flowId: 'talking' });
      const sent = await Promise.all([1, 2, 3, 4].map((n) => write(stage.tim, id, `Message ${n}`)));
      const started = sent.flatMap(({ body }) => body.executionId ?? []);
      expect(started).to.have.length(1);
      expect((await log(stage.tim, id)).items.filter(({ role }) => role === 'user')).to.have.length(4);
    });
  });

  describe('as context of a question', () => {
    it('have their last 10 messages there, each cut to 500 characters', async () => {
      const quiet = await make(stage.tim, { name: 'A long talk' });
      for (let n = 1; n <= 12; n++) {
        await write(stage.tim, quiet.id, `${n} ${'x'.repeat(n === 12 ? 600 : 3)}`);
        stage.advance(10);
      }
      await write(stage.alan, quiet.id, 'Of somebody else');
      const started = await stage.tim.call<{ executionId: string }>('POST', '/flows/talking/executions', {
        chatId: quiet.id,
        variables: { topic: 'context' },
      });
      const request = `${started.body.executionId}-ask`;
      await stage.product.reached(stage.tim, executionOf(request), 'waiting');
      const { chatId, chatContext } = await notificationOf(stage.product, stage.grace, request);
      expect(chatId).to.equal(quiet.id);
      expect(chatContext.chatName).to.equal('A long talk');
      expect(chatContext.totalMessages).to.equal(13);
      const contents = chatContext.recentMessages.map(({ content }) => content);
      const written = Array.from({ length: 8 }, (_, n) => `${n + 4} xxx`);
      expect(contents).to.deep.equal([...written, `12 ${'x'.repeat(497)}`, 'Hello context']);
      expect(contents.join()).to.not.include('somebody else');
    });

    it('include what the flow itself said just before the question, in any branch', async () => {
      const say = (name: string, text: string) => ({ id: name, type: 'message', config: { text } });
      const definition = asking({ id: 'saying', human: { inputType: 'text', prompt: 'Well?', assignees: GRACE } });
      definition.nodes.push(
        say('one', 'One'),
        say('two', 'Two'),
        { id: 'both', type: 'parallel', config: {} },
        say('late', 'Late'),
      );
      const paths = 'start-one one-two two-both both-ask both-late ask-end late-end'.split(' ');
      const edges = paths.map((path) => ({ from: path.split('-')[0]!, to: path.split('-')[1]! }));
      await publish(stage.ada, { ...definition, edges });
      const { id } = await make(stage.tim, { name: 'Saying', flowId: 'saying' });
      const { executionId } = (await write(stage.tim, id, 'Hi')).body;
      await stage.product.reached(stage.tim, executionId!, 'waiting');
      const { chatContext } = await notificationOf(stage.product, stage.grace, `${executionId}-ask`);
      expect(chatContext.recentMessages.map(({ role, content }) => [role, content]).slice(0, 3)).to.deep.equal([
        ['user', 'Hi'],
        ['ai', 'One'],
        ['ai', 'Two'],
      ]);
      expect(chatContext.totalMessages).to.equal(chatContext.recentMessages.length);
    });

    it('never split a character when they cut', async () => {
      const chat = await make(stage.tim, { name: 'Faces' });
      await write(stage.tim, chat.id, `${'x'.repeat(499)}😀😀`);
      const { body } = await stage.tim.call<{ executionId: string }>('POST', '/flows/talking/executions', {
        chatId: chat.id,
      });
      await stage.product.reached(stage.tim, body.executionId, 'waiting');
      const { chatContext } = await notificationOf(stage.product, stage.grace, `${body.executionId}-ask`);
      expect(chatContext.recentMessages[0]!.content).to.equal('x'.repeat(499));
    });
  });

  describe('and who may use them', () => {
    it('are open to everybody if no list is given, and otherwise to the list', async () => {
      const open = await make(stage.tim, { name: 'Open' });
      const closed = await make(stage.tim, {
        name: 'Closed',
        users: ['Grace@Sandbox.test', 'barbara.liskov@sandbox.test'],
      });
      expect(closed.users).to.deep.equal(['grace@sandbox.test', 'barbara.liskov@sandbox.test']);
      const barbara = await stage.product.as('barbara@sandbox.test');
      for (const person of [stage.tim, stage.grace, barbara]) {
        expect((await person.call('GET', `/chats/${closed.id}`)).status).to.equal(200);
        expect((await write(person, closed.id, 'In')).status).to.equal(201);
      }
      expect((await stage.alan.call('GET', `/chats/${open.id}`)).status).to.equal(200);
      expectProblem(await stage.alan.call('GET', `/chats/${closed.id}`), 404, 'not_found');
      expectProblem(await stage.alan.call('GET', `/chats/${closed.id}/messages`), 404, 'not_found');
      expectProblem(await write(stage.alan, closed.id, 'Out'), 404, 'not_found');
      expectProblem(
        await stage.alan.call<Problem>('POST', '/flows/talking/executions', { chatId: closed.id }),
        404,
        'not_found',
      );
      const listed = async (by: Client) =>
        (await by.call<{ items: Chat[] }>('GET', '/chats')).body.items.map(({ id }) => id);
      expect(await listed(stage.alan))
        .to.include(open.id)
        .and.not.include(closed.id);
      expect(await listed(stage.grace)).to.include(closed.id);
    });

    it('are changed by their author, version by version', async () => {
      const chat = await make(stage.tim, { name: 'Mine' });
      const changed = await stage.tim.call<Chat>('PUT', `/chats/${chat.id}`, {
        name: 'Still mine',
        instructions: 'Be kind',
        users: [],
      });
      expect(changed.body).to.include({ name: 'Still mine', instructions: 'Be kind', version: 2 });
      expectProblem(
        await stage.grace.call('PUT', `/chats/${chat.id}`, { name: 'Now mine', users: [] }),
        403,
        'forbidden',
      );
      const saves = await Promise.all(
        [1, 2, 3].map((n) =>
          stage.tim.call<Chat & Problem>('PUT', `/chats/${chat.id}`, { name: `Save ${n}`, users: [] }),
        ),
      );
      for (const { status, body } of saves)
        if (status !== 200) expect([status, body.code]).to.deep.equal([409, 'invalid_transition']);
      const versions = saves.flatMap(({ status, body }) => (status === 200 ? body.version : []));
      expect(new Set(versions).size).to.equal(versions.length);
    });

    it('are not changed on top of a version that is not the newest', async () => {
      const chat = await make(stage.tim, { name: 'First' });
      const save = (name: string, version?: number) =>
        stage.tim.call<Chat & Problem>('PUT', `/chats/${chat.id}`, { name, users: [], version });
      expect((await save('Second', 1)).body).to.include({ name: 'Second', version: 2 });
      expectProblem(await save('Late', 1), 409, 'invalid_transition');
      expectProblem(await save('Early', 3), 409, 'invalid_transition');
      expect((await stage.tim.call<Chat>('GET', `/chats/${chat.id}`)).body).to.include({ name: 'Second', version: 2 });
      expect((await save('Third', 2)).body.version).to.equal(3);
      expect((await save('Without looking')).body.version).to.equal(4);
    });

    it('are changed with what a program has read', async () => {
      const read = await make(stage.tim, { name: 'First', users: ['grace@sandbox.test'] });
      const saved = await stage.tim.call<Chat>('PUT', `/chats/${read.id}`, { ...read, name: 'Second', updatedAt: 'x' });
      expect(saved.body).to.deep.equal({ ...read, name: 'Second', version: 2, updatedAt: saved.body.updatedAt });
    });

    it('are audited: who let whom in, and who opened them to everybody', async () => {
      const { id, createdBy } = await make(stage.tim, { name: 'Few', users: ['grace@sandbox.test'] });
      const change = (body: object) => stage.tim.call('PUT', `/chats/${id}`, { name: 'Few', ...body });
      await change({ users: ['ada@sandbox.test'] });
      await change({ users: ['grace@sandbox.test'], version: 1 }); // refused
      await change({ users: [] });
      const audit = stage.services.ground.reader('audit').where({ subject: id }).orderBy('seq');
      const rows = await audit.whereNot({ action: 'chat.changed' });
      expect(rows.map(({ actor }) => actor)).to.deep.equal(rows.map(() => createdBy));
      const nothing = { verifiedBy: 'session' };
      const user = (address: string) => ({ user: address, ...nothing });
      expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).to.deep.equal([
        ['chat.made', nothing],
        ['chat.granted', user('grace@sandbox.test')],
        ['chat.restricted', nothing],
        ['chat.granted', user('ada@sandbox.test')],
        ['chat.revoked', user('grace@sandbox.test')],
        ['chat.revoked', user('ada@sandbox.test')],
        ['chat.opened', nothing],
      ]);
    });

    it('list everything in pages, however much of it is hidden from the caller', async () => {
      for (let n = 0; n < 6; n++) {
        stage.advance(1);
        await make(stage.tim, { name: `Hidden ${n}`, users: ['tim@sandbox.test'] });
      }
      stage.advance(1);
      const open = await make(stage.grace, { name: 'For all' });
      for (let n = 0; n < 6; n++) {
        stage.advance(1);
        await make(stage.tim, { name: `Hidden too ${n}`, users: ['tim@sandbox.test'] });
      }
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2';
        const { body } = await stage.alan.call<{ items: Chat[]; nextCursor: string | null }>('GET', `/chats${query}`);
        seen.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
        expect(seen.length + (cursor ? 1 : 0), 'a page that is not the last has something on it').to.be.above(0);
      } while (cursor);
      expect(seen).to.include(open.id);
      expect(new Set(seen).size).to.equal(seen.length);
    });
  });

  it('name what is wrong', async () => {
    const wrong: [object, string][] = [
      [{}, 'name'],
      [{ name: ' \u200b ' }, 'name'],
      [{ name: 'x', flowId: 'no-such-flow' }, 'flowId'],
      [{ name: 'x', users: ['nobody'] }, 'users.0'],
      [{ name: 'x', owner: 'me' }, 'owner'],
    ];
    for (const [body, field] of wrong) {
      const { fields } = expectProblem(await stage.tim.call('POST', '/chats', body), 422, 'validation_failed');
      expect(Object.keys(fields!)).to.deep.equal([field]);
    }
    const { id } = await make(stage.tim, { name: 'x' });
    for (const content of ['   ', '\u200b', 'x'.repeat(20_001)])
      expectProblem(await write(stage.tim, id, content), 422, 'validation_failed');
    expectProblem(await write(stage.tim, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'), 404, 'not_found');
  });
});
