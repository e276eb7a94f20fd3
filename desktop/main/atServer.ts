import type { ServerChoice } from './servers.ts';
import type { SettingsFile } from './settings.ts';
import type { Windows } from './windows.ts';
import { forgetWorkplace, type Workplace, type WorkplaceState } from './workplace.ts';

/** The connection to one server at a time: connecting, signing out, switching. */
export interface AtServer {
  /** The workplace of the chosen server; null: none is chosen. */
  workplace(): Workplace | null;
  /** Its state. */
  state(): WorkplaceState;
  /** Opens the workplace of the server that is chosen now. */
  enter(): Promise<void>;
  /** Switches to a known server; null: to none, so that the window asks for one. */
  goTo(server: string | null): Promise<void>;
  /** Signs out. */
  leave(): Promise<void>;
  /** Signs out at a server and deletes everything stored for it. */
  forget(server: string): Promise<void>;
}

export interface AtServerParts {
  folder: string;
  servers: ServerChoice;
  settings: SettingsFile;
  windows: Pick<Windows, 'tell'>;
  openAt(origin: string): Promise<Workplace>;
  onChange(): void;
  /** Withdraws this server's notifications. */
  onLeave(): void;
}

const AT_NO_SERVER: WorkplaceState = {
  connection: 'connecting',
  isSignInNeeded: false,
  signedIn: null,
  waiting: null,
  isTooOld: false,
};

export function createAtServer(parts: AtServerParts): AtServer {
  const { folder, servers, settings, windows, openAt, onChange, onLeave } = parts;
  let workplace: Workplace | null = null;
  let last = Promise.resolve();

  async function change(): Promise<void> {
    if (workplace) {
      await workplace.close();
      onLeave();
    }
    const origin = servers.current();
    workplace = origin === null ? null : await openAt(origin);
    onChange();
  }
  // one at a time: two open workplaces would both show notifications
  const enter = (): Promise<void> => (last = last.catch(() => undefined).then(change));

  return {
    workplace: () => workplace,
    state: () => workplace?.state() ?? AT_NO_SERVER,
    enter,
    async goTo(server) {
      settings.change({ server });
      await enter();
      windows.tell({ kind: 'reload' });
    },
    async leave() {
      await workplace?.signOut();
      windows.tell({ kind: 'reload' });
    },
    async forget(server) {
      const { current, known, isFixed } = servers.describe();
      if (isFixed || !known.includes(server)) return;
      const wasCurrent = server === current;
      if (wasCurrent) await workplace?.signOut(); // before the server is forgotten
      servers.forget(server);
      if (wasCurrent) await enter();
      await forgetWorkplace(folder, server);
      onChange();
      if (wasCurrent) windows.tell({ kind: 'reload' });
    },
  };
}
