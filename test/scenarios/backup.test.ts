import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { FileView } from '../../contract/files.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { loadKeys } from '../../server/foundation/settings/key.ts';
import { openFreely } from '../support/openStore.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { answered, asking, publish } from './support.ts';

const SECRET = { directoryClientSecret: 'a secret of the installation' };

/** As docs/operators.md says: first the database, then the files, and the key. */
async function copyOf({ databaseUrl, dataDir }: TestProduct['config'], folder: string): Promise<void> {
  await mkdir(folder);
  const running = await openFreely(databaseUrl, 1);
  await running.writer.raw(`VACUUM INTO '${path.join(folder, 'copy.db')}'`);
  await running.close();
  await cp(path.join(dataDir, 'files'), path.join(folder, 'files'), { recursive: true });
  await copyFile(path.join(dataDir, 'handback.key'), path.join(folder, 'handback.key'));
}

describe('a backup of a running server', function () {
  this.timeout(60_000);
  let folder: string;
  let product: TestProduct;
  let restored: TestProduct | undefined;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-backup-'));
    product = await startProduct();
  });
  after(async () => {
    await restored?.close();
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tokenOf = (name: string) => product.sandbox.tokenFor(`${name}@sandbox.test`);
  const fileCall = async (to: string, init: RequestInit = {}) =>
    fetch(to, {
      ...init,
      headers: { authorization: `Bearer ${await tokenOf('grace')}`, 'content-type': 'text/plain' },
    });

  it('is a working installation at the place of the copy', async () => {
    const [ada, grace] = [await product.as('ada@sandbox.test'), await product.as('grace@sandbox.test')];
    const variables = [{ name: 'proof', type: 'file' }];
    const human = { inputType: 'form', prompt: '?', assignees: { users: ['grace@sandbox.test'] }, variables };
    await publish(ada, asking({ id: 'proof', human }));
    const [early, late] = [await product.run(ada, 'proof'), await product.run(ada, 'proof')];
    for (const id of [early, late]) await product.reached(ada, id, 'waiting');
    const query = new URLSearchParams({ requestId: `${early}-ask`, variable: 'proof', name: 'proof.txt' });
    const upload = await fileCall(`${product.url}/api/files?${query}`, { method: 'POST', body: 'It is so.' });
    expect(upload.status).to.equal(201);
    const file = (await upload.json()) as FileView;
    await answered(grace, `${early}-ask`, { values: { proof: [file] } });
    await product.reached(ada, early, 'completed');
    await product.product.services.settings.change(SECRET, { actor: 'ada', verifiedBy: 'session' });

    const copy = path.join(folder, 'copy');
    await copyOf(product.config, copy);
    await answered(grace, `${late}-ask`, { values: {} }); // later data is not in the copy

    const databaseUrl = `sqlite:${path.join(copy, 'copy.db')}`;
    restored = await startProduct({ sandbox: product.sandbox, databaseUrl, config: { dataDir: copy } });
    const [again, hers] = [await restored.as('ada@sandbox.test'), await restored.as('grace@sandbox.test')];
    expect((await restored.execution(again, late)).status).to.equal('waiting');
    await answered(hers, `${late}-ask`, { values: {} });
    await restored.reached(again, late, 'completed');
    expect(await (await fileCall(`${restored.url}/api/files/${file.id}`)).text()).to.equal('It is so.');
    expect(await restored.product.services.settings.get('directoryClientSecret')).to.be.a('string');
    const seal = createChainSeal((await loadKeys(restored.config)).opening);
    expect((await verifyAudit(restored.product.services.ground.reader, { seal })).ok).to.equal(true);
    const rows = await restored.product.services.settings.describe();
    expect(rows.filter(({ isReadable }) => !isReadable)).to.deep.equal([]);
  });
});
