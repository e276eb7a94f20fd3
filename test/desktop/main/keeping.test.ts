import { expect } from 'chai';
import { mkdir, readFile, readdir, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTextStore, joinTexts } from '../../../desktop/main/textStore.ts';
import { createOpenAtLogin } from '../../../desktop/main/openAtLogin.ts';
import { createSealed, isSafe } from '../../../desktop/main/sealed.ts';
import { createSettings } from '../../../desktop/main/settings.ts';
import { MOST_KEPT } from '../../../desktop/bridge.ts';
import { memoryLog, temporaryFolder } from './desktopApp.ts';
import { fakeElectron } from './fakeElectron.ts';

describe('the data that the desktop app stores', () => {
  const sealing = (backend?: string, platform: NodeJS.Platform = 'linux') => {
    const { log, lines } = memoryLog();
    return { safeStorage: fakeElectron(backend ? { backend } : {}).port.safeStorage, platform, log, lines };
  };

  it('is sealed on disk, for its person only', async () => {
    const file = path.join(await temporaryFolder(), 'sign-in.bin');
    await createSealed(file, sealing()).write('refresh token');
    expect(await readFile(file, 'utf8')).not.to.contain('refresh token');
    expect((await stat(file)).mode & 0o077).to.equal(0);
    expect(await createSealed(file, sealing()).read()).to.equal('refresh token');
  });

  it('is held in memory only if the system offers no protection', async () => {
    const folder = await temporaryFolder();
    const sealed = createSealed(path.join(folder, 'sign-in.bin'), sealing('basic_text'));
    await sealed.write('refresh token');
    expect(await sealed.read()).to.equal('refresh token');
    expect(await readdir(folder)).to.deep.equal([]);
    expect([await isSafe(sealing('basic_text')), await isSafe(sealing('basic_text', 'darwin'))]).to.deep.equal([
      false,
      true,
    ]);
  });

  it('counts as empty if the file was cut in half, and says so', async () => {
    const file = path.join(await temporaryFolder(), 'sign-in.bin');
    await createSealed(file, sealing()).write('a rather long refresh token');
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    const parts = sealing();
    expect(await createSealed(file, parts).read()).to.equal(null);
    expect(parts.lines.map(({ event }) => event)).to.deep.equal(['sealed file unreadable']);
    await createSealed(file, sealing()).write('anew');
    expect(await createSealed(file, sealing()).read()).to.equal('anew');
  });

  describe('while the keyring is locked or refused', () => {
    let isLocked: boolean;
    let file: string;
    beforeEach(async () => {
      isLocked = true;
      file = path.join(await temporaryFolder(), 'typed.bin');
    });
    const keyring = () => ({ ...sealing(), safeStorage: fakeElectron({ isLocked: () => isLocked }).port.safeStorage });

    it('keeps its file for the next start', async () => {
      await createSealed(file, sealing()).write('refresh token');
      expect(await createSealed(file, keyring()).read()).to.equal(null);
      expect(await createSealed(file, sealing()).read()).to.equal('refresh token');
    });

    it('keeps older drafts beside newer ones', async () => {
      const typed = (parts: ReturnType<typeof sealing>) => createTextStore(createSealed(file, parts, joinTexts));
      const before = typed(sealing());
      await before.put('draft 1', 'older');
      await before.flush();

      const locked = typed(keyring());
      expect(await locked.all()).to.deep.equal({});
      await locked.put('draft 2', 'newer');
      await locked.flush();
      expect(await typed(sealing()).all(), 'the file is as it was').to.deep.equal({ 'draft 1': 'older' });
      isLocked = false;
      for (const text of ['newer', 'newest']) {
        await locked.put('draft 2', text);
        await locked.flush();
        expect(await typed(sealing()).all()).to.deep.equal({ 'draft 1': 'older', 'draft 2': text });
      }
    });

    it('drops what a sign-out deletes', async () => {
      await createSealed(file, sealing()).write('refresh token');
      const locked = createSealed(file, keyring());
      await locked.read();
      await locked.write(null);
      expect(await createSealed(file, sealing()).read()).to.equal(null);
    });
  });

  it('is not replaced while another program locks the file', async () => {
    const file = path.join(await temporaryFolder(), 'typed.bin');
    const typed = () => createTextStore(createSealed(file, sealing(), joinTexts));
    const before = typed();
    await before.put('draft 1', 'older');
    await before.flush();
    await rename(file, `${file}.away`);
    await mkdir(file); // a file that is there and cannot be read
    const locked = typed();
    expect(await locked.all()).to.deep.equal({});
    await locked.put('draft 2', 'newer');
    await locked.flush();
    await rmdir(file);
    await rename(`${file}.away`, file);
    await locked.put('draft 3', 'newest');
    await locked.flush();
    expect(await typed().all()).to.deep.equal({ 'draft 1': 'older', 'draft 2': 'newer', 'draft 3': 'newest' });
  });

  it('stays readable if it is to be sealed with a newer key, but the disk has no room for it', async () => {
    const file = path.join(await temporaryFolder(), 'typed.bin');
    const parts = sealing();
    await createSealed(file, parts).write('text');
    await mkdir(`${file}.new`); // nothing can be written there
    const decryptStringAsync = async (bytes: Buffer) => ({
      ...(await parts.safeStorage.decryptStringAsync(bytes)),
      shouldReEncrypt: true,
    });
    const newer = { ...parts, safeStorage: { ...parts.safeStorage, decryptStringAsync } };
    expect(await createSealed(file, newer).read()).to.equal('text');
    expect(await createSealed(file, sealing()).read(), 'at the next start').to.equal('text');
  });

  it('is written again if the disk had no room for it', async () => {
    const folder = path.join(await temporaryFolder(), 'not there yet');
    const texts = createTextStore(createSealed(path.join(folder, 'typed.bin'), sealing()));
    await texts.put('draft 1', 'text');
    await texts.flush();
    await mkdir(folder);
    await texts.flush();
    const stored = createTextStore(createSealed(path.join(folder, 'typed.bin'), sealing()));
    expect(await stored.all()).to.deep.equal({ 'draft 1': 'text' });
  });

  it('includes drafts that survive a restart, up to a limit', async () => {
    const file = path.join(await temporaryFolder(), 'typed.bin');
    const texts = createTextStore(createSealed(file, sealing()));
    for (let n = 0; n < MOST_KEPT; n++) await texts.put(`draft ${n}`, 'text');
    expect(await texts.put('one more', 'text')).to.equal(false);
    expect(await texts.put('draft 1', 'other')).to.equal(true);
    expect(await texts.put('draft 2', null)).to.equal(true);
    await texts.flush();
    const again = await createTextStore(createSealed(file, sealing())).all();
    expect(Object.keys(again)).to.have.length(MOST_KEPT - 1);
    expect(again['draft 1']).to.equal('other');
  });

  it('counts invalid settings as absent', async () => {
    const file = path.join(await temporaryFolder(), 'settings.json');
    const { log, lines } = memoryLog();
    createSettings(file, log).change({ quietHours: '20-7', server: 'https://x.test' });
    expect(createSettings(file, log).get()).to.deep.include({ quietHours: '20-7', server: 'https://x.test' });
    for (const content of ['{"quietHours":', '{"quietHours":"never"}', '[]']) {
      await writeFile(file, content);
      expect(createSettings(file, log).get()).to.deep.include({ quietHours: 'off', server: null });
    }
    expect(lines.map(({ event }) => event)).to.deep.equal(Array(3).fill('settings unreadable'));
  });

  it("includes the start at login: a file on Linux, and the system's own setting elsewhere", async () => {
    const configFolder = await temporaryFolder();
    const { app } = fakeElectron().port;
    for (const platform of ['linux', 'darwin'] as const) {
      const atLogin = createOpenAtLogin({ app, platform, executable: '/opt/hand back/x', configFolder });
      expect(atLogin.get()).to.equal(false);
      atLogin.set(true);
      expect(atLogin.get()).to.equal(true);
      if (platform === 'linux')
        expect(await readFile(path.join(configFolder, 'autostart', 'handback.desktop'), 'utf8')).to.contain(
          'Exec="/opt/hand back/x" --hidden',
        );
      atLogin.set(false);
      expect(atLogin.get()).to.equal(false);
    }
  });
});
