import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { DesktopApp } from '../../../desktop/main/desktopApp.ts';
import { start } from '../../../desktop/main/start.ts';
import type { StartOptions } from '../../../desktop/main/startOptions.ts';
import { closeAtEnd } from '../../support/atEnd.ts';
import { until } from '../../support/until.ts';
import { webRoot } from '../support/build.ts';
import { fakeElectron, type FakeElectron, type FakeOptions } from './fakeElectron.ts';
import { inTheBrowser } from './inTheBrowser.ts';

export interface LogLine {
  level: string;
  event: string;
  facts: unknown;
}

export interface TestDesktopApp {
  electron: FakeElectron;
  desktop: DesktopApp;
  folder: string;
  log: LogLine[];
  /** Advances the app's time. */
  clock: { ms: number };
  /** The person who signs in, in the browser that the app opens. */
  signsInAs: { email: string | null };
  /** The last page of that browser. */
  browser: { page: string };
  close(): Promise<void>;
}

export const memoryLog = () => {
  const lines: LogLine[] = [];
  const write = (level: string) => (event: string, facts: unknown) => void lines.push({ level, event, facts });
  return { lines, log: { info: write('info'), warn: write('warn') } };
};

export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-desktop-'));
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts the whole main process on a stand-in for Electron. */
export async function startDesktopApp(
  server: string | null,
  options: Partial<StartOptions> = {},
  fake: FakeOptions = {},
): Promise<TestDesktopApp> {
  const electron = fakeElectron(fake);
  const { lines, log } = memoryLog();
  const folder = options.folder ?? (await temporaryFolder());
  const clock = { ms: 0 };
  const browser = { page: '' };
  const signsInAs: TestDesktopApp['signsInAs'] = { email: 'grace@sandbox.test' };
  electron.port.shell.openExternal = async (url) => {
    electron.opened.push(url);
    if (url.includes('/authorize') && signsInAs.email) browser.page = await inTheBrowser(url, signsInAs.email);
  };
  const desktop = await start(electron.port, {
    folder,
    renderer: webRoot,
    preload: '/preload.cjs',
    platform: 'darwin',
    argv: ['handback'],
    policy: {},
    updater: null,
    log,
    now: () => Date.now() + clock.ms,
    ...options,
  });
  if (!desktop) throw new Error('another instance runs');
  if (server !== null) {
    const chosen = await electron.call('chooseServer', { address: server });
    if ((chosen as { fault: string | null }).fault !== null) throw new Error(JSON.stringify(chosen));
  }
  return {
    electron,
    desktop,
    folder,
    log: lines,
    clock,
    signsInAs,
    browser,
    async close() {
      electron.app.quit();
      await until(() => electron.state.isQuit);
    },
  };
}

/** The address of a server that listens until the end of the tests. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAtEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
