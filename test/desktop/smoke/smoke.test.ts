// cspell:ignore CFFIXED LOCALAPPDATA
import { expect } from 'chai';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { repository } from '../../../desktop/appManifest.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { skipBecause } from '../../support/skip.ts';
import { until } from '../../support/until.ts';
import { temporaryFolder } from '../main/desktopApp.ts';
import { inTheBrowser } from '../main/inTheBrowser.ts';
import { buildDesktop } from '../support/buildDesktop.ts';
import { answerInApp } from './journey.ts';
import { launchable, type LaunchParts } from './launchable.ts';

const HERE: LaunchParts = {
  env: process.env,
  electron: path.join(repository, 'node_modules', 'electron'),
  app: path.join(repository, 'out', 'desktop'),
  platform: process.platform,
};

/** The same journey runs without Electron in bridge.test.ts. */
describe('the desktop app in Electron', function () {
  this.timeout(300_000);
  let product: TestProduct | undefined;
  let app: ElectronApplication | undefined;
  after(async () => {
    await app?.close();
    await product?.close();
  });

  it('connects, signs in, is asked and answers', async function () {
    const found = launchable(HERE);
    if (typeof found === 'string') skipBecause(this, found);
    if (found.args.length > 0) await buildDesktop();
    product = await startProduct();
    app = await _electron.launch({ ...found, args: [...found.args, ...switches()], env: await ownProfile() });
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => void Object.assign(globalThis, { openedInBrowser: url });
    });
    const running = app;
    const opened = () => running.evaluate(() => (globalThis as { openedInBrowser?: string }).openedInBrowser ?? null);
    await answerInApp({
      page: await running.firstWindow(),
      product,
      async signInBrowser() {
        await until(async () => (await opened()) !== null);
        await inTheBrowser((await opened())!, 'grace@sandbox.test');
      },
    });
  });

  it('starts from what is installed, or says what is missing', async () => {
    const electron = await temporaryFolder();
    const parts = { ...HERE, electron, app: '/app', platform: 'linux' as const };
    expect(launchable({ ...parts, env: {} })).to.contain('xvfb-run');
    const env = { DISPLAY: ':0' };
    expect(launchable({ ...parts, env })).to.contain('install.js');
    expect(launchable({ ...parts, env: { ...env, ELECTRON_BIN: '/none' } })).to.contain('/none');
    expect(launchable({ ...parts, env: { ...env, HANDBACK_PACKED: '/none' } })).to.contain('/none');
    await writeFile(path.join(electron, 'path.txt'), 'electron');
    expect(launchable({ ...parts, env })).to.contain('there is no Electron');
    const program = path.join(electron, 'dist', 'electron');
    await mkdir(path.dirname(program));
    await writeFile(program, '');
    await chmod(program, 0o755);
    expect(launchable({ ...parts, env })).to.deep.equal({ executablePath: program, args: ['/app'] });
    expect(launchable({ ...parts, env: { ...env, HANDBACK_PACKED: program } })).to.deep.equal({
      executablePath: program,
      args: [],
    });
  });
});

/** Chromium's sandbox does not work for root, which CI often uses. */
const switches = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** Keeps this app apart from the tester's own settings and running app. */
async function ownProfile(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const places = ['HOME', 'CFFIXED_USER_HOME', 'XDG_CONFIG_HOME', 'APPDATA', 'LOCALAPPDATA'];
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(env),
    ...Object.fromEntries(places.map((name) => [name, folder])),
    LANG: 'en_GB.UTF-8',
  };
}
