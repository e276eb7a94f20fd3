import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { ROUTES } from '../../contract/routes.ts';
import { launchBrowser } from '../support/chromium.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

describe('/api/docs in a browser', function () {
  this.timeout(40_000);
  let product: TestProduct;
  let browser: Browser;

  before(async () => {
    product = await startProduct({ chats: true });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await product.close();
  });

  it('shows every operation under a content security policy without exceptions', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    const response = await page.goto(`${product.url}/api/docs`);
    expect(response!.headers()['content-security-policy']).to.include("default-src 'none'").and.not.include('unsafe');

    await page.waitForSelector('.opblock');
    const described = ROUTES.filter(({ path }) => !path.startsWith('/docs'));
    expect(await page.locator('.opblock').count()).to.equal(described.length);
    await page.getByText('Submit a response: a plain string').click();
    await page.waitForSelector('.opblock.is-open .model-example, .opblock.is-open .opblock-section');
    expect(await page.locator('.opblock.is-open').innerText()).to.include('idempotency-key');
    expect(await page.locator('.information-container').innerText()).to.include('already_responded');
    expect(complaints).to.deep.equal([]);
  });
});
