import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import { DONE, piece, says, speaks, startLlmEndpoint, type LlmEndpoint } from '../support/llmEndpoint.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';

/** Records how often the words occur in the log at each change. */
const WATCH = `{
  const log = document.querySelector('[role=log]');
  const count = () => log.textContent.split('Tea is green').length - 1;
  window.counts = [count()];
  new MutationObserver(() => count() === window.counts.at(-1) || window.counts.push(count()))
    .observe(log, { childList: true, characterData: true, subtree: true });
}`;

describe('an assistant, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  let endpoint: LlmEndpoint;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    endpoint = await startLlmEndpoint();
    product = await startProduct({ config: { llm: endpoint.config } });
  });
  after(async () => {
    await product?.close();
    await endpoint?.close();
  });
  afterEach(() => {
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  it('is requested in the dialog, writes while the person watches, and its text stays', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const page = await signIn('Grace Hopper');
    await page.getByRole('link', { name: 'Chats' }).first().click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Helper');
    await page.getByRole('switch', { name: 'Assistant' }).click();
    await page.getByRole('button', { name: 'Create chat' }).click();
    await page.getByText('Write a message, and the assistant answers.').waitFor();

    const composer = chatOn(page).composer;
    await composer.fill('What is tea?');
    await composer.press('Enter');
    const response = await begun;
    const log = page.getByRole('log');
    await log.getByText('is writing').waitFor();
    response.write(piece('Tea is '));
    await log.getByText('Tea is', { exact: true }).waitFor();
    response.write(piece('a <b>drink</b>'));
    await log.getByText('Tea is a <b>drink</b>', { exact: true }).waitFor();
    await log.getByText('is writing').waitFor();
    response.end(piece('.', 'stop') + DONE);
    await log.getByText('Tea is a <b>drink</b>.', { exact: true }).waitFor();
    await log.getByText('is writing').waitFor({ state: 'detached' });
    expect(await log.getByText('Tea is').count(), 'once').to.equal(1);

    endpoint.behave(says('You are welcome.'));
    await composer.fill('Thank you');
    await composer.press('Enter');
    await log.getByText('You are welcome.').waitFor();
    await page.reload();
    await log.getByText('Tea is a <b>drink</b>.', { exact: true }).waitFor();
    expect(await log.getByText('is writing').count()).to.equal(0);
  });

  it('is stopped by the person who asked; the partial text stays', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const grace = await product.as('grace@sandbox.test');
    const body = { name: 'Talker', assistant: { enabled: true, instructions: 'Never stop.' } };
    const { id } = (await grace.call<Chat>('POST', '/chats', body)).body;
    const page = await signIn('Grace Hopper');
    await page.evaluate(`location.hash = '#/chats/${id}'`);
    await chatOn(page).choose('Edit');
    const dialog = page.getByRole('dialog');
    const instructions = dialog.getByRole('textbox', { name: 'Instructions for the assistant' });
    expect(await instructions.inputValue()).to.equal('Never stop.');
    await instructions.fill('Talk about tea.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    const composer = chatOn(page).composer;
    await composer.fill('Go on');
    await composer.press('Enter');
    const response = await begun;
    expect(endpoint.asked.at(-1)!.body.messages[0]!.content).to.equal('Talk about tea.');
    response.write(piece('Tea is old'));
    const log = page.getByRole('log');
    await log.getByText('Tea is old', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await log.getByText('You stopped the answer.').waitFor();
    await page.getByText('The assistant is writing.').waitFor({ state: 'detached' });
    expect(await log.getByText('Tea is old').count(), 'once').to.equal(1);
  });

  it('breaks off: the partial text stays, with the reason below it', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const grace = await product.as('grace@sandbox.test');
    const { id } = (await grace.call<Chat>('POST', '/chats', { name: 'Frail', assistant: { enabled: true } })).body;
    const page = await signIn('Grace Hopper');
    await page.evaluate(`location.hash = '#/chats/${id}'`);
    const composer = chatOn(page).composer;
    await composer.fill('Go on');
    await composer.press('Enter');
    const response = await begun;
    response.write(piece('Tea is green'));
    const log = page.getByRole('log');
    await log.getByText('Tea is green', { exact: true }).waitFor();
    await page.evaluate(WATCH);
    response.destroy();
    await log.getByText('The answer of the language model broke off').waitFor();
    await page.getByText('The assistant is writing.').waitFor({ state: 'detached' });
    expect(await page.evaluate('window.counts'), 'once, at every moment').to.deep.equal([1]);
  });
});
