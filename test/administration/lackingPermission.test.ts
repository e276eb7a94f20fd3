import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { expectProblem } from '../scenarios/support.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

describe('a permission that the product does not work without, and that nobody has granted (behaviour 5.3 B)', () => {
  let sandbox: Sandbox;
  let product: TestProduct;
  let ada: Client;

  before(async () => {
    const tenant = readTenant();
    tenant.registrations.server.application = { graph: ['User.Read.All'] };
    sandbox = await startSandbox({ portBase: 0, tenant });
    product = await startProduct({ sandbox, withLoops: false });
    ada = await product.as('ada@sandbox.test');
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
  });

  it('is named to whoever calls, for clients in other languages too', async () => {
    for (const path of ['/me', '/settings/health', '/user/notifications']) {
      const { checks, fields } = expectProblem(await ada.call('GET', path), 503, 'unavailable');
      expect(checks, path).to.deep.equal({
        directory: { id: 'consentMissing', values: { missing: 'GroupMember.Read.All' } },
      });
      expect(fields!['directory']).to.equal('An administrator of the tenant has to consent to GroupMember.Read.All.');
    }
  });
});
