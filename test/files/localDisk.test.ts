import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { TooLarge, type FileStorage } from '../../server/files/fileStorage.ts';
import { createLocalDisk } from '../../server/files/localDisk.ts';

describe('files on the local disk', () => {
  let folder: string;
  let disk: FileStorage;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-files-'));
    disk = createLocalDisk(path.join(folder, 'files'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const failureOf = (doing: Promise<unknown>): Promise<unknown> =>
    doing.then(
      () => expect.fail('it succeeded'),
      (error: unknown) => error,
    );

  it('come back as they went in', async () => {
    expect(await disk.put('A1', Readable.from(['one ', 'two']), 100)).to.equal(7);
    expect(await text(await disk.get('A1'))).to.equal('one two');
  });

  it('may be empty, and exactly as large as allowed', async () => {
    expect(await disk.put('A1', Readable.from([]), 7)).to.equal(0);
    expect(await disk.put('A2', Readable.from(['1234567']), 7)).to.equal(7);
  });

  it('leave nothing behind when they are too large or break off', async () => {
    expect(await failureOf(disk.put('A1', Readable.from(['12345678']), 7))).to.be.instanceOf(TooLarge);
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('connection lost');
      })(),
    );
    expect(await failureOf(disk.put('A2', broken, 100))).to.have.property('message', 'connection lost');
    expect(await readdir(path.join(folder, 'files'))).to.deep.equal([]);
    expect(await failureOf(disk.get('A2'))).to.have.property('code', 'ENOENT');
  });

  it('leave nothing behind when the disk opens them after they broke off', async () => {
    const { open } = fs;
    const slowly = new Promise<void>((opened) => {
      fs.open = ((...args: Parameters<typeof open>) => {
        fs.open = open;
        setTimeout(() => (open(...args), opened()), 50);
      }) as typeof open;
    });
    expect(await failureOf(disk.put('A1', Readable.from(['12345678']), 7))).to.be.instanceOf(TooLarge);
    await slowly;
    await disk.put('A2', Readable.from(['x']), 1);
    expect(await readdir(path.join(folder, 'files'))).to.deep.equal(['A2']);
  });

  it('go when they are removed, more than once too', async () => {
    await disk.put('A1', Readable.from(['x']), 1);
    await disk.remove('A1');
    await disk.remove('A1');
    expect(await failureOf(disk.get('A1'))).to.have.property('code', 'ENOENT');
  });

  it('have ids for keys, never a path', async () => {
    for (const key of ['../A1', 'a/b', '', '.'])
      expect(await failureOf(disk.put(key, Readable.from(['x']), 1)), key).to.have.property(
        'message',
        'a key must be an id',
      );
  });
});
