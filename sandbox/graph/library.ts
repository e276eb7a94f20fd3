import { createHash } from 'node:crypto';
import type { TenantLibrary, TenantReader } from '../tenant.ts';

/** A file or folder of a document library. */
export interface LibraryItem {
  id: string;
  /** Such as `Travel/Expenses.md`; empty: the root. */
  path: string;
  /** Null: a folder. */
  content: Buffer | null;
  /** Bytes that it says to have. */
  size: number;
  /** Its own; null: those of the folder that it lies in, or whoever may read the site. */
  readers: TenantReader[] | null;
  /** Which change of the library was its latest. */
  change: number;
  createdAt: number;
  changedAt: number;
  isDeleted: boolean;
}

/** What a library holds, and in which order it came to hold it. */
export interface Library {
  id: string;
  name: string;
  /** How many changes there were. */
  changes(): number;
  /** Those before this one are not remembered. */
  horizon(): number;
  /** Deleted ones too, in the order of their latest changes. */
  items(): LibraryItem[];
  /** What is there now. @param id of an item; null: the root */
  find(id: string | null): LibraryItem | undefined;
  /** What lies directly in a folder. */
  childrenOf(folder: LibraryItem): LibraryItem[];
  /** Undefined where that has gone. */
  parentOf(item: LibraryItem): LibraryItem | undefined;
  /** Its own readers, or those of the nearest folder above that has some; null: whoever may read the site. */
  readersOf(item: LibraryItem): TenantReader[] | null;
  /** Adds a document, or changes it where there is one. Returns its id. @param document its `size` is what it says to have, in place of what it has */
  put(path: string, document: { content: string | Buffer; size?: number; readers?: TenantReader[] | null }): string;
  /** A folder, with those above it; it may have been there. */
  makeFolder(path: string): LibraryItem;
  /**
   * Who may read a document from now on, or what lies in a folder and says nothing of its own. As the original does, changes
   * tell of the folder, and of nothing that lies in it.
   */
  share(path: string, readers: TenantReader[] | null): void;
  /** Gives something another name or another place. Of what lies in a folder that moves, changes tell nothing. */
  move(path: string, to: string): void;
  /** A folder goes with all that is in it. @param isTold whether changes tell of what was in it, too */
  remove(path: string, isTold?: boolean): void;
  /** Whoever reads changes by a link that was given before now has to begin anew. */
  forgetChanges(): void;
}

const parentPath = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The items of a library, by id and by path. @param now epoch milliseconds */
function createShelf(id: string, now: () => number) {
  const all = new Map<string, LibraryItem>();
  const there = new Map<string, LibraryItem>(); // by path
  let change = 0;

  function add(path: string, content: Buffer | null): LibraryItem {
    const itemId = createHash('sha256').update(`${id}/${path}/${all.size}`).digest('hex').slice(0, 32).toUpperCase();
    const times = { change: 0, createdAt: now(), changedAt: now() };
    const made: LibraryItem = { id: `01${itemId}`, path, content, size: 0, readers: null, ...times, isDeleted: false };
    all.set(made.id, made);
    there.set(path, made);
    return touch(made);
  }

  function touch(item: LibraryItem): LibraryItem {
    item.change = ++change;
    item.changedAt = now();
    return item;
  }

  /** A folder, with those above it. */
  function folder(path: string): LibraryItem {
    const found = there.get(path);
    if (found) return found;
    if (path !== '') folder(parentPath(path));
    return add(path, null);
  }

  function existing(path: string): LibraryItem {
    const found = there.get(path);
    if (!found) throw new Error(`The library ${id} holds no ${path}.`);
    return found;
  }

  /** Itself, and what lies in it. */
  const within = (path: string): LibraryItem[] =>
    [...there.values()].filter((each) => each.path === path || each.path.startsWith(`${path}/`));

  return { all, there, changes: () => change, skip: () => ++change, add, touch, folder, existing, within };
}

/** @param now epoch milliseconds */
export function createLibrary({ id, name, documents }: TenantLibrary, now: () => number): Library {
  const { all, there, changes, skip, add, touch, folder, existing, within } = createShelf(id, now);
  let horizon = 0;

  const library: Library = {
    id,
    name,
    changes,
    horizon: () => horizon,
    items: () => [...all.values()].sort((one, other) => one.change - other.change),
    find: (wanted) => {
      const found = wanted === null ? there.get('') : all.get(wanted);
      return found?.isDeleted ? undefined : found;
    },
    childrenOf: (parent) => [...there.values()].filter(({ path }) => path !== '' && parentPath(path) === parent.path),
    parentOf: ({ path }) => there.get(parentPath(path)),
    put(path, { content, size, readers }) {
      folder(parentPath(path));
      const item = there.get(path) ?? add(path, null);
      item.content = Buffer.from(content);
      item.size = size ?? item.content.length;
      if (readers !== undefined) item.readers = readers;
      return touch(item).id;
    },
    makeFolder: folder,
    share: (path, readers) => void (touch(existing(path)).readers = readers),
    readersOf(item) {
      if (item.readers !== null || item.path === '') return item.readers;
      return library.readersOf(folder(parentPath(item.path)));
    },
    move(path, to) {
      if (there.has(to)) throw new Error(`The library ${id} holds ${to} already.`);
      touch(existing(path));
      folder(parentPath(to));
      for (const item of within(path)) {
        there.delete(item.path);
        item.path = to + item.path.slice(path.length);
        there.set(item.path, item);
      }
    },
    remove(path, isTold = true) {
      const item = existing(path);
      for (const each of within(path)) {
        there.delete(each.path);
        each.isDeleted = true;
        if (isTold || each === item) touch(each);
      }
    },
    forgetChanges: () => void (horizon = skip()),
  };
  folder('');
  for (const { path, text, readers } of documents) library.put(path, { content: text, readers: readers ?? null });
  return library;
}
