import type { Fetch } from '../../foundation/http/outbound.ts';
import { readRetryAfter } from '../../../contract/retryAfter.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import type { Content, Item } from './documentSource.ts';
import type { LibraryGraph } from './libraryGraph.ts';

const failed = (why: string, options: { status?: number; retryAfterMs?: number | null } = {}): DirectoryError =>
  new DirectoryError('directory_unavailable', `The content of a file ${why}.`, options);

/** Maximum size to download, in bytes. */
const MOST_CONTENT = 50 * 1024 * 1024;

/** The content of a drive file; null: it no longer exists. @throws DirectoryError */
export async function contentOf(
  graph: Pick<LibraryGraph, 'addressOf'>,
  contentFetch: Fetch,
  drive: string,
  { id, size }: Item,
  now: number,
): Promise<Content | null> {
  if (size > MOST_CONTENT) return { fault: 'tooLarge' };
  if (size === 0) return { bytes: new Uint8Array() };
  const address = await graph.addressOf(drive, id);
  if (address === null) return null;
  const bytes = await download(contentFetch, address, MOST_CONTENT, now);
  return bytes === null ? { fault: 'tooLarge' } : { bytes };
}

/**
 * Downloads from a pre-authenticated address that Microsoft Graph returned; no token is sent.
 * @returns null if it has more than `most` bytes @throws DirectoryError
 */
async function download(platformFetch: Fetch, address: string, most: number, now: number): Promise<Uint8Array | null> {
  const response = await platformFetch(address).catch(() => {
    throw failed('cannot be reached');
  });
  if (!response.ok) {
    await response.body?.cancel();
    const isBusy = response.status === 429 || response.status === 503;
    const retryAfterMs = isBusy ? readRetryAfter(response.headers.get('retry-after'), now) : null;
    throw failed('is not handed out', { retryAfterMs });
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > most) return null; // leaving the loop cancels the download
      pieces.push(piece);
    }
  } catch {
    throw failed('breaks off');
  }
  return Buffer.concat(pieces);
}
