import { countIcon, trayIcon, type Bitmap } from './icons.ts';
import type { ElectronPort } from './ports.ts';
import { badgeOf, tooltip, trayMenu, trayState, type TrayActions, type TrayFacts } from './trayRules.ts';
import type { Words } from './words.ts';

export interface TrayParts {
  electron: Pick<ElectronPort, 'app' | 'Menu' | 'nativeImage' | 'Tray'>;
  platform: NodeJS.Platform;
  words: Words;
  actions: TrayActions;
  mainWindow(): Electron.BrowserWindow | null;
}

/** @returns a function that shows the state in the tray and the app's badge */
export function createTray({ electron, platform, words, actions, mainWindow }: TrayParts): (facts: TrayFacts) => void {
  const { app, Menu, nativeImage, Tray } = electron;
  const image = ({ buffer, size }: Bitmap) => nativeImage.createFromBitmap(buffer, size);
  const tray = new Tray(image(trayIcon('signedOut')));
  // not all systems send clicks; the menu offers the same
  tray.on('click', () => platform !== 'darwin' && actions.open(null));
  return (facts) => {
    const state = trayState(facts);
    const count = state === 'signedOut' ? 0 : badgeOf(facts.waiting);
    tray.setImage(image(trayIcon(state)));
    tray.setToolTip(tooltip(facts, words));
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(facts, actions, words)));
    app.setBadgeCount(count);
    if (platform === 'win32')
      mainWindow()?.setOverlayIcon(count > 0 ? image(countIcon(count)) : null, count > 0 ? tooltip(facts, words) : '');
  };
}
