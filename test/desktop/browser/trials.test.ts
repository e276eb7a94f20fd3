import { expect } from 'chai';
import { HEARD } from '../support/announced.ts';
import { everything } from '../places/given.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: what an administrator tries', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true }).first();
  const dialog = () => page().getByRole('dialog');
  const hear = (words: string) =>
    until(client(), `window.heard?.some((each) => each.includes(${JSON.stringify(words)}))`);

  before(async () => {
    await client().context.addInitScript(HEARD);
    Object.assign(client().standIn.state, everything(), { roles: ['administrator'] });
    await signIn(client());
  });

  it('is forgotten once a registration that was tested is changed', async () => {
    await visit(client(), '#/admin/sharepointentitlement');
    await button('Test the connection').press('Enter');
    const failed = page().getByRole('status').getByRole('listitem').first();
    await failed.waitFor();
    await button('Change…').press('Enter');
    await dialog().getByRole('textbox', { name: 'Client ID' }).fill('30000000-0000-4000-8000-000000000005');
    await page().keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    expect(await failed.count()).to.equal(0);
  });

  it('is forgotten once a channel that was tested is changed', async () => {
    await visit(client(), '#/admin/notifications');
    await button('Send me a test message: E-mail').press('Enter');
    const sent = page().getByText('It is on its way to you.');
    await sent.waitFor();
    await button('Change E-mail').press('Enter');
    await dialog().getByRole('textbox', { name: 'Sender' }).fill('ask@example.com');
    await page().keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    expect(await sent.count()).to.equal(0);
  });

  it('is announced: a site that was granted, and one that was taken back', async () => {
    await visit(client(), '#/admin/sharepointentitlement');
    await button('Grant access…').press('Enter');
    await dialog().getByRole('textbox').fill('https://sandbox.sharepoint.com/sites/handbook');
    await page().keyboard.press('Enter');
    await hear('Access was granted: Company handbook');
    await button('Take access back… Company handbook').press('Enter');
    await dialog().or(page().getByRole('alertdialog')).getByRole('button', { name: 'Take access back' }).press('Enter');
    await hear('Access was taken back: Company handbook');
  });

  it('is announced and shown: that changes are looked for', async () => {
    await visit(client(), '#/admin/indexing');
    await button('Index now').press('Enter');
    await hear('Looking for changes in all libraries now');
    await page().getByText('Looking for changes in all libraries now').waitFor();
    await button(/^Index now: Company handbook/).press('Enter');
    await hear('Looking for changes in “Company handbook');
  });
});
