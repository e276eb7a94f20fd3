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

  it('are saved without a question if only other settings have been changed meanwhile', async () => {
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/admin/search'`);
    await page.getByRole('button', { name: 'Change…', exact: true }).click();
    await page.getByLabel('Index').fill('others');
    const { settings } = product.product.services;
    await settings.set('enableSearchAcl', false, 'somebody else');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await settings.get('searchIndex')).to.equal('others');

    await page.getByRole('button', { name: 'Change…', exact: true }).click();
    await page.getByLabel('Index').fill('mine');
    await settings.set('searchIndex', 'theirs', 'somebody else');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings have been saved since you opened this').waitFor();
    expect(await settings.get('searchIndex')).to.equal('theirs');
    complaints.splice(0); // the two refusals
  });
});
