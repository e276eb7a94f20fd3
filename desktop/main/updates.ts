import type { Log, Updater } from './ports.ts';
import { isCheckDue, reasonOf } from './updateRules.ts';

/** Newer versions of the app: looked for, fetched while people work, and installed when they say so or quit. */
export interface Updates {
  /** The app can update itself at all. */
  canUpdate: boolean;
  /** The version that is fetched, and installed at the next start; null: none is. */
  ready(): string | null;
  /** Looks for a newer version, when it is time. @param isUrgent it is time now */
  look(isUrgent?: boolean): Promise<void>;
  /** Ends the app, and opens the new version. Whoever calls it has seen to drafts and answers. */
  restart(): void;
}

export interface UpdateParts {
  /** Null: this app does not update itself. */
  updater: Updater | null;
  isOnline(): boolean;
  now(): number;
  log: Log;
  onReady(version: string): void;
}

export function createUpdates({ updater, isOnline, now, log, onReady }: UpdateParts): Updates {
  let last: number | null = null;
  let isLooking = false;
  let version: string | null = null;
  updater?.onReady((fetched) => {
    version = fetched;
    log.info('update ready', { version });
    onReady(version);
  });
  return {
    canUpdate: updater !== null,
    ready: () => version,
    async look(isUrgent = false) {
      // offline it stays due, and is done a minute after the network is back
      if (!updater || isLooking || !isOnline() || !(isUrgent || isCheckDue(last, now()))) return;
      isLooking = true;
      last = now();
      try {
        await updater.check();
      } catch (error) {
        log.warn('no update', { reason: reasonOf(error) });
      } finally {
        isLooking = false;
      }
    },
    restart() {
      if (version !== null) updater?.restart();
    },
  };
}
