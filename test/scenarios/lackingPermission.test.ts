import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';

describe('the health page of a registration that lacks the permission to sign people in (behaviour 5.3 B)', function () {
  this.timeout(120_000);
  const roles = ['User.Read.All'];
  let sandbox: Sandbox;
  let product: TestProduct;
  const { signIn } = useBrowsers(() => product);

  before(async () => {
    const tenant = readTenant();
    tenant.registrations.server.application = { graph: roles };
    sandbox = await startSandbox({ portBase: 0, tenant });
    product = await startProduct({ sandbox });
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
  });

  it('says what is missing and where to consent, and continues once it is granted', async () => {
    const page = await signIn('Ada Lovelace');
    await page.evaluate(`location.hash = '#/admin/about'`);
    await page.getByText('Required permissions are missing: GroupMember.Read.All.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Consent for the organisation' }).waitFor();
    roles.push('GroupMember.Read.All');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'About this installation' }).waitFor();
    await page.getByText('It has all required permissions', { exact: false }).waitFor();
  });
});
