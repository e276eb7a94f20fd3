import type { AppSettings, SettingsChange, SignedIn } from '../bridge.ts';
import { createOpenAtLogin, type OpenAtLogin } from './openAtLogin.ts';
import type { Policy } from './policy.ts';
import type { ElectronPort, Log } from './ports.ts';
import { snoozeEnd } from './quietRules.ts';
import type { ServerChoice } from './servers.ts';
import type { SettingsFile } from './settings.ts';

/** The settings that people change in the tray or the settings window. */
export interface AppSettingsActions {
  read(): AppSettings;
  change(changes: SettingsChange): void;
}

export interface AppSettingsParts {
  app: ElectronPort['app'];
  platform: NodeJS.Platform;
  settings: SettingsFile;
  servers: ServerChoice;
  /** Settings it decides cannot be changed here. */
  policy: Policy;
  log: Log;
  signedIn(): SignedIn | null;
  now(): number;
  onChange(): void;
}

export function createAppSettings(parts: AppSettingsParts): AppSettingsActions {
  const { app, platform, settings, servers, policy, log, signedIn, now, onChange } = parts;
  const executable = process.env['APPIMAGE'] ?? app.getPath('exe'); // an AppImage is mounted at a new path each time
  const configFolder = app.getPath('appData');
  const atLogin = createOpenAtLogin({ app, platform, executable, configFolder });
  openAsDecided(atLogin, policy.openAtLogin, log);
  return {
    read() {
      const { quietHours, snoozedUntil, hidesPreview } = settings.get();
      return {
        quietHours,
        snoozedUntil: snoozedUntil > now() ? new Date(snoozedUntil).toISOString() : null,
        hidesPreview: policy.hidePreviews ?? hidesPreview,
        opensAtLogin: atLogin.get(),
        isDecided: { hidesPreview: policy.hidePreviews !== undefined, opensAtLogin: policy.openAtLogin !== undefined },
        servers: servers.describe(),
        signedIn: signedIn(),
        version: app.getVersion(),
      };
    },
    change({ snooze, opensAtLogin, ...changes }) {
      const snoozedUntil = snooze ? snoozeEnd(snooze, now()) : 0;
      settings.change({ ...changes, ...(snooze !== undefined && { snoozedUntil }) });
      if (opensAtLogin !== undefined && policy.openAtLogin === undefined) atLogin.set(opensAtLogin);
      onChange();
    },
  };
}

/** @param isOn the organisation's decision; undefined: the person decides */
function openAsDecided(atLogin: OpenAtLogin, isOn: boolean | undefined, log: Log): void {
  try {
    if (isOn !== undefined) atLogin.set(isOn);
  } catch (error) {
    log.warn('opening at login not set', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}
