import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Chat } from '../../contract/chats.ts';
import { buildClient } from '../desktop/support/build.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

const MESSAGES = 170;

describe('scenario: a chat with a long log', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const browsing = useBrowsers(() => product);
  let ada: Client;
  let page: Page;
  let chat: string;
  const reads: string[] = [];

  before(async function () {
    this.timeout(180_000);
    await buildClient();
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
    chat = (await ada.call<Chat>('POST', '/chats', { name: 'Long' })).body.id;
    for (let n = 1; n <= MESSAGES; n += 1) await write(`Message ${n}.`);
    page = await browsing.signIn('Ada Lovelace');
    page.on('request', (request) => {
      if (request.url().includes(`/chats/${chat}/messages?`)) reads.push(request.url());
    });
    await page.goto(`${product.url}/#/chats/${chat}`);
  });
  after(() => product?.close());

  const write = (content: string) => ada.call('POST', `/chats/${chat}/messages`, { content });
  const said = (words: string) => page.getByRole('log').getByText(words, { exact: true });
  const isInSight = async (words: string) => {
    const [log, message] = await Promise.all([page.getByRole('log').boundingBox(), said(words).boundingBox()]);
    return message !== null && message.y >= log!.y && message.y + message.height <= log!.y + log!.height;
  };

  it('is read back to its beginning, page by page', async () => {
    await said(`Message ${MESSAGES}.`).waitFor();
    const earlier = page.getByRole('button', { name: 'Show earlier messages' });
    for (const oldest of [71, 21, 1]) {
      await earlier.click();
      await said(`Message ${oldest}.`).waitFor();
    }
    await earlier.waitFor({ state: 'detached' });
    expect(
      await page
        .getByRole('log')
        .getByText(/^Message \d+\.$/)
        .allInnerTexts(),
    ).to.deep.equal(Array.from({ length: MESSAGES }, (_, index) => `Message ${index + 1}.`));
  });

  it('shows new messages, wherever the person was, and loads nothing twice', async () => {
    await said('Message 1.').scrollIntoViewIfNeeded();
    reads.length = 0;
    await page.getByRole('textbox', { name: 'Message to “Long”' }).fill('From far above.');
    await page.keyboard.press('Enter');
    await said('From far above.').waitFor();
    await until(() => isInSight('From far above.'));
    await write('Elsewhere.');
    await said('Elsewhere.').waitFor();
    expect(reads.filter((url) => url.includes('cursor='))).to.deep.equal([]);
    expect(await said('Message 1.').count(), 'all of it still stands there').to.equal(1);
  });

  it('misses no message of a lost connection', async () => {
    await page.context().setOffline(true);
    for (let n = 1; n <= 60; n += 1) await write(`Missed ${n}.`);
    await page.context().setOffline(false);
    await said('Missed 60.').waitFor();
    const missed = page.getByRole('log').getByText(/^Missed \d+\.$/);
    expect(await missed.allInnerTexts()).to.deep.equal(
      Array.from({ length: 60 }, (_, index) => `Missed ${index + 1}.`),
    );
  });
});
