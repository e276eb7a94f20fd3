import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import { answered, asking, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const HUMAN = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };

forEachDatabase((database, openUrl) =>
  describe(`a retired chat, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '4'.repeat(64) } });
    let flows = 0;
    let chat: Chat;
    beforeEach(async () => {
      chat = await make({});
    });

    const make = async (body: object, by = stage.tim): Promise<Chat> => {
      const made = await by.call<Chat>('POST', '/chats', { name: 'Ours', ...body });
      expect(made.status).to.equal(201);
      return made.body;
    };
    const newFlow = () => publish(stage.ada, asking({ id: `chat-retired-${++flows}`, human: HUMAN }));
    const retire = (as: Client = stage.tim) => as.call<Chat>('POST', `/chats/${chat.id}/retire`);
    const restore = (as: Client = stage.tim) => as.call<Chat>('POST', `/chats/${chat.id}/restore`);
    const read = async (as: Client = stage.tim) => (await as.call<Chat>('GET', `/chats/${chat.id}`)).body;
    const post = (content: string, as: Client = stage.grace, key?: string) =>
      as.call<Posted>('POST', `/chats/${chat.id}/messages`, { content }, key ? { 'idempotency-key': key } : {});
    const messages = async (as: Client = stage.grace) =>
      (await as.call<Page<ChatMessage>>('GET', `/chats/${chat.id}/messages`)).body.items.map(({ content }) => content);
    const listed = async (as: Client, query = '') => {
      const { status, body } = await as.call<Page<Chat>>('GET', `/chats?limit=200${query}`);
      expect(status).to.equal(200);
      return body.items.find(({ id }) => id === chat.id);
    };
    const entries = () =>
      stage.services.ground
        .reader('audit')
        .where({ subject: chat.id })
        .whereIn('action', ['chat.retired', 'chat.restored'])
        .orderBy('seq')
        .pluck('action');

    it('lets nobody begin a conversation, not even its owner, until it is brought back', async () => {
      expect((await retire()).status).to.equal(200);
      for (const client of [stage.tim, stage.grace]) expectProblem(await post('Hello', client), 409, 'chat_retired');
      for (const client of [stage.tim, stage.grace]) expect(await messages(client)).to.deep.equal([]);
      expect((await restore()).status).to.equal(200);
      expect((await post('Hello')).status).to.equal(201);
    });

    it('says since when, and who repeats a call changes nothing', async () => {
      const at = new Date(stage.now()).toISOString();
      expect(chat).to.include({ retiredAt: null });
      const { body } = await retire();
      expect(body).to.deep.equal({ ...chat, retiredAt: at });
      stage.advance(1000);
      expect(await retire()).to.deep.include({ status: 200, body });
      expect(await read(stage.grace)).to.deep.equal({ ...body, may: { ...chat.may, change: false } });
      for (let n = 0; n < 2; n++) expect(await restore()).to.deep.include({ status: 200, body: chat });
      expect(await entries()).to.deep.equal(['chat.retired', 'chat.restored']);
    });

    it('is audited once, however many calls retire it at once', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => retire()));
      for (const { status, body } of answers) expect([status, body]).to.deep.equal([200, answers[0]!.body]);
      expect(await entries()).to.deep.equal(['chat.retired']);
    });

    it('is retired and brought back by its owner and administrators, and by nobody else', async () => {
      for (const entry of [retire, restore]) expectProblem(await entry(stage.grace), 403, 'forbidden');
      chat = await make({ users: ['alan@sandbox.test'] });
      for (const entry of [retire, restore]) {
        expectProblem(await entry(stage.grace), 404, 'not_found');
        expectProblem(await entry(stage.alan), 403, 'forbidden');
        for (const client of [stage.tim, stage.ada]) expect((await entry(client)).status).to.equal(200);
      }
    });

    it('is only in the list of retired ones, and only for its owner', async () => {
      for (const client of [stage.tim, stage.grace]) {
        expect(await listed(client)).to.deep.include({ retiredAt: null });
        expect(await listed(client, '&retired=true')).to.equal(undefined);
      }
      const { retiredAt } = (await retire()).body;
      for (const client of [stage.tim, stage.grace])
        for (const query of ['', '&retired=false']) expect(await listed(client, query)).to.equal(undefined);
      expect(await listed(stage.tim, '&retired=true')).to.deep.include({ retiredAt });
      for (const client of [stage.grace, stage.ada]) expect(await listed(client, '&retired=true')).to.equal(undefined);
      await restore();
      expect(await listed(stage.tim, '&retired=true')).to.equal(undefined);
      expect(await listed(stage.grace)).to.deep.include({ retiredAt: null });
    });

    it('is listed page by page, newest first', async () => {
      const ids = [chat.id, (await make({})).id, (await make({})).id];
      for (const id of ids) await stage.tim.call('POST', `/chats/${id}/retire`);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const from: string = `/chats?retired=true&limit=1${cursor && `&cursor=${cursor}`}`;
        const { items, nextCursor }: Page<Chat> = (await stage.tim.call<Page<Chat>>('GET', from)).body;
        found.push(...items.map(({ id }) => id));
        cursor = nextCursor;
      }
      expect(found.slice(0, 3)).to.deep.equal(ids.toReversed());
      expect(new Set(found).size).to.equal(found.length);
    });

    for (const value of ['yes', '1', ''])
      it(`is not looked for with retired=${value || 'nothing'}, which is refused by its name`, async () => {
        const refused = await stage.tim.call('GET', `/chats?retired=${value}`);
        expect(Object.keys(expectProblem(refused, 422, 'validation_failed').fields!)).to.deep.equal(['retired']);
      });

    it('goes on where people have begun: they read, write, and answer what it asks', async () => {
      chat = await make({ flowId: await newFlow() });
      const { executionId } = (await post('Start')).body;
      await stage.product.reached(stage.grace, executionId!, 'waiting');
      await retire();
      expect(await messages()).to.include('Start');
      expect((await post('More')).body).to.include({ executionId: null });
      await answered(stage.grace, `${executionId}-ask`, 'Yes');
      await stage.product.reached(stage.grace, executionId!, 'completed');
      expect((await post('Again')).body.executionId).to.be.a('string');
      expectProblem(await post('Hello', stage.alan), 409, 'chat_retired');
    });

    it('starts no flow for people who have not begun, and repeats what a key has started', async () => {
      const flowId = await newFlow();
      chat = await make({ flowId });
      const start = (as: Client, key: string) =>
        as.call('POST', `/flows/${flowId}/executions`, { chatId: chat.id }, { 'idempotency-key': key });
      const before = await start(stage.grace, 'mine');
      expect(before.status).to.equal(201);
      await retire();
      expect(await start(stage.grace, 'mine')).to.deep.include({ status: 201, body: before.body });
      expect((await start(stage.grace, 'another')).status).to.equal(201);
      expectProblem(await start(stage.alan, 'mine'), 409, 'chat_retired');
      expect((await post('I have begun by starting it')).status).to.equal(201);
    });

    it('answers a repeated message with what it was answered first', async () => {
      const { body } = await post('Hello', stage.grace, 'once');
      await retire();
      expect(await post('Hello', stage.grace, 'once')).to.deep.include({ status: 201, body });
    });

    it('cannot be changed, and keeps its version', async () => {
      await retire();
      const change = (body: object) => stage.tim.call<Chat>('PUT', `/chats/${chat.id}`, { ...chat, ...body });
      for (const version of [1, 7]) expectProblem(await change({ name: 'Mine', version }), 409, 'chat_retired');
      await restore();
      expect(await read()).to.deep.equal(chat);
      expect((await change({ name: 'Mine', retiredAt: 'ignored' })).body).to.include({ version: 2, retiredAt: null });
    });

    it('leaves its flow alone, and comes back although its flow is retired, which it says', async () => {
      const flowId = await newFlow();
      chat = await make({ flowId });
      await retire();
      expect((await stage.ada.call('GET', `/flows/${flowId}`)).body).to.include({ retiredAt: null });
      await stage.ada.call('POST', `/flows/${flowId}/retire`);
      expectProblem(await post('Hello'), 409, 'chat_retired');
      expect((await restore()).body).to.include({ flowId, isFlowRetired: true, retiredAt: null });
      expectProblem(await post('Hello'), 409, 'flow_retired');
    });
  }),
);
