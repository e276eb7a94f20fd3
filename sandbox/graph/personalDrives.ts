import { createHash, randomUUID } from 'node:crypto';
import type { Tenant, TenantPerson, TenantSite } from '../tenant.ts';
import { GraphError } from './graphError.ts';
import { createLibrary, type Library, type LibraryItem } from './library.ts';
import { driveName } from './driveNames.ts';

/** What to do if a name is taken. */
export type Conflict = 'fail' | 'replace' | 'rename';

/** An upload in progress; the file appears in the drive only after its last byte. */
export interface UploadSession {
  id: string;
  drive: PersonalDrive;
  path: string;
  conflict: Conflict;
  /** The size of the whole file in bytes; null before the first piece. */
  total: number | null;
  received: Buffer[];
  expiresAt: number;
}

/** A person's drive, which is its own site. */
export interface PersonalDrive {
  id: string;
  person: TenantPerson;
  site: TenantSite;
  library: Library;
  /** The folder of the server registration. */
  appRoot: string;
  /** The free space in bytes. */
  room: number;
  isLocked: boolean;
  /** Ids of locked items. */
  held: Set<string>;
}

/** The drives' handle for tests. People are named by key. */
export interface Drives {
  of(key: string): PersonalDrive;
  /** Removes the person's drive; guests have none either. */
  takeAway(key: string): void;
  /** The number of uploads in progress. */
  openSessions(): number;
  /** Simulates a missing permission for upload sessions. */
  refuseSessions(isRefused: boolean): void;
}

/** The state behind the routes. */
export interface DriveStore extends Drives {
  /** @throws GraphError 404 */
  ofPerson(person: TenantPerson): PersonalDrive;
  byId(id: string): PersonalDrive | undefined;
  sessions: Map<string, UploadSession>;
  mayBegin(): boolean;
  write(drive: PersonalDrive, path: string, content: Buffer, conflict: Conflict): { item: LibraryItem; isNew: boolean };
  makeFolder(drive: PersonalDrive, path: string, conflict: Conflict): LibraryItem;
  remove(drive: PersonalDrive, item: LibraryItem): void;
}

const TERABYTE = 1024 ** 4;
export const nameOf = (path: string): string => path.split('/').at(-1)!;
export const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');

const noDrive = () => new GraphError(404, 'ResourceNotFound', "User's mysite not found.");
const locked = () => new GraphError(423, 'resourceLocked', 'The resource you are attempting to access is locked');

/** @param now epoch milliseconds */
export function createDrives({ people, domain, registrations }: Tenant, now: () => number): DriveStore {
  const drives = new Map<string, PersonalDrive>();
  const withoutDrive = new Set(people.filter(({ guestOf }) => guestOf).map(({ key }) => key));
  const sessions = new Map<string, UploadSession>();
  let isRefused = false;

  function make(person: TenantPerson): PersonalDrive {
    const id = `b!${createHash('sha256').update(`drive of ${person.id}`).digest('base64url')}`;
    const account = `${person.key}_${domain.replaceAll('.', '_')}`;
    const site: TenantSite = {
      key: `drive-of-${person.key}`,
      id: `sandbox-my.sharepoint.com,${randomUUID()},${randomUUID()}`,
      displayName: person.displayName,
      webUrl: `https://sandbox-my.sharepoint.com/personal/${account}`,
      readers: [{ person: person.key }],
      libraries: [],
    };
    const library = createLibrary({ id, name: 'Documents', documents: [] }, now);
    const appRoot = `Apps/${registrations.server.displayName}`;
    const made = { id, person, site, library, appRoot, room: TERABYTE, isLocked: false, held: new Set<string>() };
    drives.set(person.key, made);
    return made;
  }

  const store: DriveStore = {
    sessions,
    mayBegin: () => !isRefused,
    of: (key) => drives.get(key) ?? make(people.find((each) => each.key === key)!),
    takeAway: (key) => void withoutDrive.add(key),
    openSessions: () => sessions.size,
    refuseSessions: (refused) => void (isRefused = refused),
    ofPerson(person) {
      if (withoutDrive.has(person.key)) throw noDrive();
      return store.of(person.key);
    },
    byId: (id) => [...drives.values()].find((drive) => drive.id === id && !withoutDrive.has(drive.person.key)),
    ...changing(),
  };
  return store;
}

/** The changes to a drive, with their conflicts. */
function changing(): Pick<DriveStore, 'write' | 'makeFolder' | 'remove'> {
  const there = ({ library }: PersonalDrive, path: string) =>
    library.items().find((item) => item.path.toLowerCase() === path.toLowerCase() && !item.isDeleted);
  const used = ({ library }: PersonalDrive) =>
    library
      .items()
      .filter((item) => !item.isDeleted)
      .reduce((sum, { content }) => sum + (content?.length ?? 0), 0);

  function expectOpen(drive: PersonalDrive, item?: LibraryItem): void {
    if (drive.isLocked || (item && drive.held.has(item.id))) throw locked();
  }

  /** The resulting path. @throws GraphError 409 */
  function settle(drive: PersonalDrive, path: string, conflict: Conflict): string {
    const before = there(drive, path);
    if (!before || conflict === 'replace') return before?.path ?? path;
    if (conflict === 'fail')
      throw new GraphError(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent');
    const [, stem, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path)!;
    for (let n = 1; ; n++) if (!there(drive, `${stem} ${n}${ending}`)) return `${stem} ${n}${ending}`;
  }

  return {
    write(drive, path, content, conflict) {
      path.split('/').forEach(driveName);
      const at = settle(drive, path, conflict);
      const before = there(drive, at);
      expectOpen(drive, before);
      if (before && before.content === null)
        throw new GraphError(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent');
      if (used(drive) - (before?.content?.length ?? 0) + content.length > drive.room)
        throw new GraphError(507, 'quotaLimitReached', 'Insufficient Space Available');
      const id = drive.library.put(at, { content });
      return { item: drive.library.find(id)!, isNew: !before };
    },
    makeFolder(drive, path, conflict) {
      path.split('/').forEach(driveName);
      expectOpen(drive);
      const before = there(drive, path);
      if (before && before.content === null && conflict === 'replace') return before;
      return drive.library.makeFolder(settle(drive, path, conflict));
    },
    remove(drive, item) {
      expectOpen(drive, item);
      drive.library.remove(item.path);
    },
  };
}
