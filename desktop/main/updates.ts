import type { Log, Updater } from './ports.ts';
import { isCheckDue, reasonOf } from './updateRules.ts';

/** App updates: checked for and downloaded in the background, installed on request or on quit. */
export interface Updates {
  /** Whether this installation can update itself. */
  canUpdate: boolean;
  /** The downloaded version, installed at the next start; null: none. */
  ready(): string | null;
  /** Checks for a newer version if a check is due. @param isUrgent check now */
  look(isUrgent?: boolean): Promise<void>;
  /** Quits and starts the new version. The caller must have saved drafts and answers. */
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
      // offline the check stays due; it runs within a minute after the network is back
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
