import { expect } from 'chai';
import { addressOf, granting, validSettings, scriptOf, UNSET } from '../documents/support.ts';
import { leakWatch } from '../support/leaks/leakWatch.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

describe('document sites that an administrator opens in a browser (behaviour 5.3 C)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct({ config: UNSET });
  });
  after(() => product?.close());

  /** Refusals that a person is meant to see. */
  const expectNoOthers = (...statuses: string[]) =>
    expect(complaints.splice(0).filter((each) => !statuses.some((status) => each.includes(status)))).to.deep.equal([]);

  it('are configured, granted, read and revoked, and a script does it with a key', async () => {
    const page = await signIn('Ada Lovelace');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const goTo = (section: string) => page.evaluate(`location.hash = '#/admin/${section}'`);
    const test = () => button('Test the connection').click();
    const set = async (id: string, secret: string) => {
      await button('Change…').click();
      await page.getByLabel('Client ID').fill(id);
      await page.getByLabel('Client secret').fill(secret);
      await button('Save').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    const right = validSettings(product.sandbox);
    const address = addressOf(product.sandbox, 'handbook');

    await goTo('sharepointentitlement');
    await page.getByText('Set the client ID under “Document libraries” first.').waitFor();
    expect(await button('Try again').count(), 'nothing has failed').to.equal(0);
    expectNoOthers('409');
    await goTo('sharepointconn');
    await test();
    await page.getByText('The client ID of this registration is not set yet.').first().waitFor();
    await set(right.docSiteClientId, 'N0-such-secret-value');
    await test();
    await page.getByText('This is not the secret.', { exact: false }).first().waitFor();
    expectNoOthers('409');
    await set(right.docSiteClientId, right.docSiteClientSecret!);
    await test();
    await page.getByText('It can read no site yet.').waitFor();
    await page.getByText('It has the permission Sites.Selected.').waitFor();
    await page.getByRole('link', { name: 'Grant access to sites' }).click();

    await page.getByRole('heading', { name: 'Access to libraries' }).waitFor();
    await set(right.docSiteAdminClientId, right.docSiteAdminClientSecret!);
    await test();
    await page.getByText('It can read 3 sites.').waitFor();
    expectNoOthers('409');
    await button('Grant access…').click();
    await page.getByLabel('Address or ID of the site').fill('handbook');
    await page.getByRole('dialog').getByRole('button', { name: 'Grant access' }).click();
    await page.getByText('Enter the address of a site', { exact: false }).first().waitFor();
    expectNoOthers('422');
    await page.getByLabel('Address or ID of the site').fill(`${address}/SitePages/Home.aspx`);
    await page.getByRole('dialog').getByRole('button', { name: 'Grant access' }).click();
    await page.getByRole('heading', { name: 'Company handbook' }).waitFor();
    await page.getByText('It may: read').waitFor();

    await goTo('sharepointconn');
    await page.getByText('Documents, Forms').waitFor();

    await goTo('sharepointentitlement');
    await button('Make a key').click();
    const key = await page.getByLabel('The new key', { exact: true }).inputValue();
    leakWatch.keep(key);
    const script = granting(scriptOf(product.url, key));
    expect((await script.show(address)).body.items[0]!.roles).to.deep.equal(['read']);
    await goTo('sharepointconn');
    await goTo('sharepointentitlement');
    await button('Replace the key…').waitFor();
    expect(await page.getByLabel('The new key').count()).to.equal(0);
    await button('Take the key back…').click();
    await button('Take the key back').click();
    await page.getByText('There is no key.').waitFor();
    expect((await script.list()).status).to.equal(401);

    await button('Take access back… Company handbook').click();
    await button('Take access back').click();
    await page.getByText('No site was granted here yet.').waitFor();
    expect(product.sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
