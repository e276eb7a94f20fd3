import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Chat } from '../../contract/chats.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { start, type Product } from '../../server/main.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { answered, asking, publish } from './support.ts';
import { questionIn } from '../desktop/support/screens/question.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';

const ADA = { users: ['ada@sandbox.test'] };
const BACK_MS = 45_000;

const WEEK = asking({
  id: 'week',
  human: {
    inputType: 'form',
    prompt: 'How was the week?',
    assignees: ADA,
    variables: [
      { name: 'summary', type: 'text', label: 'Summary', required: true },
      { name: 'days', type: 'number', label: 'Days' },
    ],
  },
});
const LEAVE = asking({ id: 'leave', human: { inputType: 'approval', prompt: 'May I go?', assignees: ADA } });
const LUNCH = asking({ id: 'lunch', human: { inputType: 'approval', prompt: 'Is it lunch time?', assignees: ADA } });

/** Asks Ada, and says in the chat what she answered. */
function talking(): FlowDefinition {
  const definition = asking({ id: 'talk', human: { inputType: 'approval', prompt: 'Shall we?', assignees: ADA } });
  definition.nodes.push({ id: 'say', type: 'message', config: { text: 'Now I know: {{ ask.value }}' } });
  definition.edges = ['start', 'ask', 'say'].map((from, n) => ({ from, to: ['ask', 'say', 'end'][n]! }));
  return definition;
}

describe('the server, stopped and started under open pages', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let running: Product;
  let ada: Client;
  const { signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    running = product.product;
    ada = await product.as('ada@sandbox.test');
    for (const flow of [WEEK, LEAVE, LUNCH, talking()]) await publish(ada, flow);
  });
  after(async () => {
    if (running !== product.product) await running.close();
    await product.close();
  });

  async function ask(flowId: string): Promise<string> {
    const id = await product.run(ada, flowId);
    await product.reached(ada, id, 'waiting');
    return `${id}-ask`;
  }
  const says = (page: Page, state: string) =>
    page.getByRole('banner').getByText(state, { exact: true }).waitFor({ timeout: BACK_MS });

  it('has its inbox read once by a page that starts', async () => {
    await ask('leave');
    const page = await signIn('Ada Lovelace');
    await page.getByRole('link', { name: /May I go/ }).waitFor();
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/user/notifications')
        reads.push(request.url());
    });
    await page.reload();
    await page.getByRole('link', { name: /May I go/ }).waitFor();
    await says(page, 'Live');
    expect(reads).to.have.length(1);
    await page.close();
  });

  it('restores an inbox, a half-filled form and a chat, and shows what came meanwhile in all of them', async () => {
    const week = await ask('week');
    const { body: chat } = await ada.call<Chat>('POST', '/chats', { name: 'Talks', flowId: 'talk' });
    const inbox = await signIn('Ada Lovelace');
    const form = await signIn('Ada Lovelace');
    await form.evaluate(`location.hash = '#/notifications/${week}'`);
    await form.getByLabel('Summary').fill('Half a ');
    const talk = await signIn('Ada Lovelace');
    await talk.evaluate(`location.hash = '#/chats/${chat.id}'`);
    await chatOn(talk).composer.fill('Hello');
    await talk.keyboard.press('Enter');
    await talk.getByText('Shall we?').first().waitFor();
    await chatOn(talk).composer.fill('And an');
    const asked = (await product.inbox(ada)).find(({ prompt }) => prompt === 'Shall we?')!;
    const pages = [inbox, form, talk];
    for (const page of pages) await says(page, 'Live');

    await running.close();
    for (const page of pages) await says(page, 'Reconnecting…');
    await form.getByLabel('Summary').pressSequentially('thought');
    running = await start(product.config);
    await answered(ada, asked.id, 'approved');
    await ask('lunch');
    for (const page of pages) await says(page, 'Live');

    await inbox.getByRole('link', { name: /Is it lunch time/ }).waitFor(); // it is due last, and moves nothing
    await talk.getByText('Now I know: approved').waitFor();
    expect(await chatOn(talk).composer.inputValue()).to.equal('And an');
    expect(await form.getByLabel('Summary').inputValue()).to.equal('Half a thought');
    await questionIn(form).send.click();
    await questionIn(form).outcome.getByText('Half a thought').waitFor();
  });
});
