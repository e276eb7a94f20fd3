import { expect } from 'chai';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: guests', () => {
  const client = withClient();
  const page = () => client().page;

  before(async () => {
    await page().route('**/api/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), isGuest: true } });
    });
    await signIn(client());
  });

  it('are not offered to make a chat, and read how they get one', async () => {
    client().standIn.state.chats = [];
    await visit(client(), '#/chats');
    await page().getByText('When somebody names you in a chat, it appears here.').waitFor();
    expect(await page().getByRole('button', { name: 'New chat' }).count()).to.equal(0);
  });

  it('are not told to assign a chat', async () => {
    await visit(client(), '#/assignments/sent');
    await page().getByText('Guests cannot assign chats.').waitFor();
  });
});
