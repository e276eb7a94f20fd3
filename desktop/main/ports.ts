import type * as Electron from 'electron';

/** All that the main process knows of Electron: it arrives as an argument, so that everything else runs in plain Node. */
export type ElectronPort = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'net'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'safeStorage'
  | 'session'
  | 'shell'
  | 'Tray'
>;

/** What the main process writes down, as lines of a log. Never with a token, an address' query or what somebody typed. */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean | null>): void;
  warn(event: string, facts?: Record<string, string | number | boolean | null>): void;
}

/** `fetch`, as Electron's `net.fetch` and Node have it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Fetches newer versions of the app, and puts one in its place. */
export interface Updater {
  /** Looks for a newer version, and fetches what it finds. @throws when it cannot */
  check(): Promise<void>;
  onReady(hear: (version: string) => void): void;
  /** Ends this version and opens the one that was fetched. */
  restart(): void;
}
