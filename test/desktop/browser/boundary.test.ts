import { expect } from 'chai';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: a part that cannot be fetched', () => {
  const client = withClient();

  it('says so in its place, leaves the rest alone, and loads by itself when the network is back', async () => {
    const { page, context } = client();
    await signIn(client());
    await page.getByText('Live', { exact: true }).waitFor();
    await context.setOffline(true);
    await visit(client(), '#/flows');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
    await page.keyboard.press('?');
    expect(await page.getByRole('navigation').count(), 'the rest stands').to.be.above(0);
    await visit(client(), '#/notifications');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await visit(client(), '#/flows');
    await context.setOffline(false);
    await page.getByText('No flows yet').waitFor();
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
    await until(client(), `document.body.textContent.includes('Sign out')`);
  });
});
