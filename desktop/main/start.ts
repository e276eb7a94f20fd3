import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pTimeout from 'p-timeout';
import { serveBridge, type BridgeDeeds } from './bridgeHost.ts';
import { createDesk, type Desk } from './desk.ts';
import { refusal } from './forward.ts';
import { createLinks } from './links.ts';
import { APP_HOST, APP_SCHEME, createPages, isOwnPage, PRIVILEGES } from './pages.ts';
import type { ElectronPort, StartOptions } from './ports.ts';
import { createWindows, type Windows } from './windows.ts';

const APP_ID = 'app.handback.desktop';
/** How often to check whether a snooze or the quiet hours are over, and whether a server that was away is back. */
const LOOK_EVERY_MS = 60_000;

/** @returns null when another instance runs: it shows itself instead */
export async function start(electron: ElectronPort, options: StartOptions): Promise<Desk | null> {
  const { app, powerMonitor, protocol } = electron;
  const { preload, platform, argv, log } = options;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return null;
  }
  app.enableSandbox();
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  protocol.registerSchemesAsPrivileged([PRIVILEGES]);
  const windows = createWindows({ electron, preload, log });
  const links = createLinks(app, windows, argv, log);
  app.on('window-all-closed', () => undefined); // the tray stays
  await app.whenReady();

  denyPermissions(electron);
  const desk = createDesk(electron, options, windows, links);
  serveScheme(electron, options.renderer, desk);
  serveBridge(electron, bridgeDeeds(desk, windows), log);
  const wake = (): void => {
    desk.workplace()?.wake();
    windows.tell({ kind: 'awake' });
  };
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  const look = setInterval(() => {
    desk.show();
    void desk.workplace()?.arrive();
  }, LOOK_EVERY_MS);
  quitCalmly(electron, options, { windows, desk, stop: () => clearInterval(look) });

  desk.show();
  await desk.enter();
  links.begin();
  return desk;
}

/** The page, and the calls that it makes. */
function serveScheme({ protocol }: ElectronPort, renderer: string, desk: Desk): void {
  const pages = createPages({
    read: (name) => readFile(path.join(renderer, name)).catch(() => null),
    createNonce: () => randomBytes(16).toString('base64'),
  });
  protocol.handle(APP_SCHEME, async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== APP_HOST) return new Response(null, { status: 404 });
    if (!pathname.startsWith('/api/')) return pages(request);
    return desk.workplace()?.answer(request) ?? refusal(503, 'unavailable', 'No server was chosen yet.');
  });
}

/** Pages get no permission but to copy what somebody chose to copy. */
function denyPermissions({ session }: ElectronPort): void {
  const mayDo = (permission: string, address: string): boolean =>
    permission === 'clipboard-sanitized-write' && isOwnPage(address);
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(mayDo(permission, contents.getURL())),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => mayDo(permission, origin));
  defaultSession.setDevicePermissionHandler(() => false);
}

const NOBODY = { account: null, refusal: null, isKept: true };

function bridgeDeeds(desk: Desk, windows: Windows): BridgeDeeds {
  const { servers, workplace } = desk;
  return {
    start: async () => ({ servers: servers.describe(), kept: (await workplace()?.kept.all()) ?? {} }),
    account: async () => (await workplace()?.account()) ?? NOBODY,
    signIn: async () => (await workplace()?.signIn()) ?? NOBODY,
    async signOut() {
      await desk.leave();
      return null;
    },
    renew: async () => (await workplace()?.renew()) ?? false,
    async keep({ name, text }, from) {
      if (await workplace()?.kept.keep(name, text)) windows.tell({ kind: 'kept', name, text }, from);
      return null;
    },
    async openLink({ url }) {
      await desk.openLink(url);
      return null;
    },
    async chooseServer({ address }) {
      const fault = servers.describe().isFixed ? 'address' : await servers.choose(address);
      if (fault === null) await desk.enter();
      return { fault };
    },
  };
}

interface QuitParts {
  windows: Windows;
  desk: Desk;
  stop(): void;
}

const QUIT_WITHIN_MS = 5_000;

/** Quits once drafts and answers are on disk, and gives the server a moment to take the answers too. */
function quitCalmly({ app }: ElectronPort, options: StartOptions, { windows, desk, stop }: QuitParts): void {
  const { log, quitWithinMs: milliseconds = QUIT_WITHIN_MS } = options;
  let isSafe = false;
  app.on('before-quit', (event) => {
    windows.beginQuit();
    stop();
    const workplace = desk.workplace();
    if (isSafe || !workplace) return;
    event.preventDefault();
    isSafe = true;
    const fallback = () => log.warn('ended before the server had answered');
    const ending = Promise.allSettled([workplace.answering.flush(), workplace.close()]);
    void pTimeout<unknown, void>(ending, { milliseconds, fallback }).then(() => app.quit());
  });
}
