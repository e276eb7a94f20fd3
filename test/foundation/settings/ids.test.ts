import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { TeamsSettings } from '../../../bot/teams/kind.ts';
import { readConfig } from '../../../server/foundation/config.ts';
import { createCipher } from '../../../server/foundation/settings/cipher.ts';
import { createSettings } from '../../../server/foundation/settings/settings.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

describe('settings that are ids', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const cipher = createCipher(randomBytes(32));
    const open = () =>
      createSettings({
        units: store.units,
        reader: store.db.reader,
        cipher,
        config: readConfig({}),
        now: Date.now,
        channels: [],
      });

    it('hold ids in lower case, as Microsoft writes them, however they were entered or stored before', async () => {
      const [typed, held] = ['ABCDEF00-0000-4000-8000-0000000000AB', 'abcdef00-0000-4000-8000-0000000000ab'];
      const settings = open();
      await settings.change(
        { docSiteClientId: typed, searchResource: typed, adminIds: [typed] },
        { actor: 'ada', verifiedBy: 'session' },
      );
      await store.db
        .writer('settings')
        .insert({ name: 'tenantId', value: JSON.stringify(typed), is_secret: 0, updated_at: 1, updated_by: '' });
      for (const { tenantId, docSiteClientId, searchResource, adminIds } of [await settings.all(), await open().all()])
        expect([tenantId, docSiteClientId, searchResource, ...adminIds]).to.deep.equal([held, held, held, held]);
      expect(TeamsSettings.parse({ appId: typed, tenantId: typed })).to.deep.equal({ appId: held, tenantId: held });
    });
  });
});
