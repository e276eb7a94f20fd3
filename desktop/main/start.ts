import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pTimeout from 'p-timeout';
import { GRAPH_PATH } from '../../contract/graphCalls.ts';
import { serveBridge, type BridgeHandlers } from './bridgeHost.ts';
import { createDesktopApp, type DesktopApp } from './desktopApp.ts';
import { refusal } from './forward.ts';
import type { SignedIn } from '../bridge.ts';
import { createLinks } from './links.ts';
import { APP_HOST, APP_SCHEME, createPages, isOwnPage, PRIVILEGES } from './pages.ts';
import type { ElectronPort } from './ports.ts';
import { ServerRefused } from './servers.ts';
import type { StartOptions } from './startOptions.ts';
import { createWindows, type Windows } from './windows.ts';

const APP_ID = 'app.handback.desktop';
/** How often to check whether a snooze or the quiet hours ended, and whether an unreachable server is back. */
const LOOK_EVERY_MS = 60_000;

/** @returns null if another instance runs; that one shows its window instead */
export async function start(electron: ElectronPort, options: StartOptions): Promise<DesktopApp | null> {
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
  app.on('window-all-closed', () => undefined); // the app stays in the tray
  await app.whenReady();

  denyPermissions(electron);
  const desktop = createDesktopApp(electron, options, windows, links, () => void restart());
  serveScheme(electron, options.renderer, desktop);
  serveBridge(
    electron,
    bridgeHandlers(desktop, windows, () => restart()),
    log,
  );
  const wake = (hasSlept: boolean): void => {
    desktop.session()?.wake(hasSlept);
    windows.tell({ kind: 'awake' });
  };
  powerMonitor.on('resume', () => wake(true));
  powerMonitor.on('unlock-screen', () => wake(false));
  const look = setInterval(() => {
    desktop.show();
    void desktop.session()?.arrive();
    void desktop.updates.look();
  }, LOOK_EVERY_MS);
  const endCalmly = quitCalmly(electron, options, { windows, desktop, stop: () => clearInterval(look) });
  const restart = async (): Promise<void> => {
    if (!(await wantsToRestart(electron, desktop))) return;
    await endCalmly();
    desktop.updates.restart();
  };
  void desktop.updates.look();

  desktop.show();
  await desktop.enter();
  links.begin(desktop);
  return desktop;
}

/** Serves the page and its calls. */
function serveScheme({ protocol }: ElectronPort, renderer: string, desktop: DesktopApp): void {
  const pages = createPages({
    read: (name) => readFile(path.join(renderer, name)).catch(() => null),
    createNonce: () => randomBytes(16).toString('base64'),
  });
  protocol.handle(APP_SCHEME, async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== APP_HOST) return new Response(null, { status: 404 });
    if (!['/api/', `${GRAPH_PATH}/`].some((own) => pathname.startsWith(own))) return pages(request);
    return desktop.session()?.answer(request) ?? refusal(503, 'unavailable', 'No server was chosen yet.');
  });
}

/** Denies pages all permissions except writing to the clipboard. */
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

function bridgeHandlers(desktop: DesktopApp, windows: Windows, restart: () => Promise<void>): BridgeHandlers {
  const { servers, session } = desktop;
  return {
    ...signInHandlers(desktop, windows),
    start: async () => ({
      servers: servers.describe(),
      tenant: servers.tenant(),
      kept: (await session()?.texts.all()) ?? {},
      update: desktop.updates.ready(),
    }),
    async restartToUpdate() {
      await restart();
      return null;
    },
    async keep({ name, text }, from) {
      if (await session()?.texts.put(name, text)) windows.tell({ kind: 'kept', name, text }, from);
      return null;
    },
    async openLink({ url }) {
      await desktop.openLink(url);
      return null;
    },
    settings: () => desktop.settings.read(),
    changeSettings(changes) {
      desktop.settings.change(changes);
      return null;
    },
    async forgetServer({ server }) {
      await desktop.forget(server);
      return null;
    },
    openSettings() {
      windows.openSettings();
      return null;
    },
    async claimLinks() {
      await desktop.claimLinks();
      return null;
    },
    async chooseServer({ address }, from) {
      const fault = servers.describe().isFixed ? 'address' : await servers.choose(address);
      if (fault !== null) return { fault };
      await desktop.enter();
      windows.tell({ kind: 'reload' }, from);
      return { fault };
    },
  };
}

/** The bridge handlers for sign-in. */
function signInHandlers(
  desktop: DesktopApp,
  windows: Windows,
): Pick<BridgeHandlers, 'account' | 'signIn' | 'signOut' | 'renew'> {
  const { session } = desktop;
  const account = async (): Promise<SignedIn> =>
    (await session()
      ?.account()
      .catch((error: unknown) => refused(desktop, error))) ?? NOBODY;
  return {
    account,
    async signIn({ claims }, from) {
      const at = session()?.state();
      if (at?.isTooOld) return account(); // a sign-in would lead nowhere
      const signingIn = session()?.signIn(claims);
      const signedIn = (await signingIn?.catch((error: unknown) => refused(desktop, error))) ?? NOBODY;
      // the calling window continues by itself
      if (at?.isSignInNeeded || signedIn.account?.username !== at?.signedIn?.account?.username)
        windows.tell({ kind: 'reload' }, from);
      return signedIn;
    },
    async signOut() {
      await desktop.leave();
      return null;
    },
    renew: async () => (await session()?.renew()) ?? false,
  };
}

/** The state for a refused server: nobody signed in, with a reason for the page to show. @throws any other error */
function refused({ updates, words }: DesktopApp, error: unknown): SignedIn {
  if (!(error instanceof ServerRefused)) throw error;
  const { fault } = error;
  if (fault === 'sign_in' || fault === 'changed' || fault === 'of_another')
    return { ...NOBODY, refusal: words.signInRefusals[fault] };
  if (fault !== 'too_new') throw error;
  void updates.look(true);
  const way = updates.ready() !== null ? 'ready' : updates.canUpdate ? 'coming' : 'elsewhere';
  return { ...NOBODY, refusal: words.tooOldAdvice[way] };
}

/** Asks whether to restart now for the downloaded version. */
async function wantsToRestart({ dialog }: ElectronPort, { updates, words }: DesktopApp): Promise<boolean> {
  const version = updates.ready();
  if (version === null) return false;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: words.restartQuestion(version),
    detail: words.restartDetail,
    buttons: [words.restartNow, words.later],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

interface QuitParts {
  windows: Windows;
  desktop: DesktopApp;
  stop(): void;
}

const QUIT_WITHIN_MS = 5_000;

/**
 * Quits once drafts and answers are on disk, after a short wait for the server to accept the answers.
 *
 * @returns a function that does all of this except quit
 */
function quitCalmly(
  { app }: ElectronPort,
  options: StartOptions,
  { windows, desktop, stop }: QuitParts,
): () => Promise<void> {
  const { log, quitWithinMs: milliseconds = QUIT_WITHIN_MS } = options;
  let isSafe = false;
  async function endCalmly(): Promise<void> {
    windows.beginQuit();
    stop();
    isSafe = true;
    const session = desktop.session();
    const fallback = () => log.warn('ended before the server had answered');
    const ending = Promise.allSettled([session?.answering.flush(), session?.close()]);
    await pTimeout<unknown, void>(ending, { milliseconds, fallback });
  }
  app.on('before-quit', (event) => {
    windows.beginQuit();
    stop();
    if (isSafe || !desktop.session()) return;
    event.preventDefault();
    void endCalmly().then(() => app.quit());
  });
  return endCalmly;
}
