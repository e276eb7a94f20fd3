import type { AppSettingsDeeds } from './appSettings.ts';
import type { AtServer } from './atServer.ts';
import type { Links } from './links.ts';
import type { TrayDeeds } from './trayRules.ts';
import type { Windows } from './windows.ts';

export interface TrayDeedParts {
  settings: AppSettingsDeeds;
  atServer: AtServer;
  links: Links;
  windows: Windows;
  restartToUpdate(): void;
  quit(): void;
}

/** What the menu of the tray does. */
export function trayDeeds({ settings, atServer, links, windows, restartToUpdate, quit }: TrayDeedParts): TrayDeeds {
  const { change } = settings;
  return {
    open: links.open,
    openSettings: windows.openSettings,
    signIn: () =>
      void atServer
        .workplace()
        ?.signIn()
        .then(() => windows.tell({ kind: 'anew' })),
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
