import { expect } from 'chai';
import { DONE, piece, says, speaks, startLlmEndpoint, type LlmEndpoint } from '../support/llmEndpoint.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

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

  it('is asked for in the dialog, writes before the eyes of who asked, and what it said stays', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const page = await signIn('Grace Hopper');
    await page.getByRole('link', { name: 'Chats' }).first().click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Helper');
    await page.getByRole('switch', { name: 'Assistant' }).click();
    await page.getByRole('button', { name: 'Create chat' }).click();
    await page.getByText('Write a message, and the assistant answers.').waitFor();

    const composer = page.getByRole('textbox', { name: /^Message to/ });
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
});
