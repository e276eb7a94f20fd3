import type { Readable } from 'node:stream';

/** Where the bytes of files lie. Keys are ids of ours. */
export interface FileStorage {
  /** Keeps everything or nothing. @returns bytes @throws TooLarge */
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
