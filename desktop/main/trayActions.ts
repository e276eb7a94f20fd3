import type { AppSettingsActions } from './appSettings.ts';
import type { AtServer } from './atServer.ts';
import type { Links } from './links.ts';
import type { TrayActions } from './trayRules.ts';
import type { Windows } from './windows.ts';

export interface TrayActionParts {
  settings: AppSettingsActions;
  atServer: AtServer;
  links: Links;
  windows: Windows;
  restartToUpdate(): void;
  quit(): void;
}

/** The actions of the tray menu. */
export function trayActions({
  settings,
  atServer,
  links,
  windows,
  restartToUpdate,
  quit,
}: TrayActionParts): TrayActions {
  const { change } = settings;
  return {
    open: links.open,
    openSettings: windows.openSettings,
    signIn: () =>
      void atServer
        .workplace()
        ?.signIn(null)
        .then(() => windows.tell({ kind: 'reload' })),
    signOut: () => void atServer.leave(),
    snooze: (snooze) => change({ snooze }),
    setQuietHours: (quietHours) => change({ quietHours }),
    hidePreview: (hidesPreview) => change({ hidesPreview }),
    openAtLogin: (opensAtLogin) => change({ opensAtLogin }),
    chooseServer: (server) => void atServer.goTo(server).then(() => windows.open(null)),
    restartToUpdate,
    quit,
  };
}
