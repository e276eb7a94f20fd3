import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { settingsAtRest, withStored } from '../../../server/composition/settingsAtRest.ts';
import { readConfig } from '../../../server/foundation/config.ts';
import { openDatabase } from '../../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../../server/foundation/database/unitOfWork.ts';
import { createCipher } from '../../../server/foundation/settings/cipher.ts';
import { createSettings } from '../../../server/foundation/settings/settings.ts';
import { forEachDatabase } from '../../support/databases.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const HANDBACK_KEY = 'cd'.repeat(32);
const slack = { name: 'slack', settingsSchema: z.looseObject({}), secrets: [] };

describe('settings for commands beside a server', () => {
  forEachDatabase((_name, openUrl, openBlankUrl) => {
    it('are the stored ones, overridden by the environment', async () => {
      const env = { DATABASE_URL: await openUrl(), HANDBACK_KEY };
      const config = readConfig(env);
      const database = await openDatabase(config.databaseUrl, 1);
      const units = createUnitOfWork(database.writer);
      const cipher = createCipher(Buffer.from(HANDBACK_KEY, 'hex'));
      const now = () => 1;
      const settings = createSettings({ units, reader: database.reader, cipher, config, now, channels: [slack] });
      const by = { actor: 'ada', verifiedBy: 'session' } as const;
      await settings.change({ tenantId: GUID, directoryClientId: GUID, directoryClientSecret: 'the secret' }, by);
      await settings.changeProvider('slack', { nativePickers: true }, 'ada');
      await database.close();

      const values = await settingsAtRest(readConfig({ ...env, TENANT_ID: OTHER }));
      expect(values).to.include({ tenantId: OTHER, directoryClientId: GUID, directoryClientSecret: 'the secret' });
      const completed = await withStored({ ...env, TENANT_ID: OTHER });
      const stored = { DIRECTORY_CLIENT_ID: GUID, SLACK_NATIVE_PICKERS: 'true' };
      expect(completed).to.deep.equal({ ...env, ...stored, TENANT_ID: OTHER });
    });

    it("are the environment's if nothing was ever stored", async () => {
      const env = { DATABASE_URL: await openBlankUrl(), HANDBACK_KEY, CLIENT_ID: GUID };
      expect(await settingsAtRest(readConfig(env))).to.include({ clientId: GUID, tenantId: null });
    });
  });

  it('create no database and no key', async () => {
    const folder = path.join(os.tmpdir(), 'handback-nowhere');
    const env = { DATA_DIR: folder, TENANT_ID: GUID };
    expect(await withStored(env)).to.deep.equal(env);
    expect((await settingsAtRest(readConfig({ ...env, HANDBACK_KEY }))).tenantId).to.equal(GUID);
    expect(existsSync(folder)).to.equal(false);
  });

  it('leave reporting errors in the environment to others', async () => {
    expect(await withStored({ TENANT_ID: 'nobody' })).to.deep.equal({ TENANT_ID: 'nobody' });
  });
});
