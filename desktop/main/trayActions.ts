import type { AppSettingsActions } from './appSettings.ts';
import type { CurrentServer } from './currentServer.ts';
import type { Links } from './links.ts';
import type { TrayActions } from './trayRules.ts';
import type { Windows } from './windows.ts';

export interface TrayActionParts {
  settings: AppSettingsActions;
  currentServer: CurrentServer;
  links: Links;
  windows: Windows;
  restartToUpdate(): void;
  quit(): void;
}

/** The actions of the tray menu. */
export function trayActions({
  settings,
  currentServer,
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
      void currentServer
        .session()
        ?.signIn(null)
        .then(() => windows.tell({ kind: 'reload' })),
    signOut: () => void currentServer.leave(),
    snooze: (snooze) => change({ snooze }),
    setQuietHours: (quietHours) => change({ quietHours }),
    hidePreview: (hidesPreview) => change({ hidesPreview }),
    openAtLogin: (opensAtLogin) => change({ opensAtLogin }),
    chooseServer: (server) => void currentServer.goTo(server).then(() => windows.open(null)),
    restartToUpdate,
    quit,
  };
}
