import { signIn, visit, withClient } from './client.ts';

const PAGES = [
  { of: 'a chat', hash: '#/chats/none', words: 'This chat is not open to you', back: 'Chats', title: 'Chats' },
  {
    of: 'an assignment',
    hash: '#/assignments/none',
    words: 'There is no such assignment',
    back: 'Assignments',
    title: 'Assignments',
  },
  { of: 'a log', hash: '#/logs/none', words: 'There is no such log', back: 'Assignments', title: 'Assignments' },
  {
    of: 'what was sent',
    hash: '#/assignments/sent/none',
    words: 'There is no such assignment',
    back: 'Sent assignments',
    title: 'Sent assignments',
  },
] as const;

describe('desktop in a browser: a page that cannot be shown', () => {
  const client = withClient();

  before(() => signIn(client()));

  for (const { of, hash, words, back, title } of PAGES)
    it(`links from ${of} to where there are others`, async () => {
      const { page } = client();
      await visit(client(), hash);
      await page.getByRole('heading', { level: 1, name: words }).waitFor();
      await page.getByRole('main').getByRole('link', { name: back }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    });
});
