import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Me } from '../../contract/people.ts';
import type { RoleHolderList, SettingList } from '../../contract/settings.ts';
import { createCipher } from '../../server/foundation/settings/cipher.ts';
import { exchangeSetting, placeOfSetting } from '../../server/foundation/settings/settingsStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

const TIM = { kind: 'person', reference: 'tim@sandbox.test' };

describe('a secret stored by a server with another key', () => {
  forEachDatabase((_name, openUrl) => {
    let product: TestProduct;
    let ada: Client;
    before(async () => {
      product = await startProduct({
        databaseUrl: await openUrl(),
        config: { key: 'ef'.repeat(32), docSiteClientSecret: null },
        withLoops: false,
      });
      ada = await product.as('ada@sandbox.test');
      const name = 'docSiteClientSecret';
      const value = createCipher(randomBytes(32)).seal('"hunter2"', placeOfSetting(name));
      const setting = { name, value, isSecret: true, updatedAt: 0, updatedBy: 'another server' };
      const { units } = product.product.services.ground;
      await units.run(async ({ trx }) => void (await exchangeSetting(trx, null, setting)));
    });
    after(() => product?.close());

    const shown = async (name: string) =>
      (await ada.call<SettingList>('GET', '/settings')).body.items.find((each) => each.name === name)!;

    it('is reported, and prevents neither changes of other settings nor reading who has a role', async () => {
      expect((await shown('docSiteClientSecret')).isReadable).to.equal(false);
      const changed = await ada.call<SettingList>('PATCH', '/settings', { searchIndex: 'files' });
      expect([changed.status, (await shown('searchIndex')).value]).to.deep.equal([200, 'files']);
      expect((await ada.call('PATCH', '/settings/providers/email', { from: 'us@sandbox.test' })).status).to.equal(200);
      expect((await ada.call<RoleHolderList>('GET', '/settings/roles')).status).to.equal(200);
      expect((await ada.call('GET', '/setup')).status).to.equal(200);
      expect((await ada.call('PUT', '/setup', { address: `${product.url}/`, administrator: TIM })).status).to.equal(
        200,
      );
    });

    it('does not delay granting or revoking a role', async () => {
      const tim = await product.as('tim@sandbox.test');
      const me = (await tim.call<Me>('GET', '/me')).body;
      for (const adminIds of [[me.id], []]) {
        expect((await ada.call('PATCH', '/settings', { adminIds })).status).to.equal(200);
        expect((await tim.call('GET', '/settings')).status).to.equal(adminIds.length > 0 ? 200 : 403);
      }
    });

    it('is fixed by storing it again', async () => {
      const mended = await ada.call<SettingList>('PATCH', '/settings', { docSiteClientSecret: 'known' });
      expect(mended.status).to.equal(200);
      expect((await shown('docSiteClientSecret')).isReadable).to.equal(true);
      await product.product.services.live.refresh();
      expect(product.product.services.live.current().docSiteClientSecret).to.equal('known');
    });
  });
});
