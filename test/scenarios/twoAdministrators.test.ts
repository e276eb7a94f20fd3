import { expect } from 'chai';
import type { Me } from '../../contract/people.ts';
import { pick } from '../desktop/support/screens/form.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

const RADIA = { name: 'Radia Perlman', address: 'radia@sandbox.test' };

describe('two administrators with the same dialog open (behaviour 2.9)', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let other: Client;
  const { complaints, signIn } = useBrowsers(() => product);
  const current = () => product.product.services.live.current();

  before(async () => {
    product = await startProduct();
    other = await product.as('ada@sandbox.test');
  });
  after(() => product?.close());

  const idOf = async (address: string) => (await (await product.as(address)).call<Me>('GET', '/me')).body.id;

  it('are told of each other, and lose neither what they typed nor what the other one saved', async () => {
    const [tim, radia] = [await idOf('tim@sandbox.test'), await idOf(RADIA.address)];
    await other.call('PATCH', '/settings', { adminIds: [tim] });
    const page = await signIn('Ada Lovelace');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const patches: string[] = [];
    page.on('request', (asked) => void (asked.method() === 'PATCH' && patches.push(asked.postData() ?? '')));
    await page.evaluate(`location.hash = '#/admin/roles'`);

    await button('Change…').click();
    await button('Save').click();
    await dialog.waitFor({ state: 'hidden' });
    expect(patches, 'nothing was changed').to.deep.equal([]);

    await button('Change…').click();
    await pick(page, 'Administrators: people', RADIA.name);
    await other.call('PATCH', '/settings', { adminIds: null, searchIndex: 'theirs' });
    await button('Save').click();
    await dialog.getByText('Settings have been saved since you opened this').waitFor();
    await dialog.getByText('Administrators: people – Nobody').waitFor();
    expect(current().adminIds).to.deep.equal([]);
    await dialog.getByText(RADIA.name).first().waitFor();
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await dialog.getByText('Settings have been saved since').waitFor({ state: 'hidden' });
    expect(await dialog.getByText('Tim Berners-Lee').count()).to.equal(0);
    await pick(page, 'Administrators: people', RADIA.name);
    await button('Save').click();
    await dialog.waitFor({ state: 'hidden' });
    expect([current().adminIds, current().searchIndex]).to.deep.equal([[radia], 'theirs']);

    await page.evaluate(`location.hash = '#/admin/search'`);
    await button('Change…').click();
    await page.getByLabel('Index').fill('mine');
    await other.call('PATCH', '/settings', { adminIds: [tim] });
    await button('Save').click();
    await dialog.getByText('What you see here is the same.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect([current().adminIds, current().searchIndex]).to.deep.equal([[tim], 'mine']);
    expect(patches.map((body) => Object.keys(JSON.parse(body) as object))).to.deep.equal([
      ['adminIds'],
      ['adminIds'],
      ['searchIndex'],
      ['searchIndex'],
    ]);
    expect(complaints.filter((each) => !each.includes('412'))).to.deep.equal([]);
  });
});
