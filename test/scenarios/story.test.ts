import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../support/chromium.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

// cspell:ignore weberror
/** The story of the first page, as a newcomer lives it: nothing in it is a stand-in but the tenant. */
describe('the story, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  before(async () => {
    product = await startProduct({ samples: true });
    browser = await launchBrowser();
  });
  after(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await product?.close();
  });

  /** A browser of one person's own; what its pages complain of is collected. */
  async function browserOf(): Promise<Page> {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1180, height: 860 },
      reducedMotion: 'reduce',
    });
    contexts.push(context);
    context.setDefaultTimeout(15_000);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    return context.newPage();
  }

  async function signIn(name: string): Promise<Page> {
    const page = await browserOf();
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name }).click();
    await page.getByRole('navigation').first().waitFor();
    return page;
  }

  async function startExpense(page: Page, amount: string): Promise<void> {
    await page.getByRole('link', { name: 'Flows' }).first().click();
    await page.getByRole('button', { name: 'Run Expense approval' }).click();
    await page.getByLabel('Amount in euro').fill(amount);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Timeline').waitFor();
    await page.getByText('Waiting', { exact: true }).first().waitFor();
  }

  it('is answered in the web client', async () => {
    const grace = await signIn('Grace Hopper');
    await startExpense(grace, '1234.5');

    const ada = await signIn('Ada Lovelace');
    await ada.getByRole('link', { name: 'Notifications' }).first().click();
    await ada.getByRole('link', { name: /1,234\.50 euro/ }).click();
    await ada.getByRole('button', { name: 'Approve', exact: true }).click();
    await ada.getByRole('button', { name: 'Send answer' }).click();
    await ada.getByRole('region', { name: 'Outcome' }).getByText('Ada Lovelace answered: Approve').waitFor();

    await grace.getByText('Completed', { exact: true }).first().waitFor();
    await grace.getByText('Ada Lovelace approved the expense of 1,234.50 euro').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is answered through the link in the e-mail', async () => {
    const grace = await signIn('Grace Hopper');
    await startExpense(grace, '77.7');

    const mailbox = await browserOf();
    await mailbox.goto(product.sandbox.mail.url);
    await mailbox.getByRole('link', { name: /77\.70 euro/ }).click();
    const mail = mailbox.frameLocator('iframe');
    const [form] = await Promise.all([
      mailbox.context().waitForEvent('page'),
      mail.getByRole('link', { name: 'Answer', exact: true }).click(),
    ]);
    await form.getByRole('radio', { name: 'Reject' }).check();
    await form.getByLabel('Note').fill('Too dear');
    await form.getByRole('button', { name: 'Submit answer' }).click();
    await form.getByText('Too dear').waitFor();
    expect(await form.locator('main').innerText()).to.include('Reject');

    await grace.getByText('Completed', { exact: true }).first().waitFor();
    await grace.getByText('Ada Lovelace rejected the expense of 77.70 euro').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
