import { expect } from 'chai';
import { chatOn } from '../support/screens/chat.ts';
import { ada, approvalSpec, chat, messages, notification, template } from '../support/samples.ts';
import { called, holdBack, pickPrincipal, signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: chats', function () {
  this.timeout(60_000);
  const client = withClient();
  const log = () => client().page.getByRole('log');
  const composer = () => client().page.getByRole('textbox', { name: 'Message to “Office supplies”' });
  const dialog = () => client().page.getByRole('dialog');
  const expired = () => notification({ id: 'expired-template', chatId: chat.id });
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
  const POST = `POST /chats/${chat.id}/messages`;

  before(async () => {
    Object.assign(client().standIn.state, { chats: [chat], messages, notifications: [expired()] });
    await signIn(client());
    await visit(client(), `#/chats/${chat.id}`);
    await log().getByText('What system says').waitFor();
  });

  it('keep what was written when it cannot be sent, and say why', async () => {
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

  it('carry one key until they are taken', async () => {
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

  it('do not say twice what has arrived without a word from the server', async () => {
    const { standIn, page } = client();
    const address = `**/api/chats/${chat.id}/messages*`;
    const posts = (words: string) =>
      standIn.calls.filter(({ body }) => (body as { content?: string })?.content === words).length;
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch(); // it arrives, and its answer does not
      return route.abort();
    });
    await composer().fill('Heard once');
    await composer().press('Enter');
    await log().getByText('Heard once').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(posts('Heard once')).to.equal(1);

    await page.route(address, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      return route.abort(); // nothing can be read, either
    });
    await composer().fill('Heard later');
    await composer().press('Enter');
    await page.getByText('Your message was not sent.').waitFor();
    await page.unrouteAll();
    await composer().press('Enter');
    await log().getByText('Heard later').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(posts('Heard later')).to.equal(1);

    await composer().fill('Heard later');
    await composer().press('Enter');
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(posts('Heard later'), 'said once more').to.equal(2);
  });

  it('keep a message that was begun, for its person and chat, until it is sent', async () => {
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
    await page.keyboard.type(' thought'); // goes on at the end
    expect(await composer().inputValue()).to.equal('Half a thought');
    await composer().press('Enter');
    await log().getByText('Half a thought').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    await page.reload();
    await composer().waitFor();
    expect(await composer().inputValue(), 'what was sent').to.equal('');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('take away only what was sent: not what is typed meanwhile, and also when the page is left', async () => {
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

  it('take away what was sent also where whoever sent it has gone and come back', async () => {
    const { standIn, page } = client();
    const letGo = await holdBack(client(), 'POST', `**/api/chats/${chat.id}/messages`);
    await composer().fill('There and back');
    await composer().press('Enter');
    await visit(client(), '#/nowhere');
    await visit(client(), `#/chats/${chat.id}`);
    await composer().press('Enter'); // it is on its way
    await letGo();
    await log().getByText('There and back').waitFor();
    await until(client(), `document.querySelector('main textarea').value === ''`);
    expect(await page.getByText('Your message was not sent.').count()).to.equal(0);
    const sent = standIn.calls.filter(({ body }) => (body as { content?: string })?.content === 'There and back');
    expect(sent).to.have.length(1);
  });

  it('send once what is sent with a double click', async () => {
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

  it('show what is said elsewhere as soon as they are told of it', async () => {
    const { standIn } = client();
    standIn.state.messages = [{ ...messages[1]!, id: 'new', content: 'Live words' }, ...standIn.state.messages];
    standIn.tell({ event: 'message_added', data: { chatId: chat.id, logId: null } });
    await log().getByText('Live words').waitFor();
  });

  it('let the person stop what an assistant writes, and put the focus where one writes', async () => {
    const { standIn, page } = client();
    const stop = () => page.getByRole('button', { name: 'Stop', exact: true });
    const path = `/chats/${chat.id}/messages/tea/stop`;
    const data = { chatId: chat.id, logId: null, messageId: 'tea', offset: 0, text: 'Tea is' };
    standIn.state.refusals[`POST ${path}`] = { code: 'unavailable', status: 503 };
    standIn.tell({ event: 'message_delta', data });
    await page.getByText('The assistant is writing.').waitFor();
    await stop().click();
    await page.getByText('It could not be stopped.').waitFor();
    standIn.state.refusals = {};
    await stop().click();
    await until(client(), `document.activeElement.tagName === 'TEXTAREA'`);
    await called(client(), path, 2);
    const at = new Date().toISOString();
    const said = { id: 'tea', role: 'ai' as const, content: 'Tea is', at, executionId: null };
    standIn.state.messages = [said, ...standIn.state.messages];
    standIn.tell({ event: 'message_added', data: { chatId: chat.id, logId: null } });
    await stop().waitFor({ state: 'detached' });
    await log().getByText('Tea is').waitFor();
  });

  it('ask as soon as somebody is asked, also when the template of the question is gone', async () => {
    const { standIn, page } = client();
    const question = log().getByRole('article');
    await questionIn(question).approve.waitFor();
    const createdAt = new Date().toISOString();
    const second = notification({ id: 'second', nodeId: 'more', chatId: chat.id, prompt: 'And this?', createdAt });
    const { id, executionId, nodeId, promptTemplateId, expiresAt } = second;
    standIn.state.notifications = [second, expired()];
    standIn.state.templates[promptTemplateId] = template(second, [approvalSpec]);
    const data = { requestId: id, executionId, nodeId, promptTemplateId, expiresAt, chatId: chat.id, logId: null };
    standIn.tell({ event: 'human_input_required', data });
    await log().getByText('And this?').waitFor();
    await questionIn(question.last()).reject.click();
    await questionIn(question.last()).send.click();
    await question.last().getByText('You answered').waitFor();
    const sent = standIn.calls.find(({ path }) => path === '/flow/human-response')!.body as Record<string, unknown>;
    expect(sent).to.deep.include({ executionId, nodeId, value: 'rejected' });
    expect(sent['submissionId']).to.be.a('string');
    await page.getByRole('link', { name: 'Back to all chats' }).click();
    await page.getByRole('heading', { name: 'Chats' }).waitFor();
  });

  describe('that somebody began to write down', () => {
    const mine = { ...chat, id: 'mine', flowId: null, name: 'Lunch', createdBy: ada.id };
    const stored = () => client().page.evaluate<string>('JSON.stringify(localStorage)');
    const closed = () => dialog().waitFor({ state: 'detached' });
    const open = async (hash: string, name: string) => {
      await visit(client(), hash);
      if (name === 'Edit') await chatOn(client().page).choose(name);
      else await client().page.getByRole('button', { name, exact: true }).first().click();
      await field('Name').waitFor();
    };

    beforeEach(() => {
      client().standIn.state.chats = [mine];
    });

    it('are there again after a slip and a reload, until they are made', async () => {
      const { page } = client();
      await open('#/chats', 'New chat');
      await field('Name').fill('Tea');
      await pickPrincipal(client(), 'Who may use it', 'Grace Hopper');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape'); // the first one closed the list
      await closed();
      await page.reload();
      await open('#/chats', 'New chat');
      await dialog().getByText('You began this earlier.').waitFor();
      expect(await field('Name').inputValue()).to.equal('Tea');
      await dialog().getByText('Grace Hopper').first().waitFor();
      await dialog().getByRole('button', { name: 'Create chat' }).click();
      await closed();
      expect(await stored()).not.to.include('Tea');
    });

    it('are forgotten with Cancel, and when they are as before', async () => {
      await open(`#/chats/${mine.id}`, 'Edit');
      await field('Name').fill('Dinner');
      expect(await stored()).to.include('Dinner');
      await field('Name').fill('Lunch');
      expect(await stored()).not.to.include('handback.chat');
      await field('Name').fill('Dinner');
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await closed();
      expect(await stored()).not.to.include('Dinner');
      await open(`#/chats/${mine.id}`, 'Edit');
      expect(await field('Name').inputValue()).to.equal('Lunch');
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await closed();
    });

    it('go on from the version that they were begun with', async () => {
      const { page, standIn } = client();
      await open(`#/chats/${mine.id}`, 'Edit');
      await field('Name').fill('Lunch on Friday');
      await page.keyboard.press('Escape');
      await closed();
      standIn.state.chats = [{ ...mine, instructions: 'Be nice.', version: 2 }];
      await page.reload();
      await open(`#/chats/${mine.id}`, 'Edit');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog()
        .getByText(/^Not saved yet/)
        .waitFor();
      await dialog().getByRole('button', { name: 'Discard mine, show the other' }).click();
      await until(client(), `document.querySelector('[role=dialog] textarea').value === 'Be nice.'`);
      expect(await stored()).not.to.include('Friday');
    });
  });

  describe('that were changed in another window', () => {
    const mine = { ...chat, id: 'mine', flowId: null, name: 'Lunch', createdBy: ada.id };
    const save = () => dialog().getByRole('button', { name: 'Save' }).click();
    const puts = () =>
      client()
        .standIn.calls.filter(({ method }) => method === 'PUT')
        .map(({ body }) => body);

    beforeEach(async () => {
      const { standIn, page } = client();
      standIn.state.chats = [mine];
      standIn.calls.length = 0;
      await visit(client(), `#/chats/${mine.id}`);
      await page.reload();
      await chatOn(page).choose('Edit');
      await field('Name').fill('Lunch on Friday');
      const updatedAt = new Date().toISOString();
      standIn.state.chats = [{ ...mine, name: 'Dinner', users: ['tim@sandbox.test'], version: 2, updatedAt }];
      standIn.tell({ event: 'heartbeat', data: { inbox: 'moved' } }); // what is read again disturbs nobody who types
      await save();
      await dialog()
        .getByText(/^Not saved yet/)
        .waitFor();
    });

    it('say what was changed and keep what was typed, which can be saved in its place', async () => {
      await dialog()
        .getByText(/in another window, .+: Name and Who may use it\./)
        .waitFor();
      expect(await field('Name').inputValue()).to.equal('Lunch on Friday');
      await field('Instructions for the assistant').fill('Be brief.');
      await save();
      await dialog().waitFor({ state: 'detached' });
      expect(puts()).to.have.length(2);
      expect(puts()[0]).to.include({ name: 'Lunch on Friday', version: mine.version });
      expect(puts()[1]).to.deep.include({ version: 2, assistant: { enabled: false, instructions: 'Be brief.' } });
    });

    it('show the other version to whoever would rather have that', async () => {
      await dialog().getByRole('button', { name: 'Discard mine, show the other' }).click();
      await until(client(), `document.querySelector('[role=dialog] input').value === 'Dinner'`);
      expect(await dialog().getByText('Not saved yet').count()).to.equal(0);
      await save();
      await dialog().waitFor({ state: 'detached' });
      expect(puts()[1]).to.include({ name: 'Dinner', version: 2 });
    });
  });
});
