// cspell:ignore libsecret
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { CALL_CHANNEL, TOLD_CHANNEL, type WindowMessage } from '../../../desktop/bridge.ts';
import type { ElectronPort } from '../../../desktop/main/ports.ts';

/** How the stand-in for Electron behaves where systems differ. */
export interface FakeOptions {
  isFirst?: boolean;
  /** `basic_text` is no protection. */
  backend?: string;
  hasNotifications?: boolean;
  version?: string;
  languages?: string[];
  exe?: string;
  /** The keyring may not be used at the moment. */
  isLocked?(): boolean;
}

export interface FakeWindow extends EventEmitter {
  options: Electron.BrowserWindowConstructorOptions;
  url: string;
  isVisible: boolean;
  isFocused: boolean;
  overlay: string | null;
  webContents: FakeContents;
  isMinimized(): boolean;
}

export interface FakeContents extends EventEmitter {
  told: WindowMessage[];
  send(channel: string, told: WindowMessage): void;
  isLoading(): boolean;
  openHandler(details: { url: string }): { action: string };
}

export interface FakeNotification extends EventEmitter {
  options: Electron.NotificationConstructorOptions;
  isShown: boolean;
  isClosed: boolean;
}

export interface FakeTray extends EventEmitter {
  image: string;
  tip: string;
  menu: MenuItemConstructorOptions[];
}

export type FakeElectron = ReturnType<typeof fakeElectron>;

