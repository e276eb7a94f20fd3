import { expect } from 'chai';
import { until as untilHere } from '../../support/until.ts';
import { someAudit } from '../support/auditRoutes.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';
import { signInOn } from '../support/screens/signIn.ts';

describe('desktop in a browser: administration', () => {
  const client = withClient();
  const link = (name: string) => client().page.getByRole('link', { name, exact: true });
  const account = () => client().page.getByRole('button', { name: /^Account of/ });

  it('is hidden from others, and says whose it is to those who know the address', async () => {
    const { page } = client();
    await signIn(client(), 'Ada Lovelace', '#/admin');
    await page.getByText('Administrators only').waitFor();
    expect(await page.getByRole('definition').count()).to.equal(0);
    await account().click();
    await signInOn(page).signOut.waitFor();
    expect(await link('Administration').count()).to.equal(0);
  });

  it('is in the account menu of administrators, and links to its pages', async () => {
    const { page, standIn } = client();
    standIn.state.roles = ['administrator'];
    await page.reload();
    await visit(client(), '#/flows');
    await account().click();
    await link('Administration').click();
    await page.getByRole('heading', { name: 'About this installation' }).waitFor();
    expect(await signInOn(page).signOut.count(), 'the menu is gone').to.equal(0);
    for (const [name, fact] of [
      ['Directory', standIn.sandbox.tenant.id],
      ['Channels', 'Slack'],
      ['Audit', 'Both ends of the chain were signed here'],
      ['About this installation', 'Language model'],
    ] as const) {
      await link(name).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.locator('dl').getByText(fact).first().waitFor();
      expect(await link(name).getAttribute('aria-current')).to.equal('page');
    }
    await link('Set-up').click();
    await page.getByRole('heading', { name: '1. Where people sign in' }).waitFor();
  });

  it('keeps its links where they are, whichever page is open', async () => {
    const { page } = client();
    const places = () =>
      page.evaluate(`[...document.querySelectorAll('nav[aria-label="Administration"] a')].map((each) => {
        const { left, top } = each.getBoundingClientRect();
        return [each.textContent, left, top];
      })`);
    await visit(client(), '#/admin/about');
    await page.getByRole('heading', { name: 'About this installation' }).waitFor();
    const first = await places();
    expect(first).to.have.lengthOf(13);
    await visit(client(), '#/admin/audit');
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    expect(await places()).to.deep.equal(first);
  });

  it('obeys the last click on a switch, even if an earlier one is still being stored', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/admin/delegated');
    const acl = page.getByRole('switch', { name: /^Each person finds/ });
    expect(await acl.isChecked()).to.equal(false);
    const letGo = await holdBack(client(), 'PATCH', '**/api/settings');
    await acl.click();
    expect(await acl.isChecked(), 'before it is stored').to.equal(true);
    await acl.click();
    await letGo();
    const changes = () => standIn.calls.filter(({ method, path }) => method === 'PATCH' && path === '/settings');
    await untilHere(() => changes().length === 2);
    expect(changes().map(({ body }) => body)).to.deep.equal([{ enableSearchAcl: true }, { enableSearchAcl: false }]);
    await page.reload();
    await acl.waitFor();
    expect(await acl.isChecked()).to.equal(false);
  });

  it('shows auditors the audit, and nothing else', async () => {
    const { page, standIn } = client();
    standIn.state.roles = ['auditor'];
    standIn.state.audit = someAudit();
    await page.reload();
    await visit(client(), '#/flows');
    await account().click();
    await link('Audit').click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Administration' }).getByRole('link').allTextContents())
      .to.deep //
      .equal(['Audit']);
    const rows = page.locator('summary');
    await rows.nth(3).waitFor();
    const said = (await rows.allInnerTexts()).map((words) => words.split(/\s*\n\s*/));
    expect(said.map(([action, , actor, verified]) => [action, actor, verified])).to.deep.equal([
      ['mail.sealed', 'Clock', 'expense-approval'],
      ['Question answered', 'Ada Lovelace', 'By a link in an e-mail'],
      ['Flow saved', 'Ada Lovelace', 'Signed in'],
      ['Question asked', 'Ada Lovelace', `${'0'.repeat(26)}-ask`],
    ]);
    await rows.first().click();
    await page.getByRole('button', { name: 'Only by Clock' }).click();
    await until(client(), 'document.querySelectorAll("summary").length === 1');
    expect(standIn.calls.at(-1)!.path).to.equal('/audit');
    await visit(client(), '#/admin/about');
    await page.getByText('Administrators only', { exact: true }).waitFor();
  });

  it('shows the result of a chain check', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/admin/audit');
    const verify = page.getByRole('button', { name: 'Verify the newest rows' });
    await verify.click();
    await page.getByRole('status').getByText('10,000 rows are unchanged').waitFor();
    await page
      .locator('dl')
      .getByText(/10,000 rows are unchanged/)
      .waitFor();
    Object.assign(standIn.state.verification, { ok: false, fault: { position: 12_000, what: 'the row is gone' } });
    await verify.click();
    await page.getByText('It breaks at position 12,000. the row is gone').waitFor();
    await page
      .locator('dl')
      .getByText(/The audit was changed/)
      .waitFor();
  });
});
