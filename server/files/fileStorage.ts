import type { Readable } from 'node:stream';

/** Where the bytes of files lie. Keys are ids of ours. */
export interface FileStorage {
  /**
   * Keeps everything or nothing. Reads no byte of what there is no room for.
   *
   * @param maxBytes what is set aside for it, and the most it may come to
   * @returns bytes
   * @throws TooLarge, NoRoom
   */
  put(key: string, content: Readable, maxBytes: number): Promise<number>;
  /** @throws when there is nothing under this key */
  get(key: string): Promise<Readable>;
  /** Of a key that is not there: nothing happens. */
  remove(key: string): Promise<void>;
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
  constructor() {
    super('there is no room for the file');
    this.name = 'NoRoom';
  }
}
