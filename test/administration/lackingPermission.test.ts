import { expect } from 'chai';
import type { RegistrationHealth } from '../../contract/settings.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { expectProblem } from '../scenarios/support.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

describe('a required permission that nobody has granted (behaviour 5.3 B)', () => {
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

  it('is named to the caller, also for clients in other languages', async () => {
    for (const path of ['/me', '/settings', '/user/notifications']) {
      const { checks, fields } = expectProblem(await ada.call('GET', path), 503, 'unavailable');
      expect(checks, path).to.deep.equal({
        directory: { id: 'consentMissing', values: { missing: 'GroupMember.Read.All' } },
      });
      expect(fields!['directory']).to.equal('An administrator of the tenant has to consent to GroupMember.Read.All.');
    }
  });

  it('is shown on the health page to people who are administrators without the directory', async () => {
    const { status, body } = await ada.call<RegistrationHealth>('GET', '/settings/health?isFresh=true');
    expect([status, body.isHealthy, body.missing]).to.deep.equal([200, false, ['GroupMember.Read.All']]);
    const grace = await product.as('grace@sandbox.test');
    expectProblem(await grace.call('GET', '/settings/health'), 503, 'unavailable');
    const { settings, live } = product.product.services;
    const { id } = sandbox.tenant.people.find(({ mail }) => mail === 'grace@sandbox.test')!;
    await settings.set('adminIds', [id], 'operator');
    await live.refresh();
    expect((await grace.call('GET', '/settings/health')).status).to.equal(200);
    const unsigned = await fetch(`${product.url}/api/settings/health`);
    expect(unsigned.status).to.equal(401);
  });
});
