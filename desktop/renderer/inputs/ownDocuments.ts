import type { FileLink } from '../../../contract/files.ts';
import type { Sending } from './sending.ts';

/** A site or a document library. */
export interface Place {
  id: string;
  name: string;
  address: string;
}

export interface LibraryItem extends Place {
  isFolder: boolean;
}

/**
 * The person's own drive and the document libraries that they may read, called by the client directly (behaviour 5.3
 * A).
 */
export interface OwnDocuments {
  /** @param words of its name, or its full URL @throws ApiProblem, NotGranted, like all of these */
  sites(words: string): Promise<Place[]>;
  librariesOf(siteId: string): Promise<Place[]>;
  /** A page of the items in a library or folder. */
  itemsIn(libraryId: string, folderId: string | null, pageToken: string | null): Promise<ItemPage>;
  /** The host of the drive's files. */
  driveHost(): Promise<string>;
  /** Puts a file into the app's folder in the drive, without replacing one of the same name. */
  putIntoDrive(file: File, sending: Sending): Promise<FileLink>;
}

export interface ItemPage {
  items: LibraryItem[];
  /** Null: this is the last page. */
  next: string | null;
}
