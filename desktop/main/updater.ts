import type { AppUpdater } from 'electron-updater';
import type { Updater } from './ports.ts';

/** What of electron-updater is used. */
export type OwnUpdater = Pick<AppUpdater, 'checkForUpdates' | 'quitAndInstall' | 'on'> &
  Partial<Pick<AppUpdater, 'logger' | 'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade'>>;

/** The updater of electron-updater. It takes what the feed's share of people is, and what is signed as this app is. */
export function createUpdater(own: OwnUpdater): Updater {
  own.logger = null; // it would log addresses
  own.autoDownload = true;
  own.autoInstallOnAppQuit = true;
  own.allowDowngrade = false;
  own.on('error', () => undefined); // each is thrown too
  return {
    async check() {
      const found = await own.checkForUpdates();
      await found?.downloadPromise;
    },
    onReady: (hear) => void own.on('update-downloaded', ({ version }) => hear(version)),
    restart: () => own.quitAndInstall(true, true),
  };
}
