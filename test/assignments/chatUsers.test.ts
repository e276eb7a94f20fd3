import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';
import { ALAN, assign, makeChat } from './support.ts';

forEachDatabase((database, openUrl) =>
  describe(`assignments on ${database} and the access list of their chat (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl, config: { key: '5'.repeat(64) } });

    it('tell neither their assignee nor a guest who else may use the chat', async () => {
      const joan = await stage.product.as('joan@fabrikam.test');
      const listedBy = async (by: Client, id: string) =>
        (await by.call<{ items: Chat[] }>('GET', '/chats')).body.items.find((each) => each.id === id)!;
      const readBy = async (by: Client, id: string) => (await by.call<Chat>('GET', `/chats/${id}`)).body;
      const users = [ALAN, 'joan@fabrikam.test'];
      const chat = await makeChat(stage.tim, { users });
      await assign(stage.tim, chat);
      for (const read of [readBy, listedBy]) {
        for (const by of [stage.grace, joan])
          expect(await read(by, chat.id))
            .to.include({ id: chat.id })
            .and.not.have.property('users');
        for (const by of [stage.tim, stage.alan])
          expect((await read(by, chat.id)).users, 'members who may use it themselves').to.deep.equal(users);
      }
    });
  }),
);
