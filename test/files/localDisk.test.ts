import fs from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { Gone, NoRoom, StorageUnusable, TooLarge } from '../../server/files/fileStorage.ts';
import { createLocalDisk, type LocalDisk } from '../../server/files/localDisk.ts';

describe('files on the local disk', () => {
  let folder: string;
  let disk: LocalDisk;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-files-'));
    disk = createLocalDisk(path.join(folder, 'files'), { keepFreeBytes: 0 });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const failureOf = (doing: Promise<unknown>): Promise<unknown> =>
    doing.then(
      () => expect.fail('it succeeded'),
      (error: unknown) => error,
    );

  it('come back unchanged', async () => {
    expect(await disk.put('A1', Readable.from(['one ', 'two']), 100)).to.equal(7);
    const { content, size } = await disk.get('A1');
    expect([size, await text(content)]).to.deep.equal([7, 'one two']);
    expect((await disk.read('A1', 4, 2)).toString()).to.equal('tw');
    expect(await failureOf(disk.read('A1', 4, 9))).to.have.property('message', 'a file is shorter than it was');
  });

  it('may be empty, and exactly as large as allowed', async () => {
    expect(await disk.put('A1', Readable.from([]), 7)).to.equal(0);
    expect(await disk.put('A2', Readable.from(['1234567']), 7)).to.equal(7);
  });

  it('leave nothing behind if they are too large or break off', async () => {
    expect(await failureOf(disk.put('A1', Readable.from(['12345678']), 7))).to.be.instanceOf(TooLarge);
    const broken = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('connection lost');
      })(),
    );
    expect(await failureOf(disk.put('A2', broken, 100))).to.have.property('message', 'connection lost');
    expect(await readdir(path.join(folder, 'files'))).to.deep.equal([]);
    expect(await failureOf(disk.get('A2'))).to.be.instanceOf(Gone);
  });

  it('leave nothing behind if the disk opens them after they broke off', async () => {
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

  describe('on a nearly full disk', () => {
    let free: number;
    const small = () =>
      createLocalDisk(path.join(folder, 'files'), { keepFreeBytes: 1000, freeBytes: () => Promise.resolve(free) });

    it('are refused before a byte is read, and leave nothing behind', async () => {
      free = 1099;
      const content = Readable.from(['x']);
      expect(await failureOf(small().put('A1', content, 100))).to.be.instanceOf(NoRoom);
      expect(content.readableDidRead).to.equal(false);
      expect(await readdir(path.join(folder, 'files'))).to.deep.equal([]);
      free = 1100;
      expect(await small().put('A1', content, 100)).to.equal(1);
    });

    it('are stopped midway if others fill it', async () => {
      free = 1e9;
      const MIB = 1024 * 1024;
      let sent = 0;
      const content = Readable.from(
        (function* () {
          for (; sent < 20; sent++) {
            if (sent === 5) free = 999;
            yield Buffer.alloc(MIB);
          }
        })(),
      );
      expect(await failureOf(small().put('A1', content, 20 * MIB))).to.be.instanceOf(NoRoom);
      expect(sent).to.be.below(20);
      expect(await readdir(path.join(folder, 'files'))).to.deep.equal([]);
    });

    it('count the space promised to others at the same time', async () => {
      free = 1150;
      const disk = small();
      const results = await Promise.allSettled(['A1', 'A2'].map((key) => disk.put(key, Readable.from(['x']), 100)));
      expect(results.map(({ status }) => status)).to.include('rejected');
      expect(await disk.put('A3', Readable.from(['x']), 100)).to.equal(1);
    });
  });

  it('ask the file system for the free space', async () => {
    const full = createLocalDisk(path.join(folder, 'files'), { keepFreeBytes: Number.MAX_SAFE_INTEGER });
    expect(await failureOf(full.put('A1', Readable.from(['x']), 1))).to.be.instanceOf(NoRoom);
  });

  for (const code of ['ENOSPC', 'EDQUOT'])
    it(`find no room if a write fails with ${code}, and leave nothing behind`, async () => {
      const failing = Readable.from(
        (function* () {
          yield 'x';
          throw Object.assign(new Error(code), { code });
        })(),
      );
      expect(await failureOf(disk.put('A1', failing, 10))).to.be.instanceOf(NoRoom);
      expect(await readdir(path.join(folder, 'files'))).to.deep.equal([]);
    });

  it('say that their folder cannot be used, and why', async () => {
    await writeFile(path.join(folder, 'files'), '');
    const failed = await failureOf(disk.put('A1', Readable.from(['x']), 1));
    expect(failed).to.be.instanceOf(StorageUnusable).and.have.nested.property('cause.code', 'EEXIST');
    expect(await failureOf(disk.get('A1'))).to.be.instanceOf(StorageUnusable);
  });

  it('can be removed more than once', async () => {
    await disk.put('A1', Readable.from(['x']), 1);
    await disk.remove('A1');
    await disk.remove('A1');
    expect(await failureOf(disk.get('A1'))).to.be.instanceOf(Gone);
  });

  it('have ids as keys, never a path', async () => {
    for (const key of ['../A1', 'a/b', '', '.'])
      expect(await failureOf(disk.put(key, Readable.from(['x']), 1)), key).to.have.property(
        'message',
        'a key must be an id',
      );
  });
});
