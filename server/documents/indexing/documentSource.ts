import type { IndexFault } from '../../../contract/indexing.ts';

/** A collection of documents whose changes are read in sequence, such as a site's library. */
export interface DocumentCollection {
  /** Its id at the source, such as a drive's id. */
  id: string;
  /** What it belongs to, such as a site's id. */
  site: string;
  siteName: string;
  title: string;
  address: string;
}

/** The current state of a document or folder. */
export interface Item {
  id: string;
  /** Null: the root. */
  parent: string | null;
  isFolder: boolean;
  title: string;
  /** Where people open it. */
  address: string;
  /** Changes with every change of the content, and never repeats. */
  version: string;
  /** In bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

export type Change = Item | { id: string; isDeleted: true };

export interface ChangePage {
  /** In order; of several changes of one item, the last is valid. */
  changes: Change[];
  /** Where to continue: at once, or later to read new changes. */
  link: string;
  isLast: boolean;
}

/** Who may read an item; never more than really may. */
export interface Access {
  /** Lower-case object ids of people and groups, and `EVERYONE`. */
  readers: string[];
  /** Whether the permissions name somebody who is not in the directory, and so cannot find it here. */
  hasUnknown: boolean;
  /** When the first of these permissions expires; null: none does. */
  until: number | null;
}

/** The current places of one kind. */
export interface Listing {
  places: DocumentCollection[];
  /** Sites whose places are unknown at the moment. */
  unknownSites: ReadonlySet<string>;
  /** Sites that can no longer be read, and why. */
  lostSites: ReadonlyMap<string, IndexFault>;
}

/** A file's content, or why it is not read. */
export type Content = { bytes: Uint8Array } | { fault: IndexFault };

/** A kind of source for documents. Every function throws DirectoryError, with status 403 if access was withdrawn. */
export interface DocumentSource {
  /** Its name. */
  kind: string;
  /** @throws SourceNotSetUp */
  list(): Promise<Listing>;
  /** A page of changes. @param link from the previous page; null: from the start. `gone`: the place no longer exists */
  changes(place: string, link: string | null): Promise<ChangePage | 'resync' | 'gone'>;
  /** Null: the item no longer exists. */
  item(place: string, id: string): Promise<Item | null>;
  /** Null: the item no longer exists. */
  access(place: string, id: string): Promise<Access | null>;
  /** Null: the item no longer exists. */
  content(place: string, item: Item): Promise<Content | null>;
}

/** No registration for this kind of source is configured. */
export class SourceNotSetUp extends Error {
  constructor() {
    super('There is no registration that reads this kind of source.');
    this.name = 'SourceNotSetUp';
  }
}
