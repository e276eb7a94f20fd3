import { expect } from 'chai';
import type { Response } from 'playwright-core';
import type { Me } from '../../contract/people.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';

describe('settings that an administrator changes in a browser (behaviour 2.9)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.close());

  const isRead = (response: Response) => response.request().method() === 'GET';

  it('are switched, chosen and filled in, and take effect at once', async () => {
    const page = await signIn('Ada Lovelace');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const goTo = (section: string) => page.evaluate(`location.hash = '#/admin/${section}'`);
    const current = () => product.product.services.live.current();

    await goTo('delegated');
    const mail = page.getByRole('switch', { name: /^Mail\.Send/ });
    const isOn = await mail.isChecked();
    await mail.click();
    await until(() => current().enableDelegatedDirectoryMailSend === !isOn);
    await mail.click();
    await until(() => current().enableDelegatedDirectoryMailSend === isOn);
    const readAgain = page.waitForResponse((response) => response.url().endsWith('/api/settings') && isRead(response));
    await page.getByRole('switch', { name: /^Each person finds/ }).click();
    await until(() => current().enableSearchAcl);
    await readAgain;

    await goTo('search');
    await button('Change…').click();
    await page.getByLabel('Index').fill('Files');
    await button('Save').click();
    await page.getByText('Use 2 to 128 lower-case letters', { exact: false }).first().waitFor();
    expect(complaints.splice(0).filter((each) => !each.includes('422'))).to.deep.equal([]);
    await page.getByLabel('Index').fill('files');
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(current().searchIndex).to.equal('files');

    await goTo('roles');
    await button('Change…').click();
    await page.getByRole('combobox', { name: 'Administrators: people' }).pressSequentially('Tim');
    await page.getByRole('option', { name: /Tim Berners-Lee/ }).click();
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Tim Berners-Lee').waitFor();
    const tim = await product.as('tim@sandbox.test');
    expect((await tim.call<Me>('GET', '/me')).body.roles).to.deep.equal(['administrator']);

    await goTo('files');
    await page.getByText('On the disk of the server', { exact: true }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it("are saved without a question after one's own change of another one, however late the page reads it", async () => {
    const page = await signIn('Ada Lovelace');
    let letGo!: () => void;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.evaluate(`location.hash = '#/admin/delegated'`);
    const acl = page.getByRole('switch', { name: /^Each person finds/ });
    const isOn = await acl.isChecked();
    await page.route(/\/api\/settings$/, async (route) => {
      if (route.request().method() === 'GET') await isHeld;
      await route.continue();
    });
    await acl.click();
    await until(() => product.product.services.live.current().enableSearchAcl === !isOn);
    await page.evaluate(`location.hash = '#/admin/search'`);
    await page.getByRole('button', { name: 'Change…', exact: true }).click();
    await page.getByLabel('Index').fill('others');
    const readAgain = page.waitForResponse((response) => response.url().endsWith('/api/settings') && isRead(response));
    letGo();
    await (await readAgain).finished();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await product.product.services.settings.get('searchIndex')).to.equal('others');
    expect(complaints).to.deep.equal([]);
  });
});
