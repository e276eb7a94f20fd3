import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { readTenant } from '../../sandbox/tenant.ts';
import { withAuditor } from '../api/callers.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

describe('the audit in a browser (behaviour 7)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ sandboxOptions: { tenant: withAuditor(readTenant()) } });
    const [tim, alan] = [await product.as('tim@sandbox.test'), await product.as('alan@sandbox.test')];
    for (const name of ['First', 'Second']) await tim.call('POST', '/chats', { name, users: ['x@y.test'] });
    await alan.call('POST', '/chats', { name: 'Third' });
  });
  after(() => product?.close());

  it('is narrowed, opened, verified and exported by an auditor', async () => {
    const page = await signIn('Donald Knuth');
    await page.evaluate(`location.hash = '#/admin/audit'`);
    const rows = page.locator('summary');
    const shown = async () =>
      (await rows.allInnerTexts())
        .map((words) => words.split(/\s*\n\s*/))
        .map(([action, , actor]) => `${actor}: ${action}`);
    await until(async () => (await rows.count()) >= 7);
    await page.getByRole('searchbox', { name: /^Person/ }).fill('tim@sandbox.test');
    await until(async () => (await shown()).every((words) => words.startsWith('Tim Berners-Lee: ')));
    await page.getByRole('combobox', { name: 'Action' }).selectOption('chat.made');
    await until(async () => (await rows.count()) === 2);
    expect(await shown()).to.deep.equal(Array(2).fill('Tim Berners-Lee: Chat made'));
    await rows.first().click();
    await page.getByText('"verifiedBy": "session"').first().waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal('audit.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).to.have.length(3);
    expect(lines[1]).to.include(',Tim Berners-Lee,chat.made,');

    await page.getByRole('button', { name: 'Verify the newest rows' }).click();
    await page
      .getByRole('status')
      .getByText(/rows are unchanged/)
      .waitFor();
    await page.getByRole('searchbox', { name: /^Person/ }).fill('');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('audit.');
    await until(async () => (await shown()).includes('Donald Knuth: Audit exported'));
    await until(async () => (await shown()).includes('Donald Knuth: Audit verified'));
    expect(complaints).to.deep.equal([]);
  });
});
