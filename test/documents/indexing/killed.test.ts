import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { readConfig, type Config } from '../../../server/foundation/config.ts';
import { openDatabase } from '../../../server/foundation/database/connection.ts';
import { prepareServer } from '../../chaos/serverProcess.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { NO_LIMITS } from '../../support/limits.ts';
import { NO_CHATS } from '../../support/product.ts';
import { randomNumbers } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { validSettings, tenantWith } from '../support.ts';
import { HANDBOOK, MINUTE_MS } from './stage.ts';
import { differences, indexedOf, truthOf } from './truth.ts';

const LIBRARIES = [HANDBOOK, 'b!handbook-forms', 'b!finance-documents', 'b!legal-documents'];
/** `KILLED_DOCUMENTS=20000` tries more, which takes minutes. */
const DOCUMENTS = Number(process.env['KILLED_DOCUMENTS'] ?? 1_000);
const KILLS = 6;
/** Longer than a silent server keeps its turn. */
const LEASE_MS = 11 * MINUTE_MS;

describe('a server that is killed while it reads documents (behaviour 5.6)', function () {
  this.timeout(240_000 + 60 * DOCUMENTS);

  forEachDatabase((name, openUrl) => {
    let folder: string;
    let sandbox: Sandbox;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'handback-killed-'));
      const tenant = tenantWith('Sites.Read.All');
      sandbox = await startSandbox({ portBase: 0, lifetimeSeconds: 24 * 3600, tenant });
    });
    afterEach(async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('leaves no gap and no duplicate, however often and whenever it is killed', async () => {
      const DATABASE_URL = await openUrl();
      const environment = {
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL,
        LOG_LEVEL: 'error',
        HANDBACK_KEY: '0'.repeat(64),
      };
      const surroundings = readConfig(environment, 'sandbox');
      const config: Config = { ...surroundings, ...sandbox.config, ...NO_CHATS, ...validSettings(sandbox) };
      const libraries = LIBRARIES.map((id) => sandbox.graph.sites.library(id));
      libraries[0]!.remove('Leave.html'); // only plain text is compared
      for (let n = 0; n < DOCUMENTS; n++)
        libraries[n % libraries.length]!.put(`${n % 50}/${n}.txt`, { content: `document ${n}` });

      const random = randomNumbers(1);
      let steppedMs = 0;
      const begin = async () => {
        const server = await prepareServer().start(config, { limits: NO_LIMITS });
        if (name === 'PostgreSQL') await server.setClock((steppedMs += LEASE_MS)); // or it would wait that long
        return server;
      };
      for (let kill = 0; kill < KILLS; kill++) {
        const server = await begin();
        await sleep(500 + random() * DOCUMENTS);
        libraries[kill % libraries.length]!.put(`late/${kill}.txt`, { content: `late ${kill}` });
        libraries[0]!.share(`${kill * 2}`, [{ person: 'barbara' }]);
        libraries[1]!.remove(`${kill * 2 + 1}`);
        await server.kill();
      }
      const last = await begin();
      const { reader, close } = await openDatabase(DATABASE_URL);
      try {
        /** On a slow machine, no server may have lived long enough to see the libraries. */
        const areRead = async () => {
          const sources = await reader('indexed_sources').select<{ id: string; state: string; has_more: number }[]>();
          const read = sources.filter(({ state, has_more: hasMore }) => state === 'following' && hasMore === 0);
          const ids = read.map(({ id }) => id);
          return read.length === sources.length && LIBRARIES.every((id) => ids.includes(`library:${id}`));
        };
        await until(areRead, 60_000 + 60 * DOCUMENTS); // 37 s for 1,000 beside other tests
        await last.setClock((steppedMs += 6 * MINUTE_MS));
        const wrong = async () =>
          (await Promise.all(libraries.map((library) => indexedOf(reader, library)))).flatMap((found, n) =>
            differences(found, truthOf(sandbox.tenant, libraries[n]!)),
          );
        await until(async () => (await wrong()).length === 0, 30_000 + 10 * DOCUMENTS).catch(() => {});
        const left = await wrong();
        expect(left, JSON.stringify(left.slice(0, 3))).to.deep.equal([]);
        const counted = await reader('indexed_sources').sum('documents as documents').first();
        const truth = libraries.reduce((sum, library) => sum + truthOf(sandbox.tenant, library).size, 0);
        expect(Number(counted!.documents)).to.equal(truth);
      } finally {
        await close();
        await last.stop();
      }
    });
  });
});
