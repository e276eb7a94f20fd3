import { chat } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: a dialog that leaves with its page', () => {
  const client = withClient();

  it('gives the rest of the page back, also in a browser that is never at rest', async () => {
    const { page, standIn } = client();
    await page.addInitScript('window.requestIdleCallback = () => 0');
    standIn.state.chats = [chat];
    await signIn(client(), 'Ada Lovelace', '#/chats');
    const make = page.getByRole('button', { name: 'New chat' });
    await make.click();
    await page.getByRole('dialog').waitFor();
    await page.locator('#root[aria-hidden]').waitFor({ state: 'attached' });
    await visit(client(), '#/nowhere');
    await page.getByText('This address leads nowhere.').waitFor();
    await visit(client(), '#/chats');
    await make.waitFor();
  });
});
