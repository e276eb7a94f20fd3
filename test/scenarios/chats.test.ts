import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Chat } from '../../contract/chats.ts';
import type { FileView } from '../../contract/files.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { stopTime } from '../support/pageTime.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';
import { questionIn } from '../desktop/support/screens/question.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';

const BOTH = { users: ['ada@sandbox.test', 'grace@sandbox.test'] };
const GRACE = { users: ['grace@sandbox.test'] };

/** `start > echo > ask > done > end`: repeats the message, asks, says the answer. */
function talking(id: string, human: Record<string, unknown>, variables: object[] = []): FlowDefinition {
  const definition = asking({ id, human });
  const [start, , end] = definition.nodes;
  const say = (name: string, text: string) => ({ id: name, type: 'message', config: { text } });
  start!.config = { variables: [{ name: 'message', type: 'textarea', required: true }, ...variables] as never };
  definition.nodes = [
    start!,
    say('echo', 'You wrote: {{ message }}'),
    definition.nodes[1]!,
    say('done', 'Now I know: {{ ask.value }}'),
    end!,
  ];
  const path = ['start', 'echo', 'ask', 'done', 'end'];
  return { ...definition, edges: path.slice(1).map((to, n) => ({ from: path[n]!, to })) };
}

describe('chats, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  let ada: Client;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
    await publish(ada, talking('approve', { inputType: 'approval', prompt: 'Shall we?', assignees: BOTH }));
    const form = [
      { name: 'reason', type: 'text', label: 'Reason', required: true },
      { name: 'receipt', type: 'file', label: 'Receipt', accept: ['.pdf'] },
      { name: 'owner', type: 'user', label: 'Owner' },
    ];
    const human = { inputType: 'form', prompt: 'Tell us more.', assignees: GRACE, variables: form };
    await publish(ada, talking('form', human));
    const topic = { name: 'topic', type: 'text', label: 'Topic', required: true };
    await publish(ada, talking('topic', { inputType: 'text', prompt: 'Well?', assignees: GRACE }, [topic]));
  });
  after(() => product?.close());
  afterEach(() => {
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const make = async (body: object): Promise<Chat> => (await ada.call<Chat>('POST', '/chats', body)).body;
  const composer = (page: Page) => chatOn(page).composer;
  const log = (page: Page) => page.getByRole('log');
  const visit = (page: Page, { id }: Chat) => page.evaluate(`location.hash = '#/chats/${id}'`);

  it('are created, talked to, and asked in: whoever answers, everybody sees it without a reload', async () => {
    const grace = await signIn('Grace Hopper');
    await grace.getByRole('link', { name: 'Chats' }).first().click();
    await grace.getByText('No chats yet').waitFor();
    await grace.getByRole('button', { name: 'New chat' }).click();
    await grace.getByRole('textbox', { name: 'Name' }).fill('Trips');
    await grace.getByRole('combobox', { name: 'Flow', exact: true }).click();
    await grace.getByRole('option', { name: 'Flow approve' }).click();
    await grace.getByRole('combobox', { name: 'Who may use it' }).pressSequentially('Ada');
    await grace.getByRole('option', { name: /Ada Lovelace/ }).click();
    await grace.getByRole('button', { name: 'Create chat' }).click();
    await grace.getByRole('heading', { name: 'Trips' }).waitFor();

    const other = await signIn('Ada Lovelace');
    await other.getByRole('link', { name: 'Chats' }).first().click();
    await other.getByRole('link', { name: 'Trips' }).click();
    await other.getByText('Nothing has been said yet').waitFor();

    await composer(grace).click();
    await grace.keyboard.type('To Rome');
    await grace.keyboard.press('Shift+Enter');
    await grace.keyboard.type('by train');
    await grace.keyboard.press('Enter');
    await log(grace).getByText('You wrote: To Rome').waitFor();
    await until(async () => (await composer(grace).inputValue()) === '');
    expect(await log(grace).innerText()).to.match(
      /Grace Hopper\s[^]*To Rome\nby train[^]*Flow approve\s[^]*You wrote: To Rome\nby train/,
    );

    const question = (page: Page) => log(page).getByRole('article', { name: 'Question from “Flow approve”' });
    await questionIn(question(grace)).addComment.click();
    await questionIn(question(grace)).comment.fill('Too late');
    await questionIn(question(other)).approve.click();
    await questionIn(question(other)).sendNow.click();
    await question(other).getByText('You answered').waitFor();
    await question(grace).getByText('Ada Lovelace answered', { exact: true }).waitFor();
    await question(grace).getByText('What you typed and did not send').waitFor();
    expect(await questionIn(question(grace)).send.count()).to.equal(0);
    await log(grace).getByText('Now I know: approved').waitFor();
    expect(await other.getByText('You wrote').count(), 'everybody has a log of their own').to.equal(0);

    const id = (await product.inbox(ada))[0]!.id;
    const { body } = await ada.call<{ assignees: { displayName: string; channel: string | null }[] }>(
      'GET',
      `/requests/${id}`,
    );
    expect(body.assignees.find(({ channel }) => channel !== null)).to.include({ channel: 'web' });
  });

  it('open a form in a dialog, with all its controls', async () => {
    const chat = await make({ name: 'Receipts', flowId: 'form' });
    const grace = await signIn('Grace Hopper');
    await visit(grace, chat);
    await composer(grace).fill('Hello');
    await grace.keyboard.press('Enter');
    await grace.getByRole('button', { name: 'Open form' }).click();
    const dialog = grace.getByRole('dialog');
    await questionIn(dialog).send.click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Reason').fill('A journey');
    const [chooser] = await Promise.all([
      grace.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /Choose/ }).click(),
    ]);
    await chooser.setFiles([{ name: 'train.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1000, 1) }]);
    await dialog.getByRole('button', { name: 'Remove train.pdf' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Owner' }).pressSequentially('kath');
    await grace.getByRole('option', { name: /Katherine Johnson/ }).waitFor();
    await grace.keyboard.press('ArrowDown');
    await grace.keyboard.press('Enter');
    await questionIn(dialog).send.click();
    await dialog.waitFor({ state: 'detached' });
    await questionIn(log(grace)).outcome.getByText('A journey').waitFor();

    const { executionId } = (await product.inbox(await product.as('grace@sandbox.test')))[0]!;
    const { context } = await product.reached(ada, executionId, 'completed');
    const { values, note } = context!['ask'] as { note: string; values: { reason: string; receipt: FileView[] } };
    expect([values.reason, values.receipt[0]!.name]).to.deep.equal(['A journey', 'train.pdf']);
    expect(note).to.equal('Submitted through the inline prompt in the chat');
  });

  it('let an answer be undone, keep what was typed, and send offline answers on return', async () => {
    const chat = await make({ name: 'Trains', flowId: 'approve' });
    const grace = await signIn('Grace Hopper');
    await visit(grace, chat);
    await composer(grace).fill('To Oslo');
    await grace.keyboard.press('Enter');
    const question = log(grace).getByRole('article');
    await stopTime(grace);
    await questionIn(question).approve.click();
    await questionIn(question).undo.click();
    await questionIn(question).addComment.click();
    await questionIn(question).comment.fill('By night');
    await grace.reload();
    await question.getByText('You started this earlier.').waitFor();
    expect(await questionIn(question).comment.inputValue()).to.equal('By night');

    await grace.context().setOffline(true);
    await stopTime(grace);
    await questionIn(question).approve.click();
    await questionIn(question).sendNow.click();
    await question.getByText('Your answer will be sent when you are online again.').waitFor();
    await grace.context().setOffline(false);
    await log(grace).getByText('Now I know: approved').waitFor();
    const { executionId } = (await product.inbox(await product.as('grace@sandbox.test')))[0]!;
    const { context } = await product.reached(ada, executionId, 'completed');
    expect(context!['ask']).to.deep.include({
      value: 'approved',
      note: 'Submitted through the inline prompt in the chat',
      comment: 'By night',
    });
    complaints.splice(0); // from the network outage
  });

  it('say in advance if there is nobody to answer', async () => {
    const chat = await make({ name: 'Helpless', assistant: { enabled: true } });
    const page = await signIn('Ada Lovelace');
    await visit(page, chat);
    await page.getByText('No language model is set up here, so the assistant cannot answer.').waitFor();
  });

  it("ask beside the message for their flow's other input", async () => {
    const chat = await make({ name: 'Topics', flowId: 'topic' });
    const tim = await signIn('Tim Berners-Lee');
    await visit(tim, chat);
    await composer(tim).fill('Begin');
    await tim.keyboard.press('Enter');
    await tim.getByRole('dialog').getByLabel('Topic').fill('Weather');
    await tim.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await log(tim).getByText('You wrote: Begin').waitFor();
    await tim.getByText('The flow waits for Grace Hopper.').waitFor();
    expect(complaints.splice(0).every((line) => line.includes('422'))).to.equal(true);
  });

  it("show their purpose, use everybody's name, and prefill a form from the message", async () => {
    const amount = { name: 'amount', type: 'number', label: 'Amount', required: true };
    const named = {
      ...talking('paid', { inputType: 'text', prompt: 'Well?', assignees: GRACE }, [amount]),
      name: 'Payments',
    };
    await publish(ada, named);
    const chat = await make({ name: 'Expenses', instructions: 'Tell us what you have paid for.', flowId: 'paid' });
    const tim = await signIn('Tim Berners-Lee');
    await visit(tim, chat);
    await tim.getByRole('region', { name: 'Instructions' }).getByText('Tell us what you have paid for.').waitFor();
    await composer(tim).fill('A train to Ghent, 1,084.50 EUR');
    await tim.keyboard.press('Enter');
    expect(await tim.getByRole('dialog').getByLabel('Amount').inputValue()).to.equal('1084.5');
    await tim.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await log(tim).getByText('You wrote: A train to Ghent').waitFor();
    await log(tim).getByText('Payments', { exact: true }).waitFor();
    await log(tim).getByText('Tim Berners-Lee', { exact: true }).waitFor();
    await log(tim).getByText('Tell us what you have paid for.').waitFor();
    expect(
      await log(tim)
        .getByText(/^(User|AI)$/)
        .count(),
    ).to.equal(0);
    expect(complaints.splice(0).every((line) => line.includes('422'))).to.equal(true);
  });

  it('load older messages page by page, without jumping', async () => {
    const chat = await make({ name: 'Long' });
    for (let n = 1; n <= 70; n += 1) await ada.call('POST', `/chats/${chat.id}/messages`, { content: `Line ${n}.` });
    const page = await signIn('Ada Lovelace');
    await visit(page, chat);
    await log(page).getByText('Line 70.').waitFor();
    expect(await log(page).getByText('Line 20.').count()).to.equal(0);
    await log(page).getByRole('button', { name: 'Show earlier messages' }).click();
    await log(page).getByText('Line 1.', { exact: true }).waitFor({ state: 'attached' });
    expect(await page.evaluate(`document.querySelector('[role=log]').scrollTop`)).to.be.above(1000);
    expect(await log(page).getByRole('button', { name: 'Show earlier messages' }).count()).to.equal(0);
  });

  it('show Markdown and HTML as text, with working links', async () => {
    const chat = await make({ name: 'Text' });
    const content = `# Title <img src=x onerror="alert(1)"> **bold** https://handback.test/a [b](https://handback.test/b)`;
    await ada.call('POST', `/chats/${chat.id}/messages`, { content: `${content} ${'word '.repeat(3900)}` });
    const page = await signIn('Ada Lovelace');
    await visit(page, chat);
    await log(page).getByText('# Title <img src=x onerror="alert(1)"> **bold**').waitFor();
    expect(await log(page).locator('img').count()).to.equal(0);
    const links = await page.evaluate(`[...document.querySelectorAll('[role=log] a')].map(({ href }) => href)`);
    expect(links).to.deep.equal(['https://handback.test/a', 'https://handback.test/b']);
  });

  it('are linked from the question in the inbox, and closed to people without access', async () => {
    const chat = await make({ name: 'Closed', flowId: 'approve', users: ['ada@sandbox.test'] });
    await ada.call('POST', `/chats/${chat.id}/messages`, { content: 'Go' });
    const page = await signIn('Ada Lovelace');
    await page
      .getByRole('link', { name: /Shall we/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Open chat' }).click();
    await log(page).getByText('You wrote: Go').waitFor();
    const tim = await signIn('Tim Berners-Lee');
    await visit(tim, chat);
    await tim.getByText('This chat is not open to you').waitFor();
    expect(complaints.splice(0).every((line) => line.includes('404'))).to.equal(true);
  });
});
