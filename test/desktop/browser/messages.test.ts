import { expect } from 'chai';
import { chat, messages } from '../support/samples.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: messages that a person writes', function () {
  this.timeout(60_000);
  const client = withClient();
  const log = () => client().page.getByRole('log');
  const composer = () => client().page.getByRole('textbox', { name: 'Message to “Office supplies”' });
  const POST = `POST /chats/${chat.id}/messages`;

  before(async () => {
    Object.assign(client().standIn.state, { chats: [chat], messages });
    await signIn(client());
    await visit(client(), `#/chats/${chat.id}`);
    await log().getByText('What system says').waitFor();
  });

  it('are kept if they cannot be sent, with the reason', async () => {
    const { standIn, page } = client();
    standIn.state.refusals[POST] = { code: 'unavailable', status: 503 };
    await composer().fill('First line');
    await composer().press('Shift+Enter');
    await page.keyboard.type('second line');
    expect(standIn.calls.filter(({ method, path }) => `${method} ${path}` === POST)).to.deep.equal([]);
    await composer().press('Enter');
    await page.getByText('Your message was not sent.').waitFor();
    expect(await composer().inputValue()).to.equal('First line\nsecond line');
    delete standIn.state.refusals[POST];

    await page.getByRole('button', { name: 'Send message' }).click();
    await log().getByText('second line').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(await page.getByText('Your message was not sent.').count()).to.equal(0);
  });

  it('have the same key until they are accepted', async () => {
    const { page } = client();
    const address = `**/api/chats/${chat.id}/messages*`;
    const keys: (string | undefined)[] = [];
    await page.route(address, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    await composer().fill('On its way');
    await composer().press('Enter');
    await page.getByText('Your message was not sent.').waitFor();
    for (const words of ['On its way', 'Another one']) {
      await composer().fill(words);
      await composer().press('Enter');
      await log().getByText(words).waitFor();
      await until(client(), `document.querySelector('main textarea').value === ''`);
    }
    await page.unrouteAll();
    expect(keys[0]).to.match(/^[0-9a-f-]{36}$/);
    expect([keys[1], keys.length]).to.deep.equal([keys[0], 3]);
    expect(keys[2]).to.not.equal(keys[0]);
  });

  it('do not appear twice if they arrived without a reply from the server', async () => {
    const { standIn, page } = client();
    const address = `**/api/chats/${chat.id}/messages*`;
    const said = (words: string) => standIn.state.messages.filter(({ content }) => content === words).length;
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch(); // it arrives, but its reply does not
      return route.abort();
    });
    await composer().fill('Heard once');
    await composer().press('Enter');
    await log().getByText('Heard once').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(said('Heard once')).to.equal(1);

    await page.route(address, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      return route.abort(); // nothing can be read, either
    });
    await composer().fill('Heard later');
    await composer().press('Enter');
    await page.getByText('Your message was not sent.').waitFor();
    await page.unrouteAll();
    await visit(client(), '#/nowhere'); // and back, later
    await page.reload();
    await visit(client(), `#/chats/${chat.id}`);
    await log().getByText('Heard later').waitFor();
    await composer().press('Enter');
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(said('Heard later')).to.equal(1);

    await composer().fill('Heard later');
    await composer().press('Enter');
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(said('Heard later'), 'said once more').to.equal(2);
  });

  it('are sent again if the person types them again, although the first got no reply', async () => {
    const { standIn, page } = client();
    const address = `**/api/chats/${chat.id}/messages*`;
    await page.route(address, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      return route.abort();
    });
    await composer().fill('Yes');
    await composer().press('Enter');
    await page.getByText('Your message was not sent.').waitFor();
    await page.unrouteAll();
    await composer().fill('');
    await composer().fill('Yes');
    await composer().press('Enter');
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(standIn.state.messages.filter(({ content }) => content === 'Yes')).to.have.length(2);
  });

  it('keep a draft per person and chat until it is sent', async () => {
    const { page, standIn } = client();
    standIn.state.chats = [chat, { ...chat, id: 'garden', name: 'Garden' }];
    await composer().fill('Half a');
    await visit(client(), '#/chats/garden');
    const other = page.getByRole('textbox', { name: 'Message to “Garden”' });
    await other.waitFor();
    expect(await other.inputValue(), 'what was begun elsewhere').to.equal('');
    await visit(client(), `#/chats/${chat.id}`);
    await composer().waitFor();
    expect(await composer().inputValue()).to.equal('Half a');

    await page.reload();
    await composer().focus();
    await page.keyboard.type(' thought'); // continues at the end
    expect(await composer().inputValue()).to.equal('Half a thought');
    await composer().press('Enter');
    await log().getByText('Half a thought').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    await page.reload();
    await composer().waitFor();
    expect(await composer().inputValue(), 'what was sent').to.equal('');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('remove only what was sent: not what is typed meanwhile, and even if the page is left', async () => {
    const hold = () => holdBack(client(), 'POST', `**/api/chats/${chat.id}/messages`);
    let letGo = await hold();
    await composer().fill('First words');
    await composer().press('Enter');
    await composer().pressSequentially(', and more');
    await letGo();
    await until(client(), `document.querySelector('main textarea').value === ', and more'`);

    letGo = await hold();
    await composer().fill('Last words');
    await composer().press('Enter');
    await visit(client(), '#/nowhere');
    await letGo();
    await until(client(), `!JSON.stringify(localStorage).includes('Last words')`);
    await visit(client(), `#/chats/${chat.id}`);
    await log().getByText('Last words').waitFor();
    expect(await composer().inputValue()).to.equal('');
  });

  it('remove what was sent even if the person has left and come back', async () => {
    const { standIn, page } = client();
    const letGo = await holdBack(client(), 'POST', `**/api/chats/${chat.id}/messages`);
    await composer().fill('There and back');
    await composer().press('Enter');
    await visit(client(), '#/nowhere');
    await visit(client(), `#/chats/${chat.id}`);
    await composer().press('Enter'); // it is in flight
    await letGo();
    await log().getByText('There and back').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(await page.getByText('Your message was not sent.').count()).to.equal(0);
    const sent = standIn.calls.filter(({ body }) => (body as { content?: string })?.content === 'There and back');
    expect(sent).to.have.length(1);
  });

  it('are sent once on a double click', async () => {
    const { standIn, page } = client();
    const letGo = await holdBack(client(), 'POST', `**/api/chats/${chat.id}/messages`);
    await composer().fill('Only once');
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    await letGo();
    await log().getByText('Only once').waitFor();
    await until(client(), `document.querySelector('textarea').value === ''`);
    const sent = standIn.calls.filter(({ body }) => (body as { content?: string })?.content === 'Only once');
    expect(sent).to.have.length(1);
  });
});
