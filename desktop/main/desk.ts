import path from 'node:path';
import { createOpenAtLogin } from './openAtLogin.ts';
import type { Links } from './links.ts';
import type { ElectronPort, Fetch, Log, StartOptions } from './ports.ts';
import { snoozeEnd, wantsToHear } from './quietRules.ts';
import { createServers, type ServerChoice } from './servers.ts';
import { createSettings, type SettingsFile } from './settings.ts';
import { changesOf } from './toastRules.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createTray } from './tray.ts';
import type { TrayDeeds } from './trayRules.ts';
import { isHere, isWebLink, type Windows } from './windows.ts';
import { wordsFor } from './words.ts';
import { openWorkplace, type Workplace, type WorkplaceParts } from './workplace.ts';

/** The app as its person has it: one server at a time, the tray, and what is notified. */
export interface Desk {
  servers: ServerChoice;
  /** Of the server that was chosen; null: none was. */
  workplace(): Workplace | null;
  /** Goes to the server that is chosen now. */
  enter(): Promise<void>;
  /** Signs out. */
  leave(): Promise<void>;
  /** Opens an address in the system's browser, where it may go there. */
  openLink(url: string): Promise<void>;
  /** Shows how things stand now. */
  show(): void;
}

export function createDesk(electron: ElectronPort, options: StartOptions, windows: Windows, links: Links): Desk {
  const { app, net, safeStorage, shell } = electron;
  const { folder, platform, log, now = Date.now } = options;
  const words = wordsFor(app.getPreferredSystemLanguages());
  const fetch: Fetch = options.fetch ?? ((url, init) => net.fetch(url, init));
  const settings = createSettings(path.join(folder, 'settings.json'), log);
  const servers = createServers({ settings, fixed: options.fixedServer, version: app.getVersion(), fetch, log });
  const atLogin = createOpenAtLogin({
    app,
    platform,
    executable: app.getPath('exe'),
    configFolder: app.getPath('appData'),
  });
  let workplace: Workplace | null = null;

  const openLink = createOpener(shell, servers, log);
  const show = (): void =>
    draw({
      servers: servers.describe(),
      ...(workplace?.state() ?? { connection: 'connecting', isSignInNeeded: false, signedIn: null, waiting: null }),
      settings: settings.get(),
      opensAtLogin: atLogin.get(),
      now: now(),
    });
  const toasts = createToasts({
    electron,
    platform,
    words,
    hidesPreview: () => settings.get().hidesPreview,
    answering: () => workplace?.answering ?? null,
    open: links.open,
    log,
  });

  const sealing = { safeStorage, platform, log };
  const pages = { done: words.browserDone, failed: words.browserFailed };
  const common = { folder, servers, sealing, fetch, openBrowser: openLink, pages, now, log, onChange: show };
  const told = { onVerdict: toasts.tellVerdict, onKept: toasts.tellKept };
  const onWaiting = tellOf(toasts, settings, now, log);
  const openAt = (origin: string): Promise<Workplace> =>
    openWorkplace({ ...common, ...told, onWaiting, origin, isOnline: () => net.isOnline() });

  const desk: Desk = {
    servers,
    workplace: () => workplace,
    async enter() {
      await workplace?.close();
      const origin = servers.current();
      workplace = origin === null ? null : await openAt(origin);
      show();
    },
    async leave() {
      await workplace?.signOut();
      windows.tell({ kind: 'anew' });
    },
    openLink,
    show,
  };
  const deeds = trayDeeds({ desk, settings, links, windows, now, openAtLogin: atLogin.set, quit: () => app.quit() });
  const draw = createTray({ electron, platform, words, mainWindow: windows.main, deeds });
  return desk;
}

/** Opens an address in the system's browser, where it may go there. */
function createOpener(shell: ElectronPort['shell'], servers: ServerChoice, log: Log): Desk['openLink'] {
  // the sandbox's pages have no certificate, and are on this machine; so is the server, then
  const isSandboxPage = (url: string): boolean => isHere(servers.current()) && isHere(url);
  return async (url) => {
    if (isWebLink(url) || isSandboxPage(url)) await shell.openExternal(url);
    else log.warn('link refused');
  };
}

/** Tells of what is new in the inbox, unless it is a time to be quiet, and withdraws what is over. */
const tellOf =
  (toasts: Toasts, settings: SettingsFile, now: () => number, log: Log): WorkplaceParts['onWaiting'] =>
  (latest, before) => {
    const { asked, over } = changesOf(latest.items, before?.items ?? null);
    toasts.withdraw(over);
    if (wantsToHear(settings.get(), now())) toasts.tell(asked);
    else if (asked.length > 0) log.info('notifications held back', { count: asked.length });
  };

interface TrayDeedParts {
  desk: Desk;
  settings: SettingsFile;
  links: Links;
  windows: Windows;
  now(): number;
  openAtLogin(isOn: boolean): void;
  quit(): void;
}

/** What the menu of the tray does. */
function trayDeeds({ desk, settings, links, windows, now, openAtLogin, quit }: TrayDeedParts): TrayDeeds {
  const change = (changes: Parameters<SettingsFile['change']>[0]): void => {
    settings.change(changes);
    desk.show();
  };
  return {
    open: links.open,
    signIn: () =>
      void desk
        .workplace()
        ?.signIn()
        .then(() => windows.tell({ kind: 'anew' })),
    signOut: () => void desk.leave(),
    snooze: (snooze) => change({ snoozedUntil: snooze === null ? 0 : snoozeEnd(snooze, now()) }),
    setQuietHours: (quietHours) => change({ quietHours }),
    hidePreview: (hidesPreview) => change({ hidesPreview }),
    openAtLogin(isOn) {
      openAtLogin(isOn);
      desk.show();
    },
    chooseServer(server) {
      settings.change({ server });
      void desk.enter().then(() => {
        windows.tell({ kind: 'anew' });
        windows.open(null);
      });
    },
    quit,
  };
}
