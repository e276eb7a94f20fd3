import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { stopTime } from '../support/pageTime.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { questionIn } from '../desktop/support/screens/question.ts';

/** The story of the first page, as a newcomer lives it: only the tenant is a stand-in. */
describe('the story, in a browser', function () {
  this.timeout(90_000);
  let product: TestProduct;
  const { complaints, open, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ samples: true });
  });
  after(() => product?.close());

  async function startExpense(page: Page, amount: string): Promise<void> {
    await page.getByRole('link', { name: 'Flows' }).first().click();
    await page.getByRole('button', { name: 'Start Expense approval' }).click();
    await page.getByLabel('Amount in euro').fill(amount);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('History').waitFor();
    await page.getByText('Waiting', { exact: true }).first().waitFor();
  }

  it('is answered in the web client', async () => {
    const grace = await signIn('Grace Hopper');
    await startExpense(grace, '1234.5');

    const ada = await signIn('Ada Lovelace');
    await ada.getByRole('link', { name: 'Inbox' }).first().click();
    await ada.getByRole('link', { name: /1,234\.50 euro/ }).click();
    await stopTime(ada); // slow machines need time
    await questionIn(ada).approve.click();
    await questionIn(ada).sendNow.click();
    await questionIn(ada).outcome.getByText('Ada Lovelace answered: Approve').waitFor();

    await grace.getByText('Completed', { exact: true }).first().waitFor();
    await grace.getByText('Ada Lovelace approved the expense of 1,234.50 euro').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('is answered through the link in the e-mail', async () => {
    const grace = await signIn('Grace Hopper');
    await startExpense(grace, '77.7');

    const mailbox = await open();
    await mailbox.goto(product.sandbox.mail.url);
    await mailbox.getByRole('link', { name: /77\.70 euro/ }).click();
    const mail = mailbox.frameLocator('iframe');
    const [form] = await Promise.all([
      mailbox.context().waitForEvent('page'),
      mail.getByRole('link', { name: 'Answer', exact: true }).click(),
    ]);
    await form.getByRole('radio', { name: 'Reject' }).check();
    await form.getByLabel('Comment').fill('Too dear');
    await form.getByRole('button', { name: 'Submit answer' }).click();
    await form.getByText('Too dear').waitFor();
    expect(await form.locator('main').innerText()).to.include('Reject');

    await grace.getByText('Completed', { exact: true }).first().waitFor();
    await grace.getByText('Ada Lovelace rejected the expense of 77.70 euro').first().waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
