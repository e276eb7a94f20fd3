import path from 'node:path';
import { APP_READY } from '../../contract/openLinks.ts';
import type { AppSettings } from '../bridge.ts';
import { createAppSettings, type AppSettingsActions } from './appSettings.ts';
import { createCurrentServer, type CurrentServer, type CurrentServerParts } from './currentServer.ts';
import { browserPages } from './browserPages.ts';
import type { Links } from './links.ts';
import type { ElectronPort, Fetch, Log } from './ports.ts';
import { createServers, type ServerChoice, type ServerParts } from './servers.ts';
import { createSettings, type SettingsFile } from './settings.ts';
import type { StartOptions } from './startOptions.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createTray } from './tray.ts';
import { trayActions } from './trayActions.ts';
import { createUpdates, type Updates } from './updates.ts';
import { isHere, isWebLink, type Windows } from './windows.ts';
import { wordsFor, type Words } from './words.ts';
import { openServerSession } from './serverSession.ts';

/** The app around its windows: one server at a time, the tray and notifications. */
export interface DesktopApp extends Pick<CurrentServer, 'session' | 'enter' | 'leave' | 'forget'> {
  servers: ServerChoice;
  settings: AppSettingsActions;
  /** Makes the default browser remember that the app is installed. */
  claimLinks(): Promise<void>;
  /** Opens a permitted address in the default browser. */
  openLink(url: string): Promise<void>;
  /** Updates the tray and windows. */
  show(): void;
  updates: Updates;
  words: Words;
}

/** @param restart asks whether to restart for an update, and restarts */
export function createDesktopApp(
  electron: ElectronPort,
  options: StartOptions,
  windows: Windows,
  links: Links,
  restart: () => void,
): DesktopApp {
  const basis = createBasis(electron, options);
  const { words, settings, servers, openLink, now } = basis;
  const { app, net } = electron;
  const { folder, platform, log, policy, updater } = options;
  const isOnline = () => net.isOnline();
  const tellSettings = tellerOf(windows);

  const show = (): void => {
    const shown = own.read();
    draw({
      ...currentServer.state(),
      servers: shown.servers,
      settings: { ...settings.get(), hidesPreview: shown.hidesPreview },
      policy,
      update: updates.ready(),
      opensAtLogin: shown.opensAtLogin,
      now: now(),
    });
    tellSettings(shown);
    notifier.look(currentServer.state().waiting);
  };
  const signedIn = () => currentServer.state().signedIn;
  const own = createAppSettings({ app, platform, settings, servers, policy, log, signedIn, now, onChange: show });
  const toasts = createToasts({
    electron,
    platform,
    words,
    hidesPreview: () => policy.hidePreviews ?? settings.get().hidesPreview,
    answers: () => currentServer.session()?.answering.own() ?? null,
    open: links.open,
    log,
  });
  const notifier = createNotifier({ toasts, settings, now, log });
  const onReady = (version: string): void => {
    toasts.tellUpdate(version);
    windows.tell({ kind: 'update', version });
    show();
  };
  const updates = createUpdates({ updater, isOnline, now, log, onReady });
  const openAt = sessionsOf(electron, options, basis, toasts, notifier, windows, show);
  const onLeave = notifier.forget;
  const currentServer = createCurrentServer({ folder, servers, settings, windows, openAt, onChange: show, onLeave });
  const quit = () => app.quit();
  const actions = trayActions({ settings: own, currentServer, links, windows, restartToUpdate: restart, quit });
  const draw = createTray({ electron, platform, words, mainWindow: windows.main, actions });
  const { session, enter, leave, forget } = currentServer;
  const claimLinks = () => claimLinksAt(servers.current(), openLink);
  return { servers, settings: own, session, enter, leave, forget, claimLinks, openLink, show, updates, words };
}

/** What the parts of the app share. */
interface Basis {
  words: Words;
  settings: SettingsFile;
  servers: ServerChoice;
  fetch: Fetch;
  openLink: DesktopApp['openLink'];
  now(): number;
}

function createBasis({ app, dialog, net, shell }: ElectronPort, options: StartOptions): Basis {
  const { folder, log, policy, now = Date.now } = options;
  const fetch: Fetch = options.fetch ?? ((url, init) => net.fetch(url, init));
  const settings = createSettings(path.join(folder, 'settings.json'), log);
  const words = wordsFor(app.getPreferredSystemLanguages());
  const fixed = policy.server ?? null;
  const confirmChange = changeQuestion(dialog, words);
  const servers = createServers({ settings, fixed, version: app.getVersion(), fetch, log, confirmChange });
  return { words, settings, servers, fetch, openLink: createOpener(shell, servers, log), now };
}

/** @returns a function that asks whether to accept a server's changed sign-in target */
const changeQuestion =
  (dialog: ElectronPort['dialog'], words: Words): ServerParts['confirmChange'] =>
  async (origin, { tenantId, clientId }, other) => {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: other === null ? words.signInChanged(origin) : words.signInOfAnother(origin, other),
      detail: words.signInChangedDetail(tenantId, clientId),
      buttons: [words.goOn, words.notNow],
      defaultId: 1,
      cancelId: 1,
    });
    return response === 0;
  };

/** @returns a function that opens the session of a server */
function sessionsOf(
  { net, safeStorage }: ElectronPort,
  { folder, platform, log }: StartOptions,
  { words, servers, fetch, openLink, now }: Basis,
  toasts: Toasts,
  notifier: Notifier,
  windows: Windows,
  onChange: () => void,
): CurrentServerParts['openAt'] {
  const isOnline = () => net.isOnline();
  const sealing = { safeStorage, platform, log };
  const common = { folder, servers, sealing, fetch, openBrowser: openLink, now, isOnline, log, onChange };
  const tells = {
    onWaiting: notifier.hear,
    onVerdict: toasts.tellVerdict,
    onKept: toasts.tellKept,
    onTyped: (name: string, text: string) => windows.tell({ kind: 'kept', name, text }),
    onGone: notifier.forget,
  };
  return (origin) => openServerSession({ ...common, ...tells, origin, pages: browserPages(words, origin) });
}

/** @returns a function that sends windows the settings if they changed */
function tellerOf(windows: Windows): (shown: AppSettings) => void {
  let told = '';
  return (shown) => {
    const text = JSON.stringify(shown);
    if (text !== told) windows.tell({ kind: 'settings', settings: shown });
    told = text;
  };
}

/** Makes the default browser remember that the app is installed. */
async function claimLinksAt(server: string | null, openLink: DesktopApp['openLink']): Promise<void> {
  if (server !== null) await openLink(`${server}/${APP_READY}`);
}

/** Opens a permitted address in the default browser. */
function createOpener(shell: ElectronPort['shell'], servers: ServerChoice, log: Log): DesktopApp['openLink'] {
  // sandbox pages are plain http on this machine; allowed only if the server is on it too
  const isSandboxPage = (url: string): boolean => isHere(servers.current()) && isHere(url);
  return async (url) => {
    if (isWebLink(url) || isSandboxPage(url)) await shell.openExternal(url);
    else log.warn('link refused');
  };
}
