import { expect } from 'chai';
import { chat, messages } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

const PAGE = `#/chats/${chat.id}`;
const RETIRED = { ...chat, retiredAt: '2026-02-27T09:30:00.000Z' };

describe('desktop in a browser: retiring a chat', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const item = (name: string) => page().getByRole('menuitem', { name, exact: true });
  const field = () => page().getByRole('textbox', { name: /Office supplies/ });
  const retiredOn = () => page().getByText(/^Retired on /);

  before(() => signIn(client()));
  beforeEach(async () => {
    await visit(client(), '#/nowhere');
    await page().getByText('Nothing here').waitFor();
    Object.assign(client().standIn.state, { chats: [{ ...chat }], messages: [], notifications: [], executions: [] });
    await page().reload(); // forgets what was loaded before
    await page().getByText('Nothing here').waitFor();
  });
  const actions = () =>
    client()
      .standIn.calls.map(({ method, path }) => `${method} ${path}`)
      .filter((call) => /re(tire|store)$/.test(call));
  const choose = async (name: string) => {
    await button('More for this chat').press('Enter');
    await item(name).press('Enter');
  };

  it('asks before it is done, says what happens, and leaves the focus at the menu', async () => {
    client().standIn.calls.length = 0;
    await visit(client(), PAGE);
    await choose('Retire…');
    await page().getByText('Conversations that have begun continue. You can bring it back at any time.').waitFor();
    await button('Keep it').press('Enter');
    await until(client(), 'document.activeElement.getAttribute("aria-label") === "More for this chat"');
    expect(actions()).to.deep.equal([]);
    await choose('Retire…');
    await button('Retire it').press('Enter');
    await retiredOn().waitFor();
    await until(client(), 'document.activeElement.getAttribute("aria-label") === "More for this chat"');
    expect(actions()).to.deep.equal(['POST /chats/office/retire']);
    await button('More for this chat').press('Enter');
    await item('Assignments of this chat').waitFor();
    for (const gone of ['Edit', 'Assign…', 'Retire…']) expect(await item(gone).count(), gone).to.equal(0);
    await page().keyboard.press('Escape');
    await button('Bring back').press('Enter');
    await until(client(), 'document.activeElement.getAttribute("aria-label") === "More for this chat"');
    await retiredOn().waitFor({ state: 'detached' });
    await field().waitFor();
  });

  it('says why it failed', async () => {
    const { refusals } = client().standIn.state;
    await visit(client(), PAGE);
    await choose('Retire…');
    refusals['POST /chats/office/retire'] = { code: 'forbidden', status: 403 };
    await button('Retire it').click();
    await page()
      .getByRole('dialog')
      .getByText(/^You are not allowed/)
      .waitFor();
    delete refusals['POST /chats/office/retire'];
    await button('Retire it').click();
    refusals['POST /chats/office/restore'] = { code: 'forbidden', status: 403 };
    await button('Bring back').click();
    await page()
      .getByText(/^You are not allowed/)
      .waitFor();
    delete refusals['POST /chats/office/restore'];
    await button('Bring back').click();
    await field().waitFor();
  });

  it('moves the chat to the list of retired ones, which only shows if there are any', async () => {
    await visit(client(), '#/chats');
    await page().getByRole('link', { name: 'Office supplies' }).waitFor();
    const tab = page().getByRole('link', { name: 'Retired', exact: true });
    expect(await tab.count()).to.equal(0);
    await visit(client(), PAGE);
    await choose('Retire…');
    await button('Retire it').click();
    await button('Bring back').waitFor();
    await visit(client(), '#/chats');
    await page().getByText('No chats yet').waitFor();
    await tab.click();
    await page().getByRole('link', { name: 'Office supplies' }).click();
    await button('Bring back').click();
    await visit(client(), '#/chats');
    await page().getByRole('link', { name: 'Office supplies' }).waitFor();
  });

  it('is offered to those only who may change it', async () => {
    const may = { use: true, assign: true, change: false };
    client().standIn.state.chats = [{ ...chat, may }];
    await visit(client(), PAGE);
    await button('More for this chat').click();
    await item('Assign…').waitFor();
    expect(await item('Retire…').count()).to.equal(0);
    client().standIn.state.chats = [{ ...RETIRED, may }];
    await page().reload();
    await retiredOn().waitFor();
    expect(await button('Bring back').count()).to.equal(0);
  });

  it('takes messages only in conversations that have begun', async () => {
    const { state } = client().standIn;
    state.chats = [RETIRED];
    await visit(client(), PAGE);
    await page().getByText('Nothing has been said yet').waitFor();
    expect(await field().count()).to.equal(0);
    state.messages = messages;
    await page().reload();
    await retiredOn().waitFor();
    await field().waitFor();
  });

  it('says of its flow, if that is retired too, only where a conversation goes on', async () => {
    const { state } = client().standIn;
    const ofFlow = page().getByText(/^The flow of this chat is retired/);
    state.chats = [{ ...RETIRED, isFlowRetired: true }];
    await visit(client(), PAGE);
    await page().getByText('Nothing has been said yet').waitFor();
    await retiredOn().waitFor();
    expect(await ofFlow.count()).to.equal(0);
    state.messages = messages;
    await page().reload();
    await ofFlow.waitFor();
  });

  it('keeps a first message that was typed before, and says why it is not sent', async () => {
    const { state } = client().standIn;
    await visit(client(), PAGE);
    await field().fill('Is there tea?');
    state.refusals['POST /chats/office/messages'] = { code: 'chat_retired', status: 409 };
    await field().press('Enter');
    await page()
      .getByText(/This chat is retired/)
      .waitFor();
    expect(await field().inputValue()).to.equal('Is there tea?');
    delete state.refusals['POST /chats/office/messages'];
  });
});
