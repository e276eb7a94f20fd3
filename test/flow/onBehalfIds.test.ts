import { expect } from 'chai';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { readConfig } from '../../server/foundation/config.ts';
import { publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct } from '../support/product.ts';
import { SWITCHES, tool } from './onBehalfSupport.ts';

describe('tools that act as the starter, in a tenant that was entered in capitals', () => {
  forEachDatabase((_, openUrl) => {
    it('work in whatever case the ids of tenant and registration are entered', async () => {
      const tenant = readTenant();
      tenant.id = '70000000-0000-4000-8000-0000000000ab';
      tenant.registrations.server.clientId = '30000000-0000-4000-8000-0000000000cd';
      const sandbox = await startSandbox({ portBase: 0, tenant });
      const { tenantId, directoryClientId } = readConfig({
        TENANT_ID: tenant.id.toUpperCase(),
        DIRECTORY_CLIENT_ID: tenant.registrations.server.clientId.toUpperCase(),
      });
      const config = { tenantId, directoryClientId };
      const product = await startProduct({ sandbox, databaseUrl: await openUrl(), config });
      try {
        const { settings, live } = product.product.services;
        await settings.change(SWITCHES, { actor: 'test', verifiedBy: 'session' });
        await live.refresh();
        const there = await product.as('ada@sandbox.test');
        await publish(there, tool('capitals', 'mail_read', {}) as never);
        const id = await product.run(there, 'capitals');
        await product.reached(there, id, 'completed', 'failed');
        expect(JSON.stringify((await product.execution(there, id)).context)).to.contain('for Ada Lovelace only');
      } finally {
        await product.close();
        await sandbox.close();
      }
    });
  });
});
