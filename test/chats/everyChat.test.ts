import { expect } from 'chai';
import type { Chat, ListedChat } from '../../contract/chats.ts';
import { insertChat } from '../../server/chats/chatStore.ts';
import { newId } from '../../server/foundation/newId.ts';
import { makeChat } from '../assignments/support.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

interface Page {
  items: ListedChat[];
  nextCursor: string | null;
}

const GONE = 'ffffffff-0000-4000-8000-000000000001';

forEachDatabase((database, openUrl) =>
  describe(`the list of all chats, on ${database}`, () => {
    const stage = useStage({ openUrl });
    const made: Chat[] = [];
    before(async () => {
      for (const [client, name] of [
        [stage.tim, 'The CAFÉ menu'],
        [stage.grace, 'Compilers'],
        [stage.tim, 'Office supplies'],
      ] as const) {
        stage.advance(1);
        made.push(await makeChat(client, { name, users: ['alan@sandbox.test'] }));
      }
    });

    const page = async (query = '', as: Client = stage.ada): Promise<Page> => {
      const { status, body } = await as.call<Page>('GET', `/admin/chats?${query}`);
      expect(status).to.equal(200);
      return body;
    };
    const names = async (query = '') => (await page(query)).items.map(({ name }) => name);

    it('is for administrators only', async () => {
      for (const client of [stage.tim, stage.grace, stage.radia])
        expectProblem(await client.call('GET', '/admin/chats'), 403, 'forbidden');
    });

    it('names those who have made them, newest first, and tells nothing else of them', async () => {
      const [{ id, updatedAt, createdBy }] = [made[2]!];
      const [newest, second] = (await page()).items;
      const maker = { id: createdBy, displayName: 'Tim Berners-Lee', isGone: false };
      expect(newest).to.deep.equal({ id, name: 'Office supplies', version: 1, updatedAt, retiredAt: null, maker });
      expect(second!.maker.displayName).to.equal('Grace Hopper');
    });

    it('says of whom the directory no longer has, or who was erased', async () => {
      for (const createdBy of [GONE, 'erased-0123']) {
        stage.advance(1);
        const { may: _may, isFlowRetired: _retired, ...chat } = made[0]!;
        const orphan = { ...chat, id: newId(stage.now()), users: [], createdBy, updatedAt: 1, retiredAt: null };
        await stage.services.ground.units.run(({ trx }) => insertChat(trx, { ...orphan, name: `Of ${createdBy}` }));
        const [newest] = (await page('limit=1')).items;
        expect(newest!.maker).to.deep.equal({ id: createdBy, displayName: null, isGone: true });
      }
    });

    it('has those in use or the retired ones, page by page', async () => {
      for (const { id } of made.slice(0, 2)) await stage.ada.call('POST', `/chats/${id}/retire`);
      expect(await names('retired=true')).to.deep.equal(['Compilers', 'The CAFÉ menu']);
      expect(await names())
        .to.include('Office supplies')
        .and.not.include('Compilers');
      const first = await page('retired=true&limit=1');
      expect(first.items.map(({ id }) => id)).to.deep.equal([made[1]!.id]);
      const second = await page(`retired=true&limit=1&cursor=${first.nextCursor}`);
      expect(second.items.map(({ id }) => id)).to.deep.equal([made[0]!.id]);
      expect(second.nextCursor).to.equal(null);
      for (const { id } of made.slice(0, 2)) await stage.ada.call('POST', `/chats/${id}/restore`);
    });

    it('is searched by the words of their names, in any letter case', async () => {
      for (const q of ['café', 'MENU Café']) expect(await names(`q=${encodeURIComponent(q)}`)).to.have.length(1);
      expect(await names('q=office')).to.deep.equal(['Office supplies']);
      expect(await names('q=office+menu')).to.deep.equal([]);
      expect(await names('retired=true&q=office')).to.deep.equal([]);
    });
  }),
);
