import { createHash } from 'node:crypto';
import type { TenantLibrary, TenantReader } from '../tenant.ts';

/** A file or folder of a document library. */
export interface LibraryItem {
  id: string;
  /** Such as `Travel/Expenses.md`; empty: the root. */
  path: string;
  /** Null: a folder. */
  content: Buffer | null;
  /** Null: whoever may read the site. */
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
  parentOf(item: LibraryItem): LibraryItem;
  /** Adds a document, or changes it where there is one. Returns its id. */
  put(path: string, document: { content: string | Buffer; readers?: TenantReader[] | null }): string;
  /** A folder, with those above it; it may have been there. */
  makeFolder(path: string): LibraryItem;
  /** Who may read a document from now on. */
  share(path: string, readers: TenantReader[] | null): void;
  /** A folder goes with all that is in it. */
  remove(path: string): void;
  /** Whoever reads changes by a link that was given before now has to begin anew. */
  forgetChanges(): void;
}

const parentPath = (path: string): string => path.split('/').slice(0, -1).join('/');

/** @param now epoch milliseconds */
export function createLibrary({ id, name, documents }: TenantLibrary, now: () => number): Library {
  const all = new Map<string, LibraryItem>();
  const there = new Map<string, LibraryItem>(); // by path
  let change = 0;
  let horizon = 0;

  function add(path: string, content: Buffer | null): LibraryItem {
    const itemId = createHash('sha256').update(`${id}/${path}/${all.size}`).digest('hex').slice(0, 32).toUpperCase();
    const times = { change: 0, createdAt: now(), changedAt: now() };
    const made: LibraryItem = { id: `01${itemId}`, path, content, readers: null, ...times, isDeleted: false };
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

  const library: Library = {
    id,
    name,
    changes: () => change,
    horizon: () => horizon,
    items: () => [...all.values()].sort((one, other) => one.change - other.change),
    find: (wanted) => (wanted === null ? there.get('') : [...there.values()].find((each) => each.id === wanted)),
    childrenOf: (parent) => [...there.values()].filter(({ path }) => path !== '' && parentPath(path) === parent.path),
    parentOf: ({ path }) => folder(parentPath(path)),
    put(path, { content, readers }) {
      folder(parentPath(path));
      const item = there.get(path) ?? add(path, null);
      item.content = Buffer.from(content);
      if (readers !== undefined) item.readers = readers;
      return touch(item).id;
    },
    makeFolder: folder,
    share: (path, readers) => void (touch(existing(path)).readers = readers),
    remove(path) {
      existing(path);
      for (const item of [...there.values()].filter((each) => each.path === path || each.path.startsWith(`${path}/`))) {
        there.delete(item.path);
        touch(item).isDeleted = true;
      }
    },
    forgetChanges: () => void (horizon = ++change),
  };
  folder('');
  for (const { path, text, readers } of documents) library.put(path, { content: text, readers: readers ?? null });
  return library;
}
