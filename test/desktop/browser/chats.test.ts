import { expect } from 'chai';
import { approvalSpec, chat, messages, notification, template } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: chats', function () {
  this.timeout(60_000);
  const client = withClient();
  const log = () => client().page.getByRole('log');
  const composer = () => client().page.getByRole('textbox', { name: 'Message to “Office supplies”' });
  const expired = notification({ id: 'expired-template', chatId: chat.id });
  const POST = `POST /chats/${chat.id}/messages`;

  before(async () => {
    Object.assign(client().standIn.state, { chats: [chat], messages, notifications: [expired] });
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
    expect(await composer().inputValue()).to.equal('');
    expect(await page.getByText('Your message was not sent.').count()).to.equal(0);
  });

  it('show what is said elsewhere as soon as they are told of it', async () => {
    const { standIn } = client();
    standIn.state.messages = [{ ...messages[1]!, id: 'new', content: 'Live words' }, ...standIn.state.messages];
    standIn.tell({ event: 'message_added', data: { chatId: chat.id } });
    await log().getByText('Live words').waitFor();
  });

  it('ask as soon as somebody is asked, also when the template of the question is gone', async () => {
    const { standIn, page } = client();
    const question = log().getByRole('article');
    await question.getByRole('button', { name: 'Approve' }).waitFor();
    const createdAt = new Date().toISOString();
    const second = notification({ id: 'second', nodeId: 'more', chatId: chat.id, prompt: 'And this?', createdAt });
    const { id, executionId, nodeId, promptTemplateId, expiresAt } = second;
    standIn.state.notifications = [second, expired];
    standIn.state.templates[promptTemplateId] = template(second, [approvalSpec]);
    const data = { requestId: id, executionId, nodeId, promptTemplateId, expiresAt, chatId: chat.id };
    standIn.tell({ event: 'human_input_required', data });
    await log().getByText('And this?').waitFor();
    await question.last().getByRole('button', { name: 'Reject' }).click();
    await question.last().getByRole('button', { name: 'Send answer' }).click();
    await question.last().getByText('You answered').waitFor();
    const sent = standIn.calls.find(({ path }) => path === '/flow/human-response')!.body as Record<string, unknown>;
    expect(sent).to.deep.include({ executionId, nodeId, value: 'rejected' });
    expect(sent['submissionId']).to.be.a('string');
    await page.getByRole('link', { name: 'Back to all chats' }).click();
    await page.getByRole('heading', { name: 'Chats' }).waitFor();
  });
});
