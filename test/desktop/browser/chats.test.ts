import { expect } from 'chai';
import { chatOn } from '../support/screens/chat.ts';
import { ada, approvalSpec, chat, messages, notification, template } from '../support/samples.ts';
import { called, holdBack, pickPrincipal, signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: chats', function () {
  this.timeout(60_000);
  const client = withClient();
  const log = () => client().page.getByRole('log');
  const dialog = () => client().page.getByRole('dialog');
  const expired = () => notification({ id: 'expired-template', chatId: chat.id });
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });

  before(async () => {
    Object.assign(client().standIn.state, { chats: [chat], messages, notifications: [expired()] });
    await signIn(client());
    await visit(client(), `#/chats/${chat.id}`);
    await log().getByText('What system says').waitFor();
  });

  it('show messages from elsewhere as soon as they are announced', async () => {
    const { standIn } = client();
    standIn.state.messages = [{ ...messages[1]!, id: 'new', content: 'Live words' }, ...standIn.state.messages];
    standIn.tell({ event: 'message_added', data: { chatId: chat.id, logId: null } });
    await log().getByText('Live words').waitFor();
  });

  it('show at once that a message is being sent, however long that takes', async () => {
    const { page } = client();
    const letGo = await holdBack(client(), 'POST', /\/messages$/);
    await chatOn(page).composer.fill('How is it going?');
    await page.keyboard.press('Enter');
    const send = page.getByRole('button', { name: 'Send message' });
    await send.and(page.locator('[aria-busy=true]')).getByRole('progressbar', { includeHidden: true }).waitFor();
    await letGo();
    await send.and(page.locator('[aria-busy=false]')).waitFor();
  });

  it('keep all of a message that is too long, and send it once it is short enough', async () => {
    const { page, standIn } = client();
    const { composer } = chatOn(page);
    const send = page.getByRole('button', { name: 'Send message' });
    const posts = () => standIn.calls.filter(({ path, method }) => method === 'POST' && path.endsWith('/messages'));
    const before = posts().length;
    await composer.focus();
    const pasted = `${'A word. '.repeat(3000)}The end.`;
    await page.keyboard.insertText(pasted); // as when it is pasted
    await page.getByRole('alert').getByText('Enter at most 20,000 characters.').waitFor();
    expect(await composer.inputValue()).to.equal(pasted);
    await page.keyboard.press('Enter');
    expect(await send.getAttribute('aria-disabled')).to.equal('true');
    expect(posts()).to.have.length(before);
    await composer.fill('A few words.');
    await page.keyboard.press('Enter');
    await called(client(), `/chats/${chat.id}/messages`, before + 1);
    await until(client(), `document.querySelector('textarea').value === ''`);
  });

  it("let the person stop an assistant's answer, and put the focus in the text field", async () => {
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

  it('show a question as soon as it is asked, even if its template is gone', async () => {
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

  describe('with unsaved input', () => {
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

    it('keep it after an accident and a reload, until it is saved', async () => {
      const { page } = client();
      await open('#/chats', 'New chat');
      await field('Name').fill('Tea');
      await pickPrincipal(client(), 'Who may use it', 'Grace Hopper');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape'); // the first one closed the list
      await closed();
      await page.reload();
      await open('#/chats', 'New chat');
      await dialog().getByText('You started this earlier.').waitFor();
      expect(await field('Name').inputValue()).to.equal('Tea');
      await dialog().getByText('Grace Hopper').first().waitFor();
      await dialog().getByRole('button', { name: 'Create chat' }).click();
      await closed();
      expect(await stored()).not.to.include('Tea');
    });

    it('forget it on Cancel, and when it equals the saved version', async () => {
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

    it('continue from the version that the input started with', async () => {
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
      standIn.tell({ event: 'heartbeat', data: { inbox: 'moved' } }); // a reload does not disturb people who type
      await save();
      await dialog()
        .getByText(/^Not saved yet/)
        .waitFor();
    });

    it('say what was changed and keep what was typed, which can be saved over it', async () => {
      await dialog()
        .getByText(/This chat was changed meanwhile, .+: Name and Who may use it\./)
        .waitFor();
      expect(await field('Name').inputValue()).to.equal('Lunch on Friday');
      await field('Instructions for the assistant').fill('Be brief.');
      await save();
      await dialog().waitFor({ state: 'detached' });
      expect(puts()).to.have.length(2);
      expect(puts()[0]).to.include({ name: 'Lunch on Friday', version: mine.version });
      expect(puts()[1]).to.deep.include({ version: 2, assistant: { enabled: false, instructions: 'Be brief.' } });
    });

    it('show the other version to people who prefer it', async () => {
      await dialog().getByRole('button', { name: 'Discard mine, show the other' }).click();
      await until(client(), `document.querySelector('[role=dialog] input').value === 'Dinner'`);
      expect(await dialog().getByText('Not saved yet').count()).to.equal(0);
      await save();
      await dialog().waitFor({ state: 'detached' });
      expect(puts()[1]).to.include({ name: 'Dinner', version: 2 });
    });
  });
});
