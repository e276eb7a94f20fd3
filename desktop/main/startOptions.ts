import type { Policy } from './policy.ts';
import type { Fetch, Log, Updater } from './ports.ts';

/** The options for starting the app. */
export interface StartOptions {
  /** The app's data folder. */
  folder: string;
  /** Folder of the packed renderer. */
  renderer: string;
  preload: string;
  platform: NodeJS.Platform;
  argv: readonly string[];
  /** The organisation's policy for this machine. */
  policy: Policy;
  /** Null: this app does not update itself. */
  updater: Updater | null;
  log: Log;
  now?(): number;
  /** How long quitting waits for the server; default 5 s. Unsent answers are sent at the next start. */
  quitWithinMs?: number;
  /** Replaces Electron's own. */
  fetch?: Fetch;
}
