import type { ServerChoice } from './servers.ts';
import type { SettingsFile } from './settings.ts';
import type { Windows } from './windows.ts';
import { forgetServerSession, type ServerSession, type SessionState } from './serverSession.ts';

/** The connection to one server at a time: connecting, signing out, switching. */
export interface CurrentServer {
  /** The session of the chosen server; null: none is chosen. */
  session(): ServerSession | null;
  /** Its state. */
  state(): SessionState;
  /** Opens the session of the server that is chosen now. */
  enter(): Promise<void>;
  /** Switches to a known server; null: to none, so that the window asks for one. */
  goTo(server: string | null): Promise<void>;
  /** Signs out. */
  leave(): Promise<void>;
  /** Signs out at a server and deletes everything stored for it. */
  forget(server: string): Promise<void>;
}

export interface CurrentServerParts {
  folder: string;
  servers: ServerChoice;
  settings: SettingsFile;
  windows: Pick<Windows, 'tell'>;
  openAt(origin: string): Promise<ServerSession>;
  onChange(): void;
  /** Withdraws this server's notifications. */
  onLeave(): void;
}

const AT_NO_SERVER: SessionState = {
  connection: 'connecting',
  isSignInNeeded: false,
  signedIn: null,
  waiting: null,
  isTooOld: false,
};

export function createCurrentServer(parts: CurrentServerParts): CurrentServer {
  const { folder, servers, settings, windows, openAt, onChange, onLeave } = parts;
  let session: ServerSession | null = null;
  let last = Promise.resolve();

  async function change(): Promise<void> {
    if (session) {
      await session.close();
      onLeave();
    }
    const origin = servers.current();
    session = origin === null ? null : await openAt(origin);
    onChange();
  }
  // one at a time: two open sessions would both show notifications
  const enter = (): Promise<void> => (last = last.catch(() => undefined).then(change));

  return {
    session: () => session,
    state: () => session?.state() ?? AT_NO_SERVER,
    enter,
    async goTo(server) {
      settings.change({ server });
      await enter();
      windows.tell({ kind: 'reload' });
    },
    async leave() {
      await session?.signOut();
      windows.tell({ kind: 'reload' });
    },
    async forget(server) {
      const { current, known, isFixed } = servers.describe();
      if (isFixed || !known.includes(server)) return;
      const wasCurrent = server === current;
      if (wasCurrent) await session?.signOut(); // before the server is forgotten
      servers.forget(server);
      if (wasCurrent) await enter();
      await forgetServerSession(folder, server);
      onChange();
      if (wasCurrent) windows.tell({ kind: 'reload' });
    },
  };
}
