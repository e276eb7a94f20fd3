import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { SentPage } from '../../contract/sent.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

const GRACE = ['grace@sandbox.test'];

/** Ada's questions for Grace, and their deadlines. */
const QUESTIONS = {
  contract: { inputType: 'text', title: 'Read the contract', prompt: 'Is it good?', timeout: 'P20D' },
  lunch: { inputType: 'choice', title: 'Lunch', prompt: 'What?', options: ['Soup', 'Stew'], timeout: 'PT30M' },
} as const;

function access() {
  const human = {
    inputType: 'approval',
    title: 'Access for {{ who }}',
    prompt: 'May they?',
    assignees: { users: GRACE },
    timeout: 'P9D',
    facts: [
      { label: 'System', kind: 'text', value: 'system' },
      { label: 'Cost', kind: 'money', value: 'cost', currency: 'EUR' },
    ],
  };
  const names = [
    ['who', 'text'],
    ['system', 'text'],
    ['cost', 'number'],
  ] as const;
  const definition = asking({ id: 'access', human });
  definition.name = 'Access';
  definition.nodes[0]!.config = { variables: names.map(([name, type]) => ({ name, type, label: name })) };
  definition.nodes[1]!.name = 'Access request';
  return definition;
}

describe('the inbox, in a browser', function () {
  this.timeout(180_000);
  let product: TestProduct;
  let [ada, grace]: Client[] = [];
  let page: Page;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
    [ada, grace] = await Promise.all(['ada', 'grace'].map((name) => product.as(`${name}@sandbox.test`)));
    for (const [id, human] of Object.entries(QUESTIONS)) {
      await publish(ada!, { ...asking({ id, human: { ...human, assignees: { users: GRACE } } }), name: `Flow ${id}` });
      await start(id, {});
    }
    await publish(ada!, access());
    for (const [who, cost] of [
      ['Alan', 120],
      ['Tim', 4800.5],
      ['Radia', 75],
    ] as const)
      await start('access', { who, system: 'Ledger', cost });
    page = await signIn('Grace Hopper');
  });
  after(() => product?.close());
  afterEach(() => {
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  async function start(flowId: string, variables: object): Promise<void> {
    const { body } = await ada!.call<{ executionId: string }>('POST', `/flows/${flowId}/executions`, { variables });
    await product.reached(ada!, body.executionId, 'waiting');
  }
  const visit = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const headings = () => page.getByRole('heading', { level: 2 }).allTextContents();
  const titles = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('a[data-id]')].map((row) => row.querySelector('[dir=auto]').textContent)",
    );
  const shows = async (wanted: RegExp) => until(async () => wanted.test((await titles()).join(' | ')));

  it('shows what is due first, in sections, and sorts otherwise on request', async () => {
    await visit('#/notifications');
    await shows(/^Lunch.*Access for.*Read the contract/);
    expect((await headings()).slice(0, 2)[0]).to.equal('Due within the hour');
    const sort = page.getByRole('combobox', { name: 'Sort' });
    await sort.selectOption({ label: 'Newest first' });
    await shows(/^Access for Radia.*Access for Alan.*Lunch.*Read the contract/);
    await sort.selectOption({ label: 'By flow' });
    await until(async () => (await headings()).includes('Flow contract'));
    await page.reload();
    await until(async () => (await headings()).includes('Flow contract'));
    await sort.selectOption({ label: 'Due first' });
    await shows(/^Lunch/);
  });

  it('hides a snoozed question until a time before it is due, on every device', async () => {
    await page.locator('a[data-id]', { hasText: 'Read the contract' }).focus();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Snooze' });
    await dialog.getByRole('button', { name: /Tomorrow morning/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(async () => !(await titles()).join().includes('Read the contract'));
    await page.getByRole('link', { name: 'Snoozed' }).click();
    await page.getByText(/Snoozed until/).waitFor();
    const { body } = await grace!.call<{ title: string }[]>('GET', '/user/notifications?status=snoozed');
    expect(body.map(({ title }) => title)).to.deep.equal(['Read the contract']);
    await page.getByRole('button', { name: 'End snooze: Read the contract' }).click();
    await until(async () => (await titles()).length === 0);
    await visit('#/notifications');
    await shows(/Read the contract/);
  });

  it('snoozes nothing past its deadline', async () => {
    await page.locator('a[data-id]', { hasText: 'Lunch' }).focus();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Snooze' });
    await dialog.getByLabel('Another time').waitFor();
    expect(await dialog.getByRole('group', { name: 'Snooze until' }).count(), 'no usual time is soon enough').to.equal(
      0,
    );
    const field = dialog.getByLabel('Another time');
    const most = (await field.getAttribute('max'))!;
    await field.fill(`${Number(most.slice(0, 4)) + 1}${most.slice(4)}`);
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    expect(await page.evaluate("document.querySelector('input[type=datetime-local]').validity.rangeOverflow")).to.equal(
      true,
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await shows(/^Lunch/);
  });

  it('groups equal questions in a table of their differences, in which several are answered at once', async () => {
    await page.getByRole('button', { name: 'Group equal questions' }).click();
    await page
      .getByRole('list', { name: 'Pending questions, grouped' })
      .getByRole('link', { name: /Access request/ })
      .click();
    await page.getByRole('heading', { name: 'Access request: 3 questions of Access' }).waitFor();
    const table = page.getByRole('table');
    expect(await table.getByRole('columnheader').allTextContents()).to.deep.equal([
      'Question',
      'From',
      'Due',
      'System',
      'Cost',
    ]);
    await table.getByText('€4,800.50').waitFor();
    await table.getByRole('checkbox', { name: 'Select: Access for Alan' }).click();
    await table.getByRole('checkbox', { name: 'Select: Access for Radia' }).click();
    const bulk = page.getByRole('region', { name: 'Selected questions' }).last();
    await bulk.getByRole('button', { name: 'Approve' }).click();
    await bulk.getByRole('button', { name: 'Send 2 answers' }).click();
    await page.getByRole('heading', { name: 'Access request: 1 question of Access' }).waitFor();
    await until(async () => {
      const { body } = await grace!.call<{ title: string }[]>('GET', '/user/notifications?status=completed');
      return body.length === 2 && body.every(({ title }) => /Alan|Radia/.test(title));
    });
    await page.getByRole('link', { name: 'All questions' }).click();
    await page.getByRole('button', { name: 'Group equal questions' }).click();
  });

  it('saves a view by name, on every device, until it is deleted', async () => {
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Approval' });
    await shows(/^Access for Tim$/);
    const views = page.getByRole('button', { name: /views/i });
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('To approve');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit('#/notifications');
    await shows(/^Lunch/);
    await page.reload();
    await shows(/^Lunch/);
    await views.click();
    await page.getByRole('menuitem', { name: 'To approve' }).click();
    await shows(/^Access for Tim$/);
    await views.click();
    await page.getByRole('menuitem', { name: 'Delete “To approve”' }).click();
    await until(async () => (await grace!.call<unknown[]>('GET', '/user/views')).body.length === 0);
    await visit('#/notifications');
  });

  it('can be shown in compact rows', async () => {
    const height = async () => (await page.locator('li a[data-id]').first().boundingBox())!.height;
    await shows(/^Lunch/);
    const before = await height();
    await page.getByRole('button', { name: 'Compact rows' }).click();
    expect(await height()).to.be.below(before);
    await page.reload();
    await shows(/^Lunch/);
    expect(await height()).to.be.below(before);
    await page.getByRole('button', { name: 'Compact rows' }).click();
  });

  it('shows starters whom it waits for, and lets them remind people and withdraw it', async () => {
    const own = await signIn('Ada Lovelace');
    await own.evaluate("location.hash = '#/notifications'");
    await own.getByRole('link', { name: 'Asked by me' }).click();
    const lunch = own.getByRole('listitem').filter({ hasText: 'Lunch' });
    await lunch.getByText('Waits for Grace Hopper').waitFor();
    await lunch.getByRole('button', { name: 'Remind' }).click();
    await lunch.getByText('Last reminder:').waitFor();
    const reminded = (await ada!.call<SentPage>('GET', '/user/requests?status=waiting')).body;
    expect(reminded.items.find(({ title }) => title === 'Lunch')!.nudgedAt).to.be.a('string');
    await lunch.getByText(/you can remind again at/).waitFor();
    expect(await lunch.getByRole('button', { name: 'Remind' }).getAttribute('aria-disabled')).to.equal('true');
    await lunch.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = own.getByRole('dialog', { name: 'Withdraw this question?' });
    await dialog.getByRole('button', { name: 'Withdraw question' }).click();
    await dialog.getByText('Write a reason').waitFor();
    await dialog.getByRole('textbox').fill('We eat at home');
    await dialog.getByRole('button', { name: 'Withdraw question' }).click();
    await lunch.waitFor({ state: 'detached' });
    await own.getByRole('link', { name: 'Closed' }).click();
    await own.getByRole('listitem').filter({ hasText: 'Lunch' }).waitFor();
    await page.evaluate("location.hash = '#/notifications'");
    await until(async () => !(await titles()).join().includes('Lunch'));
  });
});
