import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import { insertChat } from '../../server/chats/chatStore.ts';
import { newId } from '../../server/foundation/newId.ts';
import { act, assign, makeChat, newestOf, user } from '../assignments/support.ts';
import { asking, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

const HUMAN = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };
const CLOSED = { use: false, assign: false, change: true };

forEachDatabase((database, openUrl) =>
  describe(`chats of others, on ${database}`, () => {
    const stage = useStage({ openUrl, config: { key: '5'.repeat(64) } });
    let chat: Chat;
    /** Tim's, and open to Grace; Ada is the administrator. */
    beforeEach(async () => {
      chat = await makeChat(stage.tim, { name: 'Theirs', instructions: 'Be brief', users: ['grace@sandbox.test'] });
    });

    const read = (as: Client, id = chat.id) => as.call<Chat>('GET', `/chats/${id}`);
    const change = (as: Client, body: object, of = chat) =>
      as.call<Chat>('PUT', `/chats/${of.id}`, { name: of.name, users: of.users, ...body });
    const entries = async () =>
      (await stage.services.ground.reader('audit').where({ subject: chat.id }).orderBy('seq')).map(
        ({ actor, action }) => [actor, action],
      );
    const idOf = async (client: Client) => (await client.call<{ id: string }>('GET', '/me')).body.id;

    it('are read, changed, retired and brought back by an administrator, whom the audit names', async () => {
      const [tim, ada] = [await idOf(stage.tim), await idOf(stage.ada)];
      expect((await read(stage.ada)).body).to.deep.equal({ ...chat, may: CLOSED });
      const before = (await entries()).length;
      const users = ['grace@sandbox.test', 'alan@sandbox.test'];
      const changed = await change(stage.ada, { name: 'Ours', instructions: 'Be kind', users, version: 1 });
      expect(changed.body).to.deep.include({ name: 'Ours', version: 2, users, createdBy: tim, may: CLOSED });
      const retired = await stage.ada.call<Chat>('POST', `/chats/${chat.id}/retire`);
      expect(retired.body).to.deep.include({ may: CLOSED }).and.have.property('retiredAt').that.is.a('string');
      expectProblem(await change(stage.ada, { name: 'No' }), 409, 'chat_retired');
      expect((await stage.ada.call<Chat>('POST', `/chats/${chat.id}/restore`)).body).to.deep.equal(changed.body);
      expect((await read(stage.tim)).body).to.deep.equal({ ...changed.body, may: chat.may });
      expect((await change(stage.tim, { name: 'Mine' })).body).to.include({ version: 3 });
      expect((await entries()).slice(before)).to.deep.equal([
        [ada, 'chat.changed'],
        [ada, 'chat.granted'],
        [ada, 'chat.retired'],
        [ada, 'chat.restored'],
        [tim, 'chat.changed'],
        [tim, 'chat.revoked'],
      ]);
    });

    it('are read in all their versions by administrators, and by nobody else to whom they are closed', async () => {
      await change(stage.ada, { name: 'Ours' });
      for (const path of ['', '/versions', '/versions/1', '/versions/2']) {
        expect((await stage.ada.call('GET', `/chats/${chat.id}${path}`)).status, path).to.equal(200);
        for (const client of [stage.alan, stage.radia])
          expectProblem(await client.call('GET', `/chats/${chat.id}${path}`), 404, 'not_found');
      }
      for (const client of [stage.alan, stage.radia]) expectProblem(await change(client, {}), 404, 'not_found');
      expectProblem(await change(stage.grace, {}), 403, 'forbidden');
      expectProblem(await read(stage.ada, newId(stage.now())), 404, 'not_found');
    });

    it('keep their conversations from administrators', async () => {
      const flowId = await publish(stage.ada, asking({ id: 'of-others', human: HUMAN }));
      const messages = `/chats/${chat.id}/messages`;
      const { message } = (await stage.grace.call<Posted>('POST', messages, { content: 'Secret' })).body;
      await assign(stage.tim, chat, { principals: [user('grace@sandbox.test')], criterion: 'manual' });
      const started = await act(stage.grace, (await newestOf(stage.grace)).id, 'start');
      const log = `/logs/${(started.body as { logId: string }).logId}`;
      const closed: [method: string, path: string, body?: object][] = [
        ['GET', messages],
        ['POST', messages, { content: 'Let me in' }],
        ['POST', `${messages}/${message.id}/stop`],
        ['GET', log],
        ['GET', `${log}/messages`],
        ['POST', `${log}/messages`, { content: 'Let me in' }],
        ['POST', `/flows/${flowId}/executions`, { chatId: chat.id }],
      ];
      for (const call of closed) expectProblem(await stage.ada.call(...call), 404, 'not_found');
      const terms = { chatId: chat.id, criterion: 'manual', principals: [user('ada@sandbox.test')] };
      const refused = expectProblem(await stage.ada.call('POST', '/assignments', terms), 422, 'validation_failed');
      expect(refused.fields).to.have.keys('chatId');
      const said = (await stage.grace.call<{ items: ChatMessage[] }>('GET', messages)).body.items;
      expect(said.map(({ content }) => content)).to.deep.equal(['Secret']);
    });

    it('are not in the list of the chats that an administrator may use', async () => {
      const ids = async (query: string) =>
        (await stage.ada.call<{ items: Chat[] }>('GET', `/chats?limit=200${query}`)).body.items.map(({ id }) => id);
      expect(await ids('')).not.to.include(chat.id);
      await stage.ada.call('POST', `/chats/${chat.id}/retire`);
      for (const query of ['', '&retired=true']) expect(await ids(query)).not.to.include(chat.id);
    });

    it('are open to an administrator once they name them, and then give a log of their own', async () => {
      await stage.grace.call('POST', `/chats/${chat.id}/messages`, { content: 'Secret' });
      const users = ['grace@sandbox.test', 'ada@sandbox.test'];
      const { body } = await change(stage.ada, { users });
      expect(body.may).to.deep.equal({ use: true, assign: true, change: true });
      expect((await read(stage.ada)).body).to.deep.equal(body);
      const own = await stage.ada.call<{ items: ChatMessage[] }>('GET', `/chats/${chat.id}/messages`);
      expect(own.body.items).to.deep.equal([]);
      expect((await change(stage.ada, {})).body.may).to.deep.equal(CLOSED);
    });

    it('are saved by their maker or an administrator, if both save at once', async () => {
      for (let round = 1; round <= 5; round++) {
        const saves = await Promise.all(
          [stage.tim, stage.ada].map((client) => change(client, { name: `Round ${round}`, version: round })),
        );
        expect(saves.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
        const saver = await idOf(saves[0]!.status === 200 ? stage.tim : stage.ada);
        expect((await entries()).at(-1)).to.deep.equal([saver, 'chat.changed']);
      }
    });

    it('keep a flow that whoever saves may not start, and get none that they may not start', async () => {
      const flowId = await publish(stage.ada, asking({ id: 'adas-own', human: HUMAN }));
      const lists = { owners: [user(await idOf(stage.ada))], readers: [], starters: [], version: 1 };
      expect((await stage.ada.call('PUT', `/flows/${flowId}/access`, lists)).status).to.equal(200);
      expectProblem(await change(stage.tim, { flowId }), 422, 'validation_failed');
      expect((await change(stage.ada, { flowId })).body).to.include({ flowId });
      expect((await change(stage.tim, { flowId, name: 'Renamed' })).body).to.include({ flowId, name: 'Renamed' });
      expect((await change(stage.tim, { flowId: null })).body).to.include({ flowId: null });
      expectProblem(await change(stage.tim, { flowId }), 422, 'validation_failed');
    });

    it('are shown to an administrator in the newest version, although an assignment pins an older one', async () => {
      await change(stage.tim, { name: 'Second' });
      await assign(stage.tim, chat, { principals: [user('ada@sandbox.test')], criterion: 'manual', chatVersion: 1 });
      const { body } = await read(stage.ada);
      expect(body).to.deep.include({ name: 'Second', version: 2, may: { ...CLOSED, use: true } });
      expect(body.users).to.deep.equal(chat.users);
      expect((await change(stage.ada, body)).body).to.include({ version: 3 });
    });

    it('can be changed and retired when nobody knows who made them', async () => {
      const id = newId(stage.now());
      const { may: _may, isFlowRetired: _retired, ...stored } = chat;
      const orphan = { ...stored, id, users: chat.users!, createdBy: 'erased-0123', updatedAt: 1, retiredAt: null };
      await stage.services.ground.units.run(({ trx }) => insertChat(trx, orphan));
      expect((await change(stage.ada, { name: 'Found' }, { ...chat, id })).body).to.include({ name: 'Found' });
      expect((await stage.ada.call('POST', `/chats/${id}/retire`)).status).to.equal(200);
      expectProblem(await stage.tim.call('POST', `/chats/${id}/restore`), 404, 'not_found');
    });
  }),
);
