import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronPort } from './ports.ts';

/** Whether the app opens when its person logs in, without a window: the tray is enough. */
export interface OpenAtLogin {
  get(): boolean;
  set(isOn: boolean): void;
}

/** What the app is started with then. */
export const HIDDEN = '--hidden';

/** @param parts.configFolder of the person (`~/.config`): Electron knows no way to do it on Linux */
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
