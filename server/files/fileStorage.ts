import type { Readable } from 'node:stream';

/** Where a file's bytes are: on the server's disk, or in the drive of the person who uploaded it. */
export type FilePlace =
  | { at: 'local' }
  /** On its way there. @param path within our folder; unique */
  | { at: 'personalDrive'; path: string; item: null }
  | { at: 'personalDrive'; path: null; item: DriveItem };

/** A drive item; its id stays valid if somebody moves it within the drive. */
export interface DriveItem {
  driveId: string;
  itemId: string;
}

export const LOCAL: FilePlace = { at: 'local' };

/** What it takes to find a file's bytes. */
export interface PlacedFile {
  id: string;
  /** The owner: an object id. */
  person: string;
  place: FilePlace;
}

/** What is known of a file before its bytes arrive. */
export interface ComingFile {
  id: string;
  person: string;
  name: string;
  /** Of the question it answers. */
  title: string;
  createdAt: number;
}

/** A file's content and its size: the owner of the drive may have changed it there. */
export interface FileContent {
  content: Readable;
  /** In bytes; null: not known in advance. */
  size: number | null;
}

/** Stores the bytes of files. Each is found where it was put, even if the location for new files has changed. */
export interface FileStorage {
  /** Where a new file will be stored; record it before the bytes arrive. */
  placeFor(file: ComingFile): FilePlace;
  /**
   * Stores all or nothing. If there is no room, it reads no byte.
   *
   * @param maxBytes the bytes reserved for it, and its maximum size
   * @returns the size in bytes, and the actual place, which may differ from the planned one
   * @throws TooLarge, NoRoom, StorageUnusable, DirectoryError, or LeftBehind wrapping one of these
   */
  put(file: PlacedFile, content: Readable, maxBytes: number): Promise<{ size: number; place: FilePlace }>;
  /** @throws Gone, StorageUnusable, DirectoryError */
  get(file: PlacedFile): Promise<FileContent>;
  /** Does nothing if the file does not exist. @throws DirectoryError */
  remove(file: PlacedFile): Promise<void>;
}

/** The upload is larger than allowed. */
export class TooLarge extends Error {
  constructor() {
    super('the file is too large');
    this.name = 'TooLarge';
  }
}

/** The storage is full, or would leave less free space than required. */
export class NoRoom extends Error {
  constructor(readonly where: 'server' | 'drive' = 'server') {
    super('there is no room for the file');
    this.name = 'NoRoom';
  }
}

/** The storage itself cannot be used: its folder is read-only, for example. */
export class StorageUnusable extends Error {
  constructor(cause: unknown) {
    super('the storage of files cannot be used', { cause });
    this.name = 'StorageUnusable';
  }
}

/** The bytes no longer exist. */
export class Gone extends Error {
  constructor() {
    super('the bytes of the file are not there any more');
    this.name = 'Gone';
  }
}

/** Storing a file failed, and part of it may be left somewhere. */
export class LeftBehind extends Error {
  constructor(cause: unknown) {
    super('something of a file that was not kept may be left', { cause });
    this.name = 'LeftBehind';
  }
}
