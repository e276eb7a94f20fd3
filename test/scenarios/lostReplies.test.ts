import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Chat } from '../../contract/chats.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

describe('creating things in a browser while replies are lost (behaviour 4)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.close());

  /** The server handles the next call, but its reply is lost. @returns a function that restores the network */
  async function loseReply(page: Page, path: string): Promise<() => void> {
    let state: 'up' | 'down' | 'back' = 'up';
    await page.route('**/api/**', async (route) => {
      const request = route.request();
      if (state === 'down') return route.abort();
      const isMeant = request.method() === 'POST' && new URL(request.url()).pathname === `/api${path}`;
      if (state === 'back' || !isMeant) return route.continue();
      state = 'down';
      expect((await route.fetch()).status()).to.equal(201);
      return route.abort('connectionreset');
    });
    return () => (state = 'back');
  }

  it('creates one thing when it is sent again, and does not conflict with itself', async () => {
    const page = await signIn('Ada Lovelace');
    const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
    const bringBack = await loseReply(page, '/flows');
    await link('Flows').click();
    await page.getByRole('button', { name: 'New flow' }).click();
    await flowEditorOn(page).begin();
    await flowEditorOn(page).save.click();
    await page.getByText('The server cannot be reached', { exact: false }).first().waitFor();
    bringBack();
    await flowEditorOn(page).save.click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();

    await page.unrouteAll();
    const bringBackAgain = await loseReply(page, '/chats');
    await link('Chats').click();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Trips');
    await page.getByRole('button', { name: 'Create chat' }).click();
    await page.getByText('The server cannot be reached', { exact: false }).first().waitFor();
    bringBackAgain();
    await page.getByRole('button', { name: 'Create chat' }).click();
    await page.getByRole('heading', { name: 'Trips' }).waitFor();
    const ada = await product.as('ada@sandbox.test');
    const { items } = (await ada.call<{ items: Chat[] }>('GET', '/chats')).body;
    expect(items.filter(({ name }) => name === 'Trips')).to.have.length(1);
  });
});
