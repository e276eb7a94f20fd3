import { expect } from 'chai';
import { appendFile, copyFile, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { watchFile, type FileWatch } from '../../../server/foundation/database/fileWatch.ts';

describe('the watch of a SQLite file', () => {
  let folder: string;
  let file: string;
  let watch: FileWatch;
  let gone: number;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-watch-'));
    file = path.join(folder, 'test.db');
    await writeFile(file, 'a');
    gone = 0;
    watch = await watchFile(file, () => void gone++);
  });
  afterEach(async () => {
    watch.stop();
    await rm(folder, { recursive: true });
  });

  const changes: Record<string, () => Promise<unknown>> = {
    deleted: () => rm(file),
    moved: () => rename(file, `${file}.aside`),
    replaced: () => copyFile(file, `${file}.copy`).then(() => rename(`${file}.copy`, file)),
  };
  for (const [how, change] of Object.entries(changes))
    it(`says once that it was ${how}`, async () => {
      await watch.look();
      expect(gone).to.equal(0);
      await change();
      await watch.look();
      await watch.look();
      expect(gone).to.equal(1);
    });

  it('says nothing of a file that is written, or of one that cannot be looked at', async () => {
    await appendFile(file, 'b');
    await watch.look();
    await rename(file, `${file}.aside`);
    await symlink(file, file); // a loop
    await watch.look();
    await rm(file);
    await rename(`${file}.aside`, file);
    await watch.look();
    expect(gone).to.equal(0);
  });

  it('takes a file for the opened one if it could not be looked at when it was opened', async () => {
    const late = path.join(folder, 'late.db');
    await symlink(late, late); // a loop
    const began = await watchFile(late, () => void gone++);
    await rm(late);
    await writeFile(late, 'a');
    await began.look();
    expect(gone).to.equal(0);
    await rm(late);
    await began.look();
    expect(gone).to.equal(1);
  });

  it('says nothing after its end', async () => {
    watch.stop();
    await rm(file);
    await watch.look();
    expect(gone).to.equal(0);
  });
});
