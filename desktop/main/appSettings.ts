import type { AppSettings, SettingsChange, SignedIn } from '../bridge.ts';
import { createOpenAtLogin, type OpenAtLogin } from './openAtLogin.ts';
import type { Policy } from './policy.ts';
import type { ElectronPort, Log } from './ports.ts';
import { snoozeEnd } from './quietRules.ts';
import type { ServerChoice } from './servers.ts';
import type { SettingsFile } from './settings.ts';

/** What people set, in the tray or in the window of the settings. */
export interface AppSettingsDeeds {
  read(): AppSettings;
  change(changes: SettingsChange): void;
}

export interface AppSettingsParts {
  app: ElectronPort['app'];
  platform: NodeJS.Platform;
  settings: SettingsFile;
  servers: ServerChoice;
  /** What it decides nobody changes here. */
  policy: Policy;
  log: Log;
  signedIn(): SignedIn | null;
  now(): number;
  onChange(): void;
}

export function createAppSettings(parts: AppSettingsParts): AppSettingsDeeds {
  const { app, platform, settings, servers, policy, log, signedIn, now, onChange } = parts;
  const executable = process.env['APPIMAGE'] ?? app.getPath('exe'); // the one in an AppImage lies elsewhere each time
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

/** @param isOn decided by the organisation; undefined: the person decides */
function openAsDecided(atLogin: OpenAtLogin, isOn: boolean | undefined, log: Log): void {
  try {
    if (isOn !== undefined) atLogin.set(isOn);
  } catch (error) {
    log.warn('opening at login not set', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}
