import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { takeServerLock, type ServerLock } from '../../../server/foundation/database/serverLock.ts';

const never = () => expect.fail('it was lost');

describe('the lock of a SQLite file', () => {
  let folder: string;
  let database: string;
  const locks: ServerLock[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-lock-'));
    database = path.join(folder, 'test.db');
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
    await rm(folder, { recursive: true });
  });

  const take = async (settings: Partial<Parameters<typeof takeServerLock>[1]> = {}) => {
    const lock = await takeServerLock(database, { onLost: never, ...settings });
    locks.push(lock);
    return lock;
  };
  const refusal = (settings = {}) =>
    take(settings).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  const owner = async () => JSON.parse(await readFile(`${database}.lock`, 'utf8')) as { pid: number; began: string };
  const elsewhere = { host: 'elsewhere', place: 'elsewhere' };
  /** The id of a process that has ended. */
  const deadPid = async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    return child.pid!;
  };

  it('refuses a second server, and names the first', async () => {
    await take();
    expect(await refusal()).to.match(
      new RegExp(
        `another server uses .*test\\.db \\(process ${process.pid} on ${os.hostname()}, since .*, last seen 0 s ago`,
      ),
    );
    expect((await stat(`${database}.lock`)).mode & 0o777).to.equal(0o600);
  });

  it('is free after its release, and leaves nothing behind', async () => {
    await (await take()).release();
    expect(await readdir(folder)).to.deep.equal([]);
    expect(await refusal()).to.equal('taken');
  });

  it('is not lost if it is released while its owner checks it', async () => {
    let lost = 0;
    for (let turn = 0; turn < 200; turn++) {
      const lock = await take({ onLost: () => void lost++ });
      const looking = Array.from({ length: 5 }, () => lock.renew());
      await Promise.all([...looking, lock.release(), lock.renew()]);
    }
    expect(lost).to.equal(0);
  });

  describe('that cannot be read', () => {
    /** As if the process had no file descriptors left: the file exists, but cannot be read. */
    async function unreadable(): Promise<() => Promise<void>> {
      const file = `${database}.lock`;
      await rename(file, `${file}.aside`);
      await symlink(file, file);
      return () => rename(`${file}.aside`, file);
    }

    it('is kept, and renewed when it can be read again', async () => {
      const lock = await take();
      const mend = await unreadable();
      await lock.renew();
      await mend();
      await lock.renew();
      expect(await refusal()).to.include('another server uses');
    });

    it('is lost after the time that others wait for a sign of its owner', async () => {
      let lost = 0;
      const lock = await take({ onLost: () => void lost++, silenceMs: 0 });
      const mend = await unreadable();
      await lock.renew();
      expect(lost).to.equal(1);
      await mend();
    });
  });

  it('is taken over at once from a dead process', async () => {
    await take({ self: { pid: await deadPid() } });
    expect(await refusal()).to.equal('taken');
    expect((await owner()).pid).to.equal(process.pid);
  });

  if (process.platform === 'linux')
    it('is taken over from a process whose number now belongs to another one', async () => {
      await take({ self: { pid: process.ppid, began: '1' } });
      expect(await refusal()).to.equal('taken');
    });

  it('is taken over by exactly one of many that come at once', async () => {
    const pid = await deadPid();
    for (let round = 0; round < 100; round++) {
      await take({ self: { pid } });
      const said = await Promise.all(Array.from({ length: 8 }, () => refusal()));
      expect(said.filter((each) => each === 'taken')).to.have.length(1);
      expect(await readdir(folder)).to.deep.equal(['test.db.lock']);
      await locks.pop()!.release();
    }
  });

  /** A process that dies midway through a takeover of the lock. */
  const takeHalf = async (pid: number) => {
    const { id, ...found } = JSON.parse(await readFile(`${database}.lock`, 'utf8')) as { id: string };
    const taker = JSON.stringify({ ...found, id: '0123456789abcdef', pid, began: null });
    await writeFile(`${database}.lock.after-${id}`, taker);
  };

  it('is taken over from a process that was killed during its own takeover', async () => {
    await take({ self: { pid: await deadPid() } });
    await takeHalf(await deadPid());
    expect(await refusal()).to.equal('taken');
    expect((await owner()).pid).to.equal(process.pid);
    expect(await readdir(folder)).to.deep.equal(['test.db.lock']);
  });

  it('belongs to a live process that is just taking it over', async () => {
    await take({ self: { pid: await deadPid() } });
    await takeHalf(process.ppid);
    expect(await refusal()).to.match(new RegExp(`another server uses .* \\(process ${process.ppid} on`));
  });

  it('is taken over from a process that was killed during its release', async () => {
    const pid = await deadPid();
    await take({ self: { pid } });
    await takeHalf(pid);
    await rm(`${database}.lock`); // the next has not begun
    expect(await refusal()).to.equal('taken');
  });

  it('of another machine or container is respected while its owner shows signs of life', async () => {
    const other = await take({ self: { pid: 1, ...elsewhere } });
    const renewing = setInterval(() => void other.renew(), 200);
    const said = await refusal({ silenceMs: 5000 });
    clearInterval(renewing);
    expect(said).to.match(/process 1 on elsewhere/);
  });

  it('of another machine or container is taken over when its owner is silent, whatever the clocks say', async () => {
    await take({ self: { pid: process.pid, ...elsewhere } });
    const ahead = new Date(Date.now() + 3_600_000);
    await utimes(`${database}.lock`, ahead, ahead);
    expect(await refusal({ silenceMs: 600 })).to.equal('taken');
  });

  it('tells an owner that was silent for too long, once, and does not touch the new owner', async () => {
    let lost = 0;
    const sleeper = await take({ self: elsewhere, onLost: () => void lost++ });
    await take({ silenceMs: 600 });
    await sleeper.renew();
    await sleeper.renew();
    await sleeper.release();
    expect(lost).to.equal(1);
    expect(await refusal()).to.match(/another server/);
  });

  it('that is only half written belongs to nobody', async () => {
    await writeFile(`${database}.lock`, '{"id": "x');
    expect(await refusal({ silenceMs: 600 })).to.equal('taken');
  });
});
