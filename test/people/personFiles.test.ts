import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { FileView } from '../../contract/files.ts';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { findKnown } from '../../server/composition/person/knownPerson.ts';
import { copying, openStorage } from '../../server/composition/person/personFiles.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { loadKeys } from '../../server/foundation/settings/key.ts';
import { answered, HOUR_MS, useStage } from '../scenarios/support.ts';

describe('drive files of a person who is exported and erased (behaviour 2.9)', () => {
  const stage = useStage();
  let folder: string;
  let answer: FileView;
  let unused: FileView;

  const inDrive = () =>
    stage.product.sandbox.graph.drives
      .of('grace')
      .library.items()
      .filter(({ content, isDeleted }) => content !== null && !isDeleted);
  const tokenOf = (name: string) => stage.product.sandbox.tokenFor(`${name}@sandbox.test`);

  async function upload(requestId: string, content: string): Promise<FileView> {
    const query = new URLSearchParams({ requestId, variable: 'receipt', name: 'a.txt' });
    const headers = { authorization: `Bearer ${await tokenOf('grace')}`, 'content-type': 'text/plain' };
    const response = await fetch(`${stage.product.url}/api/files?${query}`, { method: 'POST', headers, body: content });
    return (await response.json()) as FileView;
  }
  async function readByAda(id: string) {
    const headers = { authorization: `Bearer ${await tokenOf('ada')}` };
    const response = await fetch(`${stage.product.url}/api/files/${id}`, { headers });
    return [response.status, response.status === 200 ? await response.text() : ''];
  }

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-person-'));
    await stage.ada.call('PATCH', '/settings', { personalFileLocation: 'personalDrive' });
    const requestId = await stage.ask({
      inputType: 'form',
      prompt: 'The receipt?',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [{ name: 'receipt', type: 'file' }],
    });
    answer = await upload(requestId, 'the answer');
    unused = await upload(requestId, 'not used');
    await answered(stage.grace, requestId, { values: { receipt: [answer] } });
    await stage.result(requestId);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are copied from there, and left out if they are gone', async () => {
    const storage = await openStorage(stage.product.config);
    const copyTo = async (name: string) => {
      const to = path.join(folder, name);
      await mkdir(to);
      const copy = copying(stage.services.ground.reader, storage, to);
      for (const { id } of [answer, unused]) await copy(id);
      return Promise.all((await readdir(to)).sort().map((id) => readFile(path.join(to, id), 'utf8')));
    };
    expect(await copyTo('all')).to.deep.equal(['the answer', 'not used']);
    const { library } = stage.product.sandbox.graph.drives.of('grace');
    const item = inDrive().find(({ content }) => content!.toString() === 'not used')!;
    library.remove(item.path);
    expect(await copyTo('left')).to.deep.equal(['the answer']);
    library.put(item.path, { content: 'not used' }); // another item
    const removedMeanwhile = copying(stage.services.ground.reader, storage, folder);
    await removedMeanwhile('01ARZ3NDEKTSV4RRFFQ69G5FAV');
  });

  it('stop an erasure while the drive cannot be reached, and are removed by the next one; answers stay', async () => {
    const requestId = await stage.ask({
      inputType: 'form',
      prompt: 'Another receipt?',
      assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
      variables: [{ name: 'receipt', type: 'file' }],
    });
    const left = await upload(requestId, 'left over');
    await answered(stage.alan, requestId, { values: { receipt: [] } });
    await stage.result(requestId);
    await stage.tick();
    const { reader, units } = stage.services.ground;
    const known = (await findKnown(reader, 'grace@sandbox.test'))!;
    const seal = createChainSeal((await loadKeys(stage.product.config)).opening);
    const erase = async () =>
      erasePerson({ units, reader, seal, storage: await openStorage(stage.product.config) }, known);

    stage.product.sandbox.graph.meddle(({ path: asked }) => (asked.startsWith('/drives/') ? { status: 403 } : null));
    const stopped = await erase().catch((error: Error) => error.message);
    expect(stopped).to.contain('Files.ReadWrite.All');
    stage.product.sandbox.graph.meddle(null);
    const pseudonym = await erase();
    const contents = inDrive().map(({ content }) => content!.toString());
    expect(contents).to.include('the answer').and.not.include('left over');
    expect(await reader('files').where({ id: left.id })).to.deep.equal([]);
    expect(await readByAda(answer.id)).to.deep.equal([200, 'the answer']);
    expect(await reader('files').where({ id: answer.id }).first('person')).to.deep.equal({ person: pseudonym });
  });

  it('are removed with their request, even if nothing says any more whose they were', async () => {
    await stage.services.ground.units.run(({ trx }) =>
      trx('files').where({ id: answer.id }).update({ request_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV-gone' }),
    );
    await stage.after(HOUR_MS);
    expect(await readByAda(answer.id)).to.deep.equal([404, '']);
    expect(inDrive().map(({ content }) => content!.toString())).to.not.include('the answer');
  });
});
