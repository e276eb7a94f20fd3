// cspell:ignore سياسة السفر
import { expect } from 'chai';
import { chat } from '../support/samples.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: documents in a chat', function () {
  this.timeout(60_000);
  const client = withClient();
  const dialog = () => client().page.getByRole('dialog', { name: 'Search documents' });
  const words = () => dialog().getByRole('searchbox', { name: 'Words in the document' });
  const composer = () => client().page.getByRole('textbox', { name: 'Message to “Office supplies”' });
  const open = () => client().page.getByRole('button', { name: 'Search documents' }).click();
  const focused = () => client().page.evaluate('document.activeElement.textContent');
  const asked = () =>
    client()
      .standIn.calls.filter(({ path }) => path === '/search')
      .map(({ body }) => body);

  before(async () => {
    client().standIn.state.chats = [chat];
    await signIn(client());
    await visit(client(), `#/chats/${chat.id}`);
    await composer().waitFor();
  });
  beforeEach(async () => {
    await composer().fill('');
    client().standIn.calls.length = 0;
    await open();
    await words().waitFor();
  });
  const close = () => dialog().getByRole('button', { name: 'Close' }).click();
  afterEach(close);

  it('are searched once typing stops, and never for an empty text', async () => {
    await until(client(), 'document.activeElement.type === "search"');
    await client().page.keyboard.type('  travel ');
    await dialog().getByRole('link', { name: 'Holidays' }).waitFor();
    await dialog().getByText('3 documents').waitFor({ state: 'attached' });
    expect(asked()).to.deep.equal([{ query: 'travel' }]);
    expect(await dialog().locator('mark').first().textContent()).to.equal('travel');
    await words().fill('   ');
    await dialog().getByText('What are you looking for?').waitFor();
    expect(asked()).to.have.length(1);
  });

  it('are shown to the end, page by page', async () => {
    await words().fill('leave');
    await dialog().getByRole('button', { name: 'Show more' }).click();
    await dialog().getByRole('link', { name: 'Parental leave' }).waitFor();
    expect(await dialog().getByRole('button', { name: 'Show more' }).count()).to.equal(0);
    expect(asked()).to.deep.equal([{ query: 'leave' }, { query: 'leave', cursor: '3' }]);
  });

  it('say that there are more, and lead the keyboard to the first new one', async () => {
    await words().fill('holiday');
    await dialog().getByText('The first 3 documents; there are more').waitFor({ state: 'attached' });
    await dialog().getByRole('button', { name: 'Show more' }).press('Enter');
    await dialog().getByText('5 documents').waitFor({ state: 'attached' });
    expect(await focused()).to.match(/^سياسة السفر/);
    await client().page.keyboard.press('Tab');
    expect(await focused()).to.equal('Add to message');
  });

  it('say why more cannot be shown, and keep the focus there', async () => {
    const { page, standIn } = client();
    await words().fill('sickness');
    const more = dialog().getByRole('button', { name: 'Show more' });
    await more.waitFor();
    standIn.state.refusals['POST /search'] = { code: 'unavailable', status: 503 };
    await more.press('Enter');
    await dialog().getByText('The server is busy right now.', { exact: false }).waitFor();
    delete standIn.state.refusals['POST /search'];
    expect(await focused()).to.equal('Show more');
    await page.keyboard.press('Enter');
    await dialog().getByRole('link', { name: 'Parental leave' }).waitFor();
    expect(await dialog().getByText('The server is busy right now.', { exact: false }).count()).to.equal(0);
  });

  it('keep the focus in their dialog if the one that has it is not found any more', async () => {
    const { page } = client();
    await words().fill('travel');
    await dialog().getByRole('link', { name: 'Holidays' }).waitFor();
    const release = await holdBack(client(), 'POST', '**/search');
    await words().fill('nothing');
    await page.keyboard.press('Tab');
    expect(await focused()).to.equal('Travel expenses [2026]');
    await release();
    await dialog().getByRole('heading', { name: 'Nothing was found' }).waitFor();
    await until(client(), 'document.activeElement !== document.body');
    expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).to.equal(true);
  });

  it('are inserted into the message as links, and typing continues', async () => {
    const { page, standIn } = client();
    await close();
    await composer().fill('See');
    await open();
    await words().fill('travel');
    await dialog().getByRole('button', { name: 'Add to message: Travel expenses [2026]' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await until(client(), 'document.activeElement === document.querySelector("main textarea")');
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    const sent = page.getByRole('log').getByRole('link', { name: 'Travel expenses (2026)' });
    await sent.waitFor();
    const address = 'https://sandbox.sharepoint.com/sites/handbook/Documents/0%20%28final%29.md';
    expect(await sent.getAttribute('href')).to.equal(address);
    const { body } = standIn.calls.find(({ path }) => path === `/chats/${chat.id}/messages`)!;
    expect(body).to.include({ content: `See [Travel expenses (2026)](${address}) please` });
    await open();
  });

  it('are reported as not found', async () => {
    await words().fill('nothing');
    await dialog().getByRole('heading', { name: 'Nothing was found' }).waitFor();
  });

  it('cannot be searched: the reason, and the remedy', async () => {
    const { standIn } = client();
    standIn.state.refusals['POST /search'] = { code: 'forbidden', status: 403 };
    await words().fill('mine');
    await dialog().getByText('You cannot search documents here yet.', { exact: false }).waitFor();
    standIn.state.refusals['POST /search'] = { code: 'unavailable', status: 503 };
    await words().fill('other');
    await dialog().getByRole('button', { name: 'Try again' }).waitFor();
    delete standIn.state.refusals['POST /search'];
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await dialog().getByRole('link', { name: 'Holidays' }).waitFor();
  });
});
