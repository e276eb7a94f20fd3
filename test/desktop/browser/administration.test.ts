import { expect } from 'chai';
import { signIn, visit, withClient } from './client.ts';
import { signInOn } from '../support/screens/signIn.ts';

describe('desktop in a browser: administration', () => {
  const client = withClient();
  const link = (name: string) => client().page.getByRole('link', { name, exact: true });
  const account = () => client().page.getByRole('button', { name: /^Account of/ });

  it('is nowhere to be seen for others, and says whose it is to those who know the address', async () => {
    const { page } = client();
    await signIn(client(), 'Ada Lovelace', '#/admin');
    await page.getByText('Administrators only').waitFor();
    expect(await page.getByRole('definition').count()).to.equal(0);
    await account().click();
    await signInOn(page).signOut.waitFor();
    expect(await link('Administration').count()).to.equal(0);
  });

  it('is in the account menu of administrators, and leads through what there is to see', async () => {
    const { page, standIn } = client();
    standIn.state.roles = ['administrator'];
    await page.reload();
    await visit(client(), '#/flows');
    await account().click();
    await link('Administration').click();
    await page.getByRole('heading', { name: 'About this installation' }).waitFor();
    expect(await signInOn(page).signOut.count(), 'the menu is gone').to.equal(0);
    for (const [name, fact] of [
      ['Directory', standIn.sandbox.tenant.id],
      ['Channels', 'Slack'],
      ['Set-up', 'Language model'],
    ] as const) {
      await link(name).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.locator('dl').getByText(fact).first().waitFor();
      expect(await link(name).getAttribute('aria-current')).to.equal('page');
    }
  });
});
