import type { FileLink } from '../../../contract/files.ts';
import type { Sending } from './sending.ts';

/** A site, or a document library of one. */
export interface Place {
  id: string;
  name: string;
  address: string;
}

export interface LibraryItem extends Place {
  isFolder: boolean;
}

/** The person's own drive and the document libraries that they may read, asked by the client itself (behaviour 5.3 A). */
export interface OwnDocuments {
  /** @param words of its name, or its whole address @throws ApiProblem, NotGranted, as each of these */
  sites(words: string): Promise<Place[]>;
  librariesOf(siteId: string): Promise<Place[]>;
  /** A page of what lies in a library, or in a folder of it. */
  itemsIn(libraryId: string, folderId: string | null, pageToken: string | null): Promise<ItemPage>;
  /** Where files in the drive are opened, as a host. */
  driveHost(): Promise<string>;
  /** Puts a file into the folder of this application in the drive; one of the same name stays. */
  putIntoDrive(file: File, sending: Sending): Promise<FileLink>;
}

export interface ItemPage {
  items: LibraryItem[];
  /** Null: this is the last page. */
  next: string | null;
}
