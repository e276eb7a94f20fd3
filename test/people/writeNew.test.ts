import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import { writeNew } from '../../server/composition/person/personFiles.ts';
import { until } from '../support/until.ts';

describe('a file that an export writes', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-export-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const file = () => path.join(folder, 'grace.json');

  it('has its name only once it is whole, so that a killed export leaves no half a file under it', async () => {
    const content = new PassThrough();
    const written = writeNew(file(), content);
    content.write('{"person":');
    await until(async () => (await readdir(folder)).length === 1);
    expect((await readdir(folder))[0]).to.match(/^grace\.json\.[0-9a-f]{8}\.part$/);
    content.end('null}');
    await written;
    expect(await readdir(folder)).to.deep.equal(['grace.json']);
    expect(await readFile(file(), 'utf8')).to.equal('{"person":null}');
    expect((await stat(file())).mode & 0o077).to.equal(0);
  });

  it('leaves nothing behind if its content fails', async () => {
    const failing = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('the database is away');
      })(),
    );
    const error = await writeNew(file(), failing).catch((thrown: Error) => thrown);
    expect(String(error)).to.include('the database is away');
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('replaces no other, not even one that is made meanwhile', async () => {
    const content = new PassThrough();
    const late = writeNew(file(), content).catch((thrown: NodeJS.ErrnoException) => thrown.code);
    await until(async () => (await readdir(folder)).length === 1);
    await writeFile(file(), 'another');
    content.end('ours');
    expect(await late).to.equal('EEXIST');
    const early = writeNew(file(), Readable.from(['ours'])).catch((thrown: NodeJS.ErrnoException) => thrown.code);
    expect(await early).to.equal('EEXIST');
    expect([await readdir(folder), await readFile(file(), 'utf8')]).to.deep.equal([['grace.json'], 'another']);
  });
});
