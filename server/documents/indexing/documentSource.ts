import type { IndexFault } from '../../../contract/indexing.ts';

/** Where documents lie together and are read one change after the other, such as the library of a site. */
export interface Place {
  /** By which its kind knows it, such as the id of a drive. */
  id: string;
  /** What it belongs to, such as the id of a site. */
  site: string;
  siteName: string;
  title: string;
  address: string;
}

/** A document or a folder, as it is now. */
export interface Item {
  id: string;
  /** Null: the root. */
  parent: string | null;
  isFolder: boolean;
  title: string;
  /** Where people open it. */
  address: string;
  /** Another one after each change of what it says; what it was before never comes again. */
  version: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

export type Change = Item | { id: string; isDeleted: true };

export interface ChangePage {
  /** In their order; of several of one item the last holds. */
  changes: Change[];
  /** Where to go on: at once, or later for what changes from now on. */
  link: string;
  isLast: boolean;
}

/** Who may read an item: never more than may. */
export interface Access {
  /** Object ids of people and groups in lower case, and `EVERYONE`. */
  readers: string[];
  /** Whether somebody is named who is no object of the directory, and so reads nothing here. */
  hasUnknown: boolean;
  /** When the first of them ends; null: none does. */
  until: number | null;
}

/** Places of one kind as they are now. */
export interface Listing {
  places: Place[];
  /** Of what they belong to: nothing is known of these right now. */
  unknownSites: ReadonlySet<string>;
  /** Of what they belong to: why it cannot be read any more. */
  lostSites: ReadonlyMap<string, IndexFault>;
}

/** What a file holds; a fault where it is not to be read. */
export type Content = { bytes: Uint8Array } | { fault: IndexFault };

/**
 * A kind of places that documents come from. Every function throws DirectoryError, whose status is 403 where access was
 * taken away.
 */
export interface DocumentSource {
  /** In a word. */
  kind: string;
  /** @throws SourceNotSetUp */
  list(): Promise<Listing>;
  /** A page of changes. @param link of the page before; null: from the beginning. `gone`: there is no such place any more */
  changes(place: string, link: string | null): Promise<ChangePage | 'resync' | 'gone'>;
  /** Null: there is no such item any more. */
  item(place: string, id: string): Promise<Item | null>;
  /** Null as above. */
  access(place: string, id: string): Promise<Access | null>;
  /** Null as above. */
  content(place: string, item: Item): Promise<Content | null>;
}

/** Nobody has set up what would read this kind of source. */
export class SourceNotSetUp extends Error {
  constructor() {
    super('There is no registration that reads this kind of source.');
    this.name = 'SourceNotSetUp';
  }
}
