import { createHash } from 'node:crypto';
import type { TenantLibrary, TenantReader } from '../tenant.ts';

/** A file or folder of a document library. */
export interface LibraryItem {
  id: string;
  /** Such as `Travel/Expenses.md`; empty: the root. */
  path: string;
  /** Null: a folder. */
  content: Buffer | null;
  /** The reported size in bytes. */
  size: number;
  /** Its own readers; null: those of its folder, or everybody who may read the site. */
  readers: TenantReader[] | null;
  /** The number of the library's change that last touched it. */
  change: number;
  createdAt: number;
  changedAt: number;
  isDeleted: boolean;
  /** The removed item that this one was removed with; null: it is there. */
  removedWith: string | null;
}

/** A library's content and change log. */
export interface Library {
  id: string;
  name: string;
  /** The number of changes. */
  changes(): number;
  /** Changes before this one are forgotten. */
  horizon(): number;
  /** All items, including deleted ones, ordered by latest change. */
  items(): LibraryItem[];
  /** An existing item. @param id of an item; null: the root */
  find(id: string | null): LibraryItem | undefined;
  /** The direct children of a folder. */
  childrenOf(folder: LibraryItem): LibraryItem[];
  /** Undefined if it is gone. */
  parentOf(item: LibraryItem): LibraryItem | undefined;
  /** Its own readers, or those of the nearest ancestor that has some; null: everybody who may read the site. */
  readersOf(item: LibraryItem): TenantReader[] | null;
  /**
   * Adds or changes a document. Returns its id. @param document its `size` is the reported size, if different from the
   * real one
   */
  put(path: string, document: { content: string | Buffer; size?: number; readers?: TenantReader[] | null }): string;
  /** Creates a folder and its ancestors, if they do not exist. */
  makeFolder(path: string): LibraryItem;
  /**
   * Sets the readers of a document, or of a folder and everything in it without readers of its own. As in SharePoint,
   * changes report the folder but not its content.
   */
  share(path: string, readers: TenantReader[] | null): void;
  /** Renames or moves an item. Changes do not report the content of a moved folder. */
  move(path: string, to: string): void;
  /** Removes an item, a folder with its content. @param isTold whether changes also report the content */
  remove(path: string, isTold?: boolean): void;
  /** Puts a removed item back, a folder with the content that was removed with it. Changes report all of it. */
  restore(id: string): void;
  /** Invalidates all delta links, so that readers must start over. */
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
    const made: LibraryItem = {
      id: `01${itemId}`,
      path,
      content,
      size: 0,
      readers: null,
      ...times,
      isDeleted: false,
      removedWith: null,
    };
    all.set(made.id, made);
    there.set(path, made);
    return touch(made);
  }

  function touch(item: LibraryItem): LibraryItem {
    item.change = ++change;
    item.changedAt = now();
    return item;
  }

  /** Returns a folder, created with its ancestors if missing. */
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

  /** An item and its descendants. */
  const within = (path: string): LibraryItem[] =>
    [...there.values()].filter((each) => each.path === path || each.path.startsWith(`${path}/`));

  function restore(removed: string): void {
    const back = [...all.values()].filter(({ removedWith }) => removedWith === removed);
    if (back.some(({ path }) => there.has(path))) throw new Error(`Something else is in the place of ${removed}.`);
    folder(parentPath(all.get(removed)!.path));
    for (const item of back) {
      there.set(item.path, item);
      Object.assign(touch(item), { isDeleted: false, removedWith: null });
    }
  }

  const changes = () => change;
  return { all, there, changes, skip: () => ++change, add, touch, folder, existing, within, restore };
}

/** @param now epoch milliseconds */
export function createLibrary({ id, name, documents }: TenantLibrary, now: () => number): Library {
  const { all, there, changes, skip, add, touch, folder, existing, within, restore } = createShelf(id, now);
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
        each.removedWith = item.id;
        if (isTold || each === item) touch(each);
      }
    },
    restore,
    forgetChanges: () => void (horizon = skip()),
  };
  folder('');
  for (const { path, text, readers } of documents) library.put(path, { content: text, readers: readers ?? null });
  return library;
}
