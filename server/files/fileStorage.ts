import type { Readable } from 'node:stream';

/** Where the bytes of a file lie: on the disk of the server, or in the drive of whoever uploaded it. */
export type FilePlace =
  | { at: 'local' }
  /** On its way there. @param path below the folder of ours; no other file has the same */
  | { at: 'personalDrive'; path: string; item: null }
  | { at: 'personalDrive'; path: null; item: DriveItem };

/** An item of a drive, wherever in it somebody moves it. */
export interface DriveItem {
  driveId: string;
  itemId: string;
}

export const LOCAL: FilePlace = { at: 'local' };

/** What has to be known of a file to find its bytes. */
export interface PlacedFile {
  id: string;
  /** Whose it is: an object id. */
  person: string;
  place: FilePlace;
}

/** What is known of a file before its bytes come. */
export interface ComingFile {
  id: string;
  person: string;
  name: string;
  /** Of the question that it answers. */
  title: string;
  createdAt: number;
}

/** What is read of a file, and how much that is: who has it in their drive may have changed it there. */
export interface FileContent {
  content: Readable;
  /** Bytes; null: it is not known before the end. */
  size: number | null;
}

/** Where the bytes of files lie. Each is found where it was put, whatever is chosen for those that come now. */
export interface FileStorage {
  /** Where a file that comes now is to lie: to be stored before its bytes come. */
  placeFor(file: ComingFile): FilePlace;
  /**
   * Keeps everything or nothing. Reads no byte of what there is no room for.
   *
   * @param maxBytes what is set aside for it, and the most it may come to
   * @returns bytes, and where they are now, which is not always where they were to be
   * @throws TooLarge, NoRoom, DirectoryError, or LeftBehind around one of these
   */
  put(file: PlacedFile, content: Readable, maxBytes: number): Promise<{ size: number; place: FilePlace }>;
  /** @throws Gone, DirectoryError */
  get(file: PlacedFile): Promise<FileContent>;
  /** Of a file that is not there: nothing happens. @throws DirectoryError */
  remove(file: PlacedFile): Promise<void>;
}

/** More bytes came than may be kept. */
export class TooLarge extends Error {
  constructor() {
    super('the file is too large');
    this.name = 'TooLarge';
  }
}

/** The storage is full, or would leave less free than it has to. */
export class NoRoom extends Error {
  constructor(readonly where: 'server' | 'drive' = 'server') {
    super('there is no room for the file');
    this.name = 'NoRoom';
  }
}

/** The bytes are not there any more. */
export class Gone extends Error {
  constructor() {
    super('the bytes of the file are not there any more');
    this.name = 'Gone';
  }
}

/** A file was not kept, and something of it may still lie somewhere. */
export class LeftBehind extends Error {
  constructor(cause: unknown) {
    super('something of a file that was not kept may be left', { cause });
    this.name = 'LeftBehind';
  }
}
