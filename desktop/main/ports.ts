import type * as Electron from 'electron';

/** All that the main process knows of Electron: it arrives as an argument, so that everything else runs in plain Node. */
export type ElectronPort = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
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

/** What the app is started with. */
export interface StartOptions {
  /** Where the app keeps what is its own. */
  folder: string;
  /** Folder of the packed renderer. */
  renderer: string;
  preload: string;
  platform: NodeJS.Platform;
  argv: readonly string[];
  /** Set by the organisation (`HANDBACK_SERVER`). */
  fixedServer: string | null;
  log: Log;
  now?(): number;
  /** How long quitting waits for the server. What was not sent by then goes at the next start. 5 s. */
  quitWithinMs?: number;
  /** In place of Electron's own. */
  fetch?: Fetch;
}
