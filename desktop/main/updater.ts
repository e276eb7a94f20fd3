import type { AppUpdater } from 'electron-updater';
import type { Updater } from './ports.ts';

/** The parts of electron-updater in use. */
export type OwnUpdater = Pick<AppUpdater, 'checkForUpdates' | 'quitAndInstall' | 'on'> &
  Partial<Pick<AppUpdater, 'logger' | 'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade'>>;

/**
 * Wraps electron-updater, which honours the feed's rollout percentage and only accepts updates signed like this app.
 */
export function createUpdater(own: OwnUpdater): Updater {
  own.logger = null; // it would log URLs
  own.autoDownload = true;
  own.autoInstallOnAppQuit = true;
  own.allowDowngrade = false;
  own.on('error', () => undefined); // each error is thrown as well
  return {
    async check() {
      const found = await own.checkForUpdates();
      await found?.downloadPromise;
    },
    onReady: (hear) => void own.on('update-downloaded', ({ version }) => hear(version)),
    restart: () => own.quitAndInstall(true, true),
  };
}
