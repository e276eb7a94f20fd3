import { expect } from 'chai';
import { chat } from '../support/samples.ts';
import { called, signIn, until, visit, withClient } from './client.ts';

const may = { use: false, assign: false, change: true };
const OF_TIM = { ...chat, may, createdBy: 'tim' };
const OF_NOBODY = { ...chat, may, id: 'travel', name: 'Travel', createdBy: 'gone' };

describe('desktop in a browser: the chats of everybody', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const names = () => page().locator('main li h2');
  const row = (name: string) => page().getByRole('listitem').filter({ hasText: name });
  const dialog = () => page().getByRole('dialog');
  const actions = () =>
    client()
      .standIn.calls.filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);

  before(() => signIn(client()));
  beforeEach(async () => {
    await visit(client(), '#/nowhere');
    await page().getByText('Nothing here').waitFor();
    Object.assign(client().standIn.state, {
      roles: ['administrator'],
      chats: [OF_TIM, OF_NOBODY],
      makers: {
        tim: { displayName: 'Tim Berners-Lee', isGone: false },
        gone: { displayName: null, isGone: true },
      },
    });
    await page().reload(); // forgets what was loaded before
    await page().getByText('Nothing here').waitFor();
    client().standIn.calls.length = 0;
    await visit(client(), '#/admin/chats');
  });

  it('are listed with who has made them, and found by name', async () => {
    await row('Office supplies').getByText('Made by Tim Berners-Lee').waitFor();
    await row('Travel').getByText('Whoever made it is no longer in the directory').waitFor();
    await page().getByRole('searchbox', { name: 'Search names' }).fill('TRAVEL');
    await row('Office supplies').waitFor({ state: 'detached' });
    expect(await names().allTextContents()).to.deep.equal(['Travel']);
    await page().getByRole('searchbox', { name: 'Search names' }).fill('none');
    await page().getByText('Nothing matches').waitFor();
    await page().getByRole('searchbox', { name: 'Search names' }).fill('');
    await row('Office supplies').waitFor();
  });

  it('are hidden from everybody else', async () => {
    client().standIn.state.roles = [];
    client().standIn.calls.length = 0;
    await page().reload();
    await page().getByText('Administrators only').waitFor();
    expect(client().standIn.calls.some(({ path }) => path.startsWith('/admin'))).to.equal(false);
  });

  it('are changed on top of the version that the server has when the dialog opens', async () => {
    await row('Travel').waitFor();
    client().standIn.state.chats = [OF_TIM, { ...OF_NOBODY, name: 'Travel far', version: 3 }];
    await button('Edit Travel').press('Enter');
    await until(client(), `document.querySelector('[role=dialog] input')?.value === 'Travel far'`);
    await page().getByRole('textbox', { name: 'Name', exact: true }).fill('Travel home');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Travel home').waitFor();
    const saved = client().standIn.calls.find(({ method }) => method === 'PUT')!;
    expect(saved.path).to.equal('/chats/travel');
    expect(saved.body).to.deep.include({ name: 'Travel home', version: 3, users: [] });
    await until(client(), `document.activeElement.getAttribute('aria-label') === 'Edit Travel home'`);
  });

  it('are retired after a question, and brought back from a list of their own', async () => {
    const tab = page().getByRole('link', { name: 'Retired', exact: true });
    await row('Travel').waitFor();
    expect(await tab.count()).to.equal(0);
    await button('Retire… Travel').press('Enter');
    await button('Keep it').press('Enter');
    await until(client(), `document.activeElement.getAttribute('aria-label') === 'Retire… Travel'`);
    expect(actions()).to.deep.equal([]);
    await button('Retire… Travel').press('Enter');
    await button('Retire it').press('Enter');
    await row('Travel').waitFor({ state: 'detached' });
    await until(client(), `document.activeElement !== document.body`);
    await tab.click();
    await row('Travel')
      .getByText(/^Retired on /)
      .waitFor();
    expect(await button('Edit Travel').count()).to.equal(0);
    await button('Bring back Travel').click();
    await page().getByText('No retired chats').waitFor();
    await page().getByRole('link', { name: 'In use', exact: true }).click();
    await row('Travel').waitFor();
    expect(actions()).to.deep.equal(['POST /chats/travel/retire', 'POST /chats/travel/restore']);
  });

  it('say why one cannot be changed, retired or brought back', async () => {
    const { refusals } = client().standIn.state;
    const forbidden = { code: 'forbidden', status: 403 } as const;
    const refused = (where = dialog()) => where.getByText(/You are not allowed/).waitFor();
    await row('Travel').waitFor();
    refusals['GET /chats/travel'] = forbidden;
    await button('Edit Travel').click();
    await refused();
    delete refusals['GET /chats/travel'];
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await page().getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await page().keyboard.press('Escape');
    refusals['POST /chats/travel/retire'] = forbidden;
    await button('Retire… Travel').click();
    await button('Retire it').click();
    await refused();
    delete refusals['POST /chats/travel/retire'];
    await button('Retire it').click();
    await row('Travel').waitFor({ state: 'detached' });
    refusals['POST /chats/travel/restore'] = forbidden;
    await page().getByRole('link', { name: 'Retired', exact: true }).click();
    await button('Bring back Travel').click();
    await refused(row('Travel'));
    delete refusals['POST /chats/travel/restore'];
  });

  it('tell an administrator who opens a closed one where its settings are', async () => {
    await visit(client(), `#/chats/${OF_TIM.id}`);
    await page().getByRole('heading', { name: 'This chat is not open to you' }).waitFor();
    expect(client().standIn.calls.some(({ path }) => path.endsWith('/messages'))).to.equal(false);
    await page().getByRole('main').getByRole('link', { name: 'All chats' }).click();
    await row('Office supplies').waitFor();
    await called(client(), '/admin/chats');
  });
});
