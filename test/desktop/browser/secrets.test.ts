import { expect } from 'chai';
import { flow, secret } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

describe("desktop in a browser: authors' secrets", () => {
  const client = withClient();
  const button = (name: string | RegExp) => client().page.getByRole('button', { name, exact: true });
  const field = (name: string) => client().page.getByRole('textbox', { name, exact: true });
  const chip = (name: string) => client().page.getByRole('dialog').getByRole('button', { name });
  const closed = () => client().page.getByRole('dialog').waitFor({ state: 'detached' });
  const puts = () => client().standIn.calls.filter(({ method }) => method === 'PUT');
  const focused = (name: string) =>
    until(
      client(),
      `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent) === '${name}'`,
    );

  before(async () => {
    const other = { ...flow, id: 'travel', name: 'Travel request' };
    const theirs = { ...flow, id: 'theirs', name: 'Of somebody else', may: { ...flow.may, change: false } };
    Object.assign(client().standIn.state, { flows: [flow, other, theirs], secrets: [secret({})], roles: ['author'] });
    await signIn(client());
  });
  after(() => expect(client().complaints.filter((words) => !/status of (409|422)/.test(words))).to.deep.equal([]));

  it('are reached from the flows, and say which flows may use them, who owns them and since when', async () => {
    const { page } = client();
    await visit(client(), '#/flows');
    await button('Secrets').click();
    const card = page.getByRole('listitem').filter({ hasText: 'crm-key' });
    await card.getByRole('link', { name: 'Expense approval' }).waitFor();
    expect(await card.innerText()).to.match(/Stored by Ada Lovelace/);
    expect(await card.locator('time').count()).to.equal(1);
    await visit(client(), '#/new-flow');
    await flowEditorOn(page).begin();
    await page.getByRole('link', { name: /^Secrets for HTTP requests/ }).click();
    await card.waitFor();
  });

  it('show errors at their field, and send nothing', async () => {
    const { page } = client();
    await button('New secret').click();
    await button('Store secret').click();
    await page.getByText('This is required.').nth(1).waitFor(); // by themselves: these are not responses
    await field('Name').fill('1st key');
    await field('Value').fill('short');
    await button('Store secret').click();
    await page.getByText('Start with a letter').first().waitFor();
    await page.getByText('Enter at least 8 characters.').first().waitFor();
    await field('Value').fill('x'.repeat(1001));
    await page.getByText('Enter at most 1,000 characters.').first().waitFor();
    await field('Name').fill('crm-key');
    await field('Value').fill('not to be put over it');
    await button('Store secret').click();
    await page.getByText('A secret with this name already exists.').first().waitFor();
    await until(client(), `document.activeElement.value === 'crm-key'`);
    expect(puts()).to.deep.equal([]);
  });

  it('say so if the name belongs to somebody else', async () => {
    const { page, standIn } = client();
    standIn.state.refusals['PUT /secrets/erp-key'] = { code: 'secret_exists', status: 409 };
    await field('Name').fill('erp-key');
    await button('Store secret').click();
    await page.getByText('A secret with this name already exists.').first().waitFor();
    await until(client(), `document.activeElement.value === 'erp-key'`);
    standIn.state.refusals = {};
  });

  it('are stored for the chosen flows, with a value that is hidden and forgotten', async () => {
    const { page } = client();
    expect(await field('Value').getAttribute('type')).to.equal('password');
    await chip('Travel request').click();
    expect(await chip('Of somebody else').count(), 'a flow that Ada may not change').to.equal(0);
    await field('Value').press('Enter');
    await closed();
    const body = { value: 'not to be put over it', flows: ['travel'] };
    expect(puts().at(-1)).to.deep.include({ path: '/secrets/erp-key', body });
    await page.getByRole('listitem').filter({ hasText: 'erp-key' }).getByRole('link', { name: 'Travel' }).waitFor();
    await focused('New secret');
    await button('New secret').click();
    expect(await field('Value').inputValue()).to.equal('');
    await page.keyboard.press('Escape');
    await closed();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).to.not.include('put over');
  });

  it('get another value, and keep the old one if none is typed', async () => {
    await button('Change erp-key').click();
    await field('New value').fill('another value');
    await button('Save').click();
    await closed();
    expect(puts().at(-1)!.body).to.deep.equal({ value: 'another value', flows: ['travel'] });
    await focused('Change erp-key');

    await button('Change erp-key').click();
    await chip('Travel request').click();
    await button('Save').click();
    await closed();
    expect(puts().at(-1)!.body).to.deep.equal({ flows: [] });
    await client().page.getByText('No flow may use it yet').waitFor();
  });

  it('name a retired flow that may use them, and keep it', async () => {
    const { state } = client().standIn;
    const retired = { ...flow, id: 'old', name: 'Last year’s travel', retiredAt: '2026-03-01T09:00:00.000Z' };
    state.flows.push(retired);
    state.secrets = state.secrets.map((each) => (each.name === 'crm-key' ? { ...each, flows: ['old'] } : each));
    await client().page.reload();
    await button('Change crm-key').click();
    await chip(retired.name).waitFor();
    await button('Save').click();
    await closed();
    expect(puts().at(-1)!.body).to.deep.equal({ flows: ['old'] });
  });

  it('are listed as missing at flows that name a deleted one', async () => {
    const { page, standIn } = client();
    standIn.state.refusals['PUT /secrets/crm-key'] = {
      code: 'validation_failed',
      status: 422,
      fields: { flows: 'in English' },
      checks: { flows: { id: 'flowUnknown', values: { id: flow.id } } },
    };
    await button('Change crm-key').click();
    await button('Save').click();
    await page.getByText('There is no flow with the id expense-approval.').first().waitFor();
    await button('Cancel').click();
    await closed();
  });

  it('are deleted after a confirmation, by keyboard too', async () => {
    const { page, standIn } = client();
    await button('Delete erp-key').focus();
    await page.keyboard.press('Enter');
    await button('Keep it').click();
    await closed();
    expect(standIn.state.secrets.map(({ name }) => name)).to.include('erp-key');
    await focused('Delete erp-key');
    await page.keyboard.press('Enter');
    await button('Delete it').press('Enter');
    await closed();
    await page.getByRole('heading', { name: 'erp-key' }).waitFor({ state: 'detached' });
    expect(standIn.calls.at(-2)).to.deep.include({ method: 'DELETE', path: '/secrets/erp-key' });
    await until(client(), 'document.activeElement !== document.body');
  });

  it('are for authors only', async () => {
    const { page, standIn } = client();
    standIn.state.roles = [];
    await page.reload();
    await page.getByText('Only authors and administrators can store secrets.').waitFor();
    expect(await button('New secret').count()).to.equal(0);
    await visit(client(), '#/flows');
    await button(/^Start/)
      .first()
      .waitFor();
    expect(await button('Secrets').count()).to.equal(0);
  });
});
