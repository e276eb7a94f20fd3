import type { ServerChoice } from './servers.ts';
import type { SettingsFile } from './settings.ts';
import type { Windows } from './windows.ts';
import { forgetWorkplace, type Workplace, type WorkplaceState } from './workplace.ts';

/** Being at one server at a time: coming to it, signing out of it, going elsewhere. */
export interface AtServer {
  /** Of the server that was chosen; null: none was. */
  workplace(): Workplace | null;
  /** How things stand there. */
  state(): WorkplaceState;
  /** Goes to the server that is chosen now. */
  enter(): Promise<void>;
  /** Goes to a server that is known; null: to none, so that the window asks for one. */
  goTo(server: string | null): Promise<void>;
  /** Signs out. */
  leave(): Promise<void>;
  /** Signs out at a server, and throws away what is kept for it. */
  forget(server: string): Promise<void>;
}

export interface AtServerParts {
  folder: string;
  servers: ServerChoice;
  settings: SettingsFile;
  windows: Pick<Windows, 'tell'>;
  openAt(origin: string): Promise<Workplace>;
  onChange(): void;
  /** What was told of this server is withdrawn. */
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
  // one after the other: two that are open would both tell of what waits there
  const enter = (): Promise<void> => (last = last.catch(() => undefined).then(change));

  return {
    workplace: () => workplace,
    state: () => workplace?.state() ?? AT_NO_SERVER,
    enter,
    async goTo(server) {
      settings.change({ server });
      await enter();
      windows.tell({ kind: 'anew' });
    },
    async leave() {
      await workplace?.signOut();
      windows.tell({ kind: 'anew' });
    },
    async forget(server) {
      const { current, known, isFixed } = servers.describe();
      if (isFixed || !known.includes(server)) return;
      const wasCurrent = server === current;
      if (wasCurrent) await workplace?.signOut(); // while it is known what to sign out of
      servers.forget(server);
      if (wasCurrent) await enter();
      await forgetWorkplace(folder, server);
      onChange();
      if (wasCurrent) windows.tell({ kind: 'anew' });
    },
  };
}
