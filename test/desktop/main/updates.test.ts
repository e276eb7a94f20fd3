import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createUpdater, type OwnUpdater } from '../../../desktop/main/updater.ts';
import { isCheckDue, reasonOf, whyNoUpdates } from '../../../desktop/main/updateRules.ts';
import type { Updater } from '../../../desktop/main/ports.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { closeAtEnd } from '../../support/atEnd.ts';
import { until } from '../../support/until.ts';
import { clientConfig } from '../support/clientConfig.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

const HOUR_MS = 3_600_000;

/** A feed, and the app's use of it. */
function fakeUpdater() {
  let hearReady: (version: string) => void = () => undefined;
  const fake = {
    checks: 0,
    restarts: 0,
    failure: null as Error | null,
    fetched: (version: string) => hearReady(version),
  };
  const updater: Updater = {
    async check() {
      fake.checks += 1;
      if (fake.failure) throw fake.failure;
    },
    onReady: (hear) => (hearReady = hear),
    restart: () => void (fake.restarts += 1),
  };
  return { fake, updater };
}

describe('updates of the desktop app', () => {
  const installed = { platform: 'win32', isPackaged: true, hasFeed: true, isAppImage: false, isAllowed: true } as const;

  it('are for packaged and signed apps, if the organisation allows them', () => {
    expect(whyNoUpdates(installed)).to.equal(null);
    expect(whyNoUpdates({ ...installed, isPackaged: false })).to.equal('development');
    expect(whyNoUpdates({ ...installed, isAllowed: false })).to.equal('policy');
    expect(whyNoUpdates({ ...installed, hasFeed: false })).to.equal('unsigned');
    expect(whyNoUpdates({ ...installed, platform: 'linux' })).to.equal('package_manager');
    expect(whyNoUpdates({ ...installed, platform: 'linux', isAppImage: true })).to.equal(null);
  });

  it('are checked at the start and every four hours, whatever the clock does', () => {
    expect(isCheckDue(null, 0)).to.equal(true);
    expect(isCheckDue(0, 4 * HOUR_MS - 1)).to.equal(false);
    expect(isCheckDue(0, 4 * HOUR_MS)).to.equal(true);
    expect(isCheckDue(4 * HOUR_MS, 3 * HOUR_MS), 'set back').to.equal(true);
  });

  it('fail without an address in the log', () => {
    const failure = Object.assign(new Error('GET https://me:secret@x.test/latest.yml?token=secret: 404\nheaders'), {
      code: 'E404',
    });
    expect(reasonOf(failure)).to.equal('E404: GET … 404');
    expect(reasonOf('plain')).to.equal('plain');
    expect(reasonOf(new Error('x'.repeat(500)))).to.have.length(200);
    expect(reasonOf(new Error(''))).to.equal('');
  });

  it('are left to electron-updater, which accepts no older version and logs nothing by itself', async () => {
    const events = new EventEmitter();
    const calls: unknown[] = [];
    const own = Object.assign(events, {
      checkForUpdates: async () => ({ downloadPromise: (async () => void calls.push('fetched'))() }),
      quitAndInstall: (...args: unknown[]) => calls.push(args),
    }) as unknown as OwnUpdater;
    const updater = createUpdater(own);
    expect(own).to.include({ logger: null, autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false });
    updater.onReady((version) => calls.push(version));
    events.emit('error', new Error('nobody is thrown out by it'));
    await updater.check();
    events.emit('update-downloaded', { version: '2.0.0' });
    updater.restart();
    expect(calls).to.deep.equal(['fetched', '2.0.0', [true, true]]);
  });

  describe('in the app', () => {
    let app: TestDesktopApp;
    let fake: ReturnType<typeof fakeUpdater>['fake'];
    beforeEach(async () => {
      const made = fakeUpdater();
      fake = made.fake;
      app = await startDesktopApp(null, { updater: made.updater });
    });
    afterEach(() => app.close());
    const warned = () => app.log.filter(({ event }) => event === 'no update').length;

    it('are checked again when it is time, but not offline', async () => {
      expect(fake.checks).to.equal(1);
      await app.desktop.updates.look();
      expect(fake.checks).to.equal(1);
      app.clock.ms += 4 * HOUR_MS;
      app.electron.state.isOnline = false;
      await app.desktop.updates.look();
      expect([fake.checks, warned()]).to.deep.equal([1, 0]);
      app.electron.state.isOnline = true;
      fake.failure = new Error('no https://x.test/feed?secret');
      await app.desktop.updates.look();
      expect([fake.checks, warned()]).to.deep.equal([2, 1]);
      expect(JSON.stringify(app.log)).not.to.contain('secret');
    });

    it('are announced in tray, notification and window, and installed when the person agrees', async () => {
      expect(await app.electron.call('start', null)).to.have.property('update', null);
      fake.fetched('2.0.0');
      expect(app.electron.onScreen().map(({ options }) => options.title)).to.include('Handback 2.0.0 is ready');
      expect(app.electron.windows[0]!.webContents.told).to.deep.include({ kind: 'update', version: '2.0.0' });
      expect(await app.electron.call('start', null)).to.have.property('update', '2.0.0');
      app.electron.state.button = 1; // later
      await app.electron.call('restartToUpdate', null);
      expect([fake.restarts, app.electron.asked.length]).to.deep.equal([0, 1]);
      app.electron.state.button = 0;
      app.electron.item('Restart to update to 2.0.0')!.click!(null as never, undefined, null as never);
      await until(() => fake.restarts === 1);
      expect(app.electron.asked[1]!.message).to.equal('Restart Handback to update to 2.0.0?');
    });

    it('ask nothing while there is no newer version', async () => {
      await app.electron.call('restartToUpdate', null);
      expect([fake.restarts, app.electron.asked.length]).to.deep.equal([0, 0]);
    });
  });

  it('are offered if the server has become too new for the app', async () => {
    const sandbox = await startSandbox({ portBase: 0 });
    closeAtEnd(() => sandbox.close());
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...clientConfig(sandbox), minimumDesktopVersion: '9.0.0' }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAtEnd(async () => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { fake, updater } = fakeUpdater();
    for (const [given, advice] of [
      [null, 'ask the people who gave you the app'],
      [updater, 'The app is looking for it now'],
    ] as const) {
      const app = await startDesktopApp(null, { policy: { server: url }, updater: given });
      await until(() => app.electron.trays[0]!.tip === 'Handback: Your server needs a newer Handback');
      const told = async () => ((await app.electron.call('account', null)) as { refusal: string }).refusal;
      expect(await told()).to.contain(advice);
      if (given) {
        expect(fake.checks).to.be.above(1);
        fake.fetched('9.0.0');
        expect(await told()).to.contain('Restart to update');
      }
      await app.close();
    }
  });
});
