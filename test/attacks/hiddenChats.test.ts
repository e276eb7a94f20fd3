import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import { assign, makeChat, user } from '../assignments/support.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client, TestProductOptions } from '../support/product.ts';

type Page = { items: Chat[]; nextCursor: string | null };

forEachDatabase((_, openUrl) =>
  describe('A chat that a person may not use', () => {
    const options: TestProductOptions = {};
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    const made: Record<string, string> = {};

    /** The contents of a list's pages, and the cursors between them. */
    async function pagesOf(client: Client) {
      const shown: string[] = [];
      const begins: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: Page } = await client.call<Page>(
          'GET',
          `/chats?limit=1${cursor && `&cursor=${cursor}`}`,
        );
        expect(body.items.length, 'a page that is empty says that there is something').to.equal(1);
        shown.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
        if (cursor) begins.push(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as string);
      }
      return { shown, begins };
    }

    before(async () => {
      const make = async (name: string, by: Client, users: string[]) =>
        (made[name] = (await makeChat(by, { name, users })).id);
      for (const name of ['open', 'named', 'own', 'assigned', 'guests']) {
        await make(`before ${name}`, stage.ada, ['alan@sandbox.test']);
        const users = { open: [], named: ['TIM@sandbox.test'], guests: ['joan@fabrikam.test'] }[name];
        await make(name, name === 'own' ? stage.tim : stage.ada, users ?? ['radia@sandbox.test']);
      }
      await make('last', stage.ada, ['not.tim@sandbox.test', 'tim@sandbox.test.example.com']);
      await assign(stage.ada, { id: made['assigned']! }, { principals: [user('tim@sandbox.test')] });
    });

    it('takes no place in their list, and no cursor names it', async () => {
      const { shown, begins } = await pagesOf(stage.tim);
      expect(shown).to.deep.equal(['assigned', 'own', 'named', 'open'].map((name) => made[name]));
      expect(begins).to.deep.equal(shown.slice(0, -1));
    });

    it("does not affect a guest's list either", async () => {
      const joan = await stage.product.as('joan@fabrikam.test');
      expect(await pagesOf(joan)).to.deep.equal({ shown: [made['guests']], begins: [] });
    });
  }),
);
