import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createSetup } from '../../server/administration/setup.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import type { Config } from '../../server/foundation/config.ts';
import { startOrSetUp, type Running } from '../../server/startOrSetUp.ts';
import { forEachDatabase } from '../support/databases.ts';
import { clientOf, type Client } from '../support/product.ts';
import { announcedSetup, unsetConfig } from '../support/unset.ts';

const NOBODY = '30000000-0000-4000-8000-999999999999';

describe('the set-up when two people complete it at once (behaviour 2.9)', () => {
  let sandbox: Sandbox;
  let folder: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-setup-'));
  });
  after(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  forEachDatabase((_name, openUrl) => {
    let config: Config;
    let running: Running;
    let url: string;
    let tim: Client;
    before(async () => {
      config = await unsetConfig(sandbox, folder, await openUrl());
      const said: string[] = [];
      running = await startOrSetUp(config, (line) => said.push(line));
      const { url: address, code } = announcedSetup(said[0]!)!;
      const { tenantId, clientId, directoryClientId, directoryClientSecret } = sandbox.config;
      await clientOf(address, code).call('PUT', '/setup', {
        ...{ tenantId, clientId, directoryClientId, directoryClientSecret },
        address: `${address}/`,
        administrator: { kind: 'person', reference: 'tim@sandbox.test' },
      });
      url = (await running.product).url;
      tim = clientOf(url, await sandbox.tokenFor('tim@sandbox.test'));
    });
    after(() => running?.close());

    it('names both administrators', async () => {
      const add = (reference: string) =>
        tim.call('PUT', '/setup', { address: `${url}/`, administrator: { kind: 'group', reference } });
      const done = await Promise.all(['Finance', 'Legal', 'Ring A'].map(add));
      expect(done.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const { adminIds, adminGroupIds } = (await running.product).services.live.current();
      const named = sandbox.tenant.groups.filter(({ id }) => adminGroupIds.includes(id));
      expect(named.map(({ displayName }) => displayName)).to.have.members(['Finance', 'Legal', 'Ring A']);
      expect(adminIds).to.have.length(1);
    });

    it('stores no mixture of the tested values and those that the other person stored meanwhile', async () => {
      const { settings, people } = (await running.product).services;
      const by = { actor: 'tim', verifiedBy: 'session' } as const;
      const setup = createSetup({
        settings: {
          ...settings,
          change: async (...asked) => {
            await settings.change({ clientId: NOBODY }, by); // while this one was tested
            return settings.change(...asked);
          },
        },
        live: { refresh: async () => undefined },
        directoryOf: people.directoryOf,
        platformFetch: createPlatformFetch(config.originMap),
        publicUrl: url,
      });
      const secret = { directoryClientSecret: sandbox.config.directoryClientSecret! };
      const refused = await setup.complete({ ...secret, address: `${url}/` }, by).catch((error: unknown) => error);
      expect(refused).to.include({ code: 'changed_meanwhile' });
      await settings.change({ clientId: sandbox.config.clientId }, by);
    });
  });
});
