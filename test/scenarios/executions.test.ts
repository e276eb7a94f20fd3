import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { FlowDefinition } from '../../contract/flows.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

const PEOPLE = ['grace@sandbox.test', 'alan@sandbox.test', 'tim@sandbox.test'];

/** An expense for everybody to approve. */
function expense(): FlowDefinition {
  const human = {
    inputType: 'approval',
    prompt: 'May it be paid?',
    assignees: { users: PEOPLE },
    strategy: 'all',
    timeout: 'P5D',
  };
  const definition = asking({ id: 'expense', human });
  definition.nodes[0]!.config = {
    variables: [
      { name: 'purpose', type: 'text', label: 'Purpose', required: true },
      { name: 'amount', type: 'number', label: 'Amount', required: true },
    ],
  };
  return { ...definition, name: 'Expenses', title: 'Expense {{ $formatNumber(amount, "#,##0.00") }} - {{ purpose }}' };
}

describe('executions, in a browser', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let [ada, grace]: Client[] = [];
  let page: Page;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    [ada, grace] = await Promise.all(['ada', 'grace'].map((name) => product.as(`${name}@sandbox.test`)));
    await publish(ada!, expense());
    const human = { inputType: 'text', prompt: 'Well?', assignees: { users: ['radia@sandbox.test'] } };
    await publish(ada!, { ...asking({ id: 'other', human }), name: 'Other' });
    await start('expense', { purpose: 'Train to Ghent', amount: 4800.5 });
    await start('expense', { purpose: 'Hotel in Ghent', amount: 310 });
    const { executionId } = await start('other', {});
    await ada!.call('POST', `/executions/${executionId}/cancel`);
    page = await signIn('Ada Lovelace');
  });
  after(() => product?.close());
  afterEach(() => {
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const start = async (flowId: string, variables: object) =>
    (await ada!.call<{ executionId: string }>('POST', `/flows/${flowId}/executions`, { variables })).body;
  const visit = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const rows = () => page.getByRole('listitem').filter({ has: page.getByText('Started by') });
  const titles = () => rows().locator('a > span > span:first-child').allTextContents();
  const shows = (...wanted: string[]) => until(async () => JSON.stringify(await titles()) === JSON.stringify(wanted));

  it('have titles that tell what they are about, and are found by their words', async () => {
    await visit('#/executions');
    await shows('Other', 'Expense 310.00 - Hotel in Ghent', 'Expense 4,800.50 - Train to Ghent');
    await page.getByRole('searchbox', { name: 'Search' }).fill('ghent train');
    await shows('Expense 4,800.50 - Train to Ghent');
    await page.reload();
    await shows('Expense 4,800.50 - Train to Ghent');
    await page.getByRole('searchbox', { name: 'Search' }).fill('brussels');
    await page.getByText('No matching executions').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await shows('Other', 'Expense 310.00 - Hotel in Ghent', 'Expense 4,800.50 - Train to Ghent');
  });

  it('are counted and shown by state', async () => {
    await visit('#/executions');
    const states = page.getByRole('navigation', { name: 'States' });
    await states.getByRole('link', { name: 'Waiting (2)' }).waitFor();
    await states.getByRole('link', { name: 'Cancelled (1)' }).click();
    await shows('Other');
    await states.getByRole('link', { name: 'Completed', exact: true }).click();
    await page.getByText('No matching executions').waitFor();
  });

  it('are filtered by the people they wait for, which excludes those who have answered', async () => {
    await visit('#/executions');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Waits for' }).pressSequentially('Grace');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await shows('Expense 310.00 - Hotel in Ghent', 'Expense 4,800.50 - Train to Ghent');
    const { body } = await grace!.call<{ id: string }[]>('GET', '/user/notifications?q=paid');
    await grace!.call('POST', `/user/notifications/${body[0]!.id}/respond`, 'approved');
    await shows('Expense 4,800.50 - Train to Ghent');
    await visit('#/executions?q=hotel');
    await page.getByRole('link', { name: /Hotel in Ghent/ }).click();
    const waiting = page.getByLabel('What the flow waits for');
    await waiting.getByText('1 of 3 have answered').waitFor();
    await waiting.getByText('Alan Turing').waitFor();
    expect(await waiting.getByText('Grace Hopper').count()).to.equal(0);
    await page.getByRole('heading', { name: 'Expense 310.00 - Hotel in Ghent' }).waitFor();
  });
});
