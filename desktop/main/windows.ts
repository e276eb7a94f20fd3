import { TOLD_CHANNEL, type WindowMessage } from '../bridge.ts';
import { APP_ORIGIN, isOwnPage } from './pages.ts';
import type { ElectronPort, Log } from './ports.ts';

/** The app's windows: the main one, one per question opened separately, and one for the settings. */
export interface Windows {
  main(): Electron.BrowserWindow | null;
  /** Opens the main window at a route. */
  open(hash: string | null): void;
  /** Opens a question in its own window, or shows its existing window. */
  openQuestion(hash: string): void;
  /** Opens the settings of the app in a window of their own. */
  openSettings(): void;
  tell(told: WindowMessage, except?: Electron.WebContents): void;
  /** From now on closing a window really closes it. */
  beginQuit(): void;
}

export interface WindowParts {
  electron: Pick<ElectronPort, 'app' | 'BrowserWindow' | 'shell'>;
  preload: string;
  log: Log;
}

interface Size {
  width: number;
  height: number;
}

const MAIN: Size = { width: 1180, height: 780 };
const BESIDE: Size = { width: 620, height: 760 };
const MOST_OTHERS = 8;
const LOOK = { minWidth: 360, minHeight: 480, show: false, autoHideMenuBar: true };

/** Locks pages down. Most of these are Electron's defaults, set here so that they stay so. */
const LOCKED = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: true,
} as const;

/** Whether an address may open in the default browser: web links only. */
export const isWebLink = (url: string): boolean =>
  url.length <= 4_096 &&
  URL.canParse(url) &&
  new URL(url).protocol === 'https:' &&
  new URL(url).username === '' &&
  new URL(url).password === '';

/** Whether an address is on this machine, like those of the sandbox. */
export const isHere = (url: string | null): boolean => {
  if (url === null || url.length > 4_096 || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && (hostname === 'localhost' || hostname === '127.0.0.1');
};

export function createWindows({ electron, preload, log }: WindowParts): Windows {
  /** The other windows, by what they show. */
  const others = new Map<string, Electron.BrowserWindow>();
  let main: Electron.BrowserWindow | null = null;
  let isQuitting = false;

  guardContents(electron, log);

  const load = (window: Electron.BrowserWindow, hash: string): void =>
    void window
      .loadURL(`${APP_ORIGIN}/${hash}`)
      .catch((error: unknown) => log.warn('page not loaded', { reason: String(error).slice(0, 200) }));
  const create = (size: Size, hash: string): Electron.BrowserWindow => {
    const webPreferences = { ...LOCKED, preload };
    const window = new electron.BrowserWindow({ ...size, ...LOOK, webPreferences });
    window.once('ready-to-show', () => window.show());
    load(window, hash);
    return window;
  };

  function openBeside(hash: string, kind: 'question' | 'settings'): void {
    const open = others.get(hash);
    if (open) {
      // the person may have navigated there; a page already at this route stays unchanged
      open.webContents.send(TOLD_CHANNEL, { kind: 'open', hash } satisfies WindowMessage);
      return bringUp(open);
    }
    const window = create(BESIDE, `?window=${kind}${hash}`);
    others.set(hash, window);
    window.on('closed', () => others.delete(hash));
  }

  return {
    main: () => main,
    beginQuit: () => (isQuitting = true),
    open(hash) {
      if (main) {
        // a page that is still loading does not receive messages yet
        if (hash !== null && main.webContents.isLoading()) load(main, hash);
        else if (hash !== null) main.webContents.send(TOLD_CHANNEL, { kind: 'open', hash } satisfies WindowMessage);
        return bringUp(main);
      }
      const window = create(MAIN, hash ?? '');
      main = window;
      window.on('close', (event) => {
        if (isQuitting) return;
        event.preventDefault(); // the app stays in the tray
        window.hide();
      });
      window.on('closed', () => (main = null));
    },
    openQuestion(hash) {
      if (others.size >= MOST_OTHERS && !others.has(hash)) return this.open(hash);
      openBeside(hash, 'question');
    },
    openSettings: () => openBeside('#/settings', 'settings'),
    tell(told, except) {
      for (const window of [main, ...others.values()])
        if (window && !window.isDestroyed() && window.webContents !== except)
          window.webContents.send(TOLD_CHANNEL, told);
    },
  };
}

function bringUp(window: Electron.BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Prevents all pages from navigating or opening windows. */
function guardContents({ app, shell }: WindowParts['electron'], log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    const staysHere = (event: { preventDefault(): void; url: string }): void => {
      if (isOwnPage(event.url)) return;
      log.warn('navigation refused');
      event.preventDefault();
    };
    contents.on('will-navigate', staysHere);
    contents.on('will-redirect', staysHere);
    contents.on('will-frame-navigate', staysHere);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (isWebLink(url)) void shell.openExternal(url);
      else log.warn('window refused');
      return { action: 'deny' };
    });
  });
}
