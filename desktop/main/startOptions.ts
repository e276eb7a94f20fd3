import type { Policy } from './policy.ts';
import type { Fetch, Log, Updater } from './ports.ts';

/** What the app is started with. */
export interface StartOptions {
  /** Where the app keeps what is its own. */
  folder: string;
  /** Folder of the packed renderer. */
  renderer: string;
  preload: string;
  platform: NodeJS.Platform;
  argv: readonly string[];
  /** What the organisation has decided for this machine. */
  policy: Policy;
  /** Null: this app does not update itself. */
  updater: Updater | null;
  log: Log;
  now?(): number;
  /** How long quitting waits for the server. What was not sent by then goes at the next start. 5 s. */
  quitWithinMs?: number;
  /** In place of Electron's own. */
  fetch?: Fetch;
}
