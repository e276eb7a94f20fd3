import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronPort } from './ports.ts';

/** Starts the app at login, in the tray only. */
export interface OpenAtLogin {
  get(): boolean;
  set(isOn: boolean): void;
}

/** The argument for such a start. */
export const HIDDEN = '--hidden';

/** @param parts.configFolder the user's (`~/.config`), for Linux, which Electron does not support */
export function createOpenAtLogin(parts: {
  app: ElectronPort['app'];
  platform: NodeJS.Platform;
  executable: string;
  configFolder: string;
}): OpenAtLogin {
  const { app, platform, executable, configFolder } = parts;
  if (platform !== 'linux')
    return {
      get: () => app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin,
      set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args: [HIDDEN] }),
    };
  const file = path.join(configFolder, 'autostart', 'handback.desktop');
  return {
    get: () => existsSync(file),
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(path.dirname(file), { recursive: true });
      const lines = [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Handback',
        `Exec="${executable}" ${HIDDEN}`,
        'Terminal=false',
        '',
      ];
      writeFileSync(file, lines.join('\n'));
    },
  };
}