/** A stand-in for Electron: it records calls, and tests play the system and the person. */
export function fakeElectron(options: FakeOptions = {}) {
  const windows: FakeWindow[] = [];
  const notifications: FakeNotification[] = [];
  const trays: FakeTray[] = [];
  const opened: string[] = [];
  const schemes: unknown[] = [];
  const said: Record<string, unknown> = {};
  const handlers = new Map<string, (event: unknown, message: unknown) => Promise<unknown>>();
  const guards: Record<string, (...args: never[]) => unknown> = {};
  let serve: (request: Request) => Promise<Response> = async () => new Response(null, { status: 404 });
  const asked: Electron.MessageBoxOptions[] = [];
  const state = {
    isOnline: true,
    badge: 0,
    isQuit: false,
    opensAtLogin: false,
    button: 0,
    activate: () => undefined as void,
  };

  const app = Object.assign(new EventEmitter(), {
    requestSingleInstanceLock: () => options.isFirst ?? true,
    quit() {
      let isPrevented = false;
      app.emit('before-quit', { preventDefault: () => (isPrevented = true) });
      if (!isPrevented) state.isQuit = true;
    },
    enableSandbox: () => (said['sandbox'] = true),
    setAppUserModelId: (id: string) => (said['appId'] = id),
    setAsDefaultProtocolClient: (scheme: string) => (said['protocolClient'] = scheme),
    setBadgeCount: (count: number) => (state.badge = count),
    whenReady: async () => undefined,
    getVersion: () => options.version ?? '1.0.0',
    getPath: (name: string) => (name === 'exe' ? (options.exe ?? '/opt/handback/handback') : '/nowhere'),
    getPreferredSystemLanguages: () => options.languages ?? ['en-GB'],
    getLoginItemSettings: () => ({ openAtLogin: state.opensAtLogin }),
    setLoginItemSettings: ({ openAtLogin }: { openAtLogin: boolean }) => (state.opensAtLogin = openAtLogin),
  });

  class BrowserWindow extends EventEmitter {
    url = '';
    isVisible = false;
    isFocused = false;
    overlay: string | null = null;
    isLost = false;
    webContents = Object.assign(new EventEmitter(), {
      told: [] as WindowMessage[],
      isLoading: () => false,
      openHandler: (_details: { url: string }) => ({ action: 'allow' }),
      setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
        this.openHandler = handler;
      },
      send(channel: string, told: WindowMessage) {
        if (channel === TOLD_CHANNEL) this.told.push(told);
      },
      getURL: () => this.url,
    });
    constructor(readonly options: Electron.BrowserWindowConstructorOptions) {
      super();
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    async loadURL(url: string) {
      this.url = url;
      this.emit('ready-to-show');
    }
    isMinimized = () => false;
    isDestroyed = () => this.isLost;
    restore = () => undefined;
    show = () => void (this.isVisible = true);
    hide = () => void (this.isVisible = false);
    focus = () => void (this.isFocused = true);
    setOverlayIcon = (image: unknown, words: string) => void (this.overlay = image ? words : null);
    /** As the person does. */
    close() {
      let isPrevented = false;
      this.emit('close', { preventDefault: () => (isPrevented = true) });
      if (isPrevented) return;
      this.isLost = true;
      this.emit('closed');
    }
  }

  class Tray extends EventEmitter {
    tip = '';
    menu: MenuItemConstructorOptions[] = [];
    constructor(public image: string) {
      super();
      trays.push(this);
    }
    setImage = (image: string) => void (this.image = image);
    setToolTip = (tip: string) => void (this.tip = tip);
    setContextMenu = (menu: MenuItemConstructorOptions[]) => void (this.menu = menu);
  }

  class Notification extends EventEmitter {
    static handleActivation = (listener: () => void) => void (state.activate = listener);
    static removeAll = () => void (said['removesOld'] = true);
    static isSupported = () => options.hasNotifications ?? true;
    isShown = false;
    isClosed = false;
    constructor(readonly options: Electron.NotificationConstructorOptions) {
      super();
      notifications.push(this);
    }
    show() {
      this.isShown = true;
      this.emit('show');
    }
    close() {
      this.isClosed = true;
      this.emit('close', {});
    }
  }

  const port = {
    app,
    BrowserWindow,
    dialog: {
      async showMessageBox(message: Electron.MessageBoxOptions) {
        asked.push(message);
        return { response: state.button, checkboxChecked: false };
      },
    },
    Tray,
    Notification,
    Menu: { buildFromTemplate: (template: unknown) => template },
    nativeImage: { createFromBitmap: (buffer: Buffer) => buffer.toString('base64') },
    net: { fetch: (url: string, init?: RequestInit) => fetch(url, init), isOnline: () => state.isOnline },
    powerMonitor: new EventEmitter(),
    protocol: {
      registerSchemesAsPrivileged: (list: unknown[]) => schemes.push(...list),
      handle: (_scheme: string, handler: typeof serve) => (serve = handler),
    },
    safeStorage: {
      getSelectedStorageBackend: () => options.backend ?? 'gnome_libsecret',
      isAsyncEncryptionAvailable: async () => true,
      async encryptStringAsync(text: string) {
        if (options.isLocked?.()) throw new Error('Error while encrypting the text provided.');
        return Buffer.from(`sealed:${Buffer.from(text).toString('base64')}`);
      },
      async decryptStringAsync(bytes: Buffer) {
        if (options.isLocked?.()) throw new Error('decryptStringAsync is temporarily unavailable. Please try again.');
        const [, text] = /^sealed:([\w+/]+=*)$/.exec(bytes.toString()) ?? [];
        if (!text || text.length % 4 !== 0) throw new Error('cannot be opened');
        return { result: Buffer.from(text, 'base64').toString(), shouldReEncrypt: false };
      },
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (guard: (...args: never[]) => unknown) => (guards['request'] = guard),
        setPermissionCheckHandler: (guard: (...args: never[]) => unknown) => (guards['check'] = guard),
        setDevicePermissionHandler: (guard: (...args: never[]) => unknown) => (guards['device'] = guard),
      },
    },
    shell: { openExternal: async (url: string) => void opened.push(url) },
    ipcMain: {
      handle: (channel: string, handler: (event: unknown, message: unknown) => Promise<unknown>) =>
        handlers.set(channel, handler),
    },
  };

  return {
    port: port as unknown as ElectronPort,
    app,
    state,
    said,
    schemes,
    windows,
    notifications,
    trays,
    opened,
    asked,
    guards,
    power: port.powerMonitor,
    /** A request of a page. */
    request: (url: string, init?: RequestInit) => serve(new Request(url, init)),
    /** A call from a window, from its own page unless another frame is given. */
    call: (
      name: unknown,
      body: unknown,
      frame: unknown = { url: 'app://handback/', parent: null },
      sender: unknown = null,
    ) => handlers.get(CALL_CHANNEL)!({ senderFrame: frame, sender }, { name, body }),
    callRaw: (message: unknown) =>
      handlers.get(CALL_CHANNEL)!({ senderFrame: { url: 'app://handback/', parent: null }, sender: null }, message),
    /** Notifications on the screen. */
    onScreen: () => notifications.filter(({ isShown, isClosed }) => isShown && !isClosed),
    menu: () => trays[0]!.menu,
    item: (label: string) => trays[0]!.menu.find((item) => item.label === label),
  };
}
