import type * as Electron from 'electron';

/**
 * The parts of Electron that the main process uses. Passed as an argument, so that everything else runs in plain Node.
 */
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

/** The log of the main process. Never contains tokens, query strings or typed text. */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean | null>): void;
  warn(event: string, facts?: Record<string, string | number | boolean | null>): void;
}

/** The type of `fetch` in Electron (`net.fetch`) and Node. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Downloads and installs newer versions of the app. */
export interface Updater {
  /** Checks for a newer version and downloads it. @throws on failure */
  check(): Promise<void>;
  onReady(hear: (version: string) => void): void;
  /** Quits and starts the downloaded version. */
  restart(): void;
}
