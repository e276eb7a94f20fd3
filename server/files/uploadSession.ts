import { z } from 'zod';
import { readRetryAfter } from '../../contract/retryAfter.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { lockedDrive } from './driveGraph.ts';
import { NoRoom } from './fileStorage.ts';

/** Bytes of a piece: a multiple of 320 KiB, as Graph wants it. */
const PIECE_BYTES = 10 * 320 * 1024;
/** So often in a row may a piece not come through. */
const MAX_FAILURES = 5;
const LONGEST_WAIT_MS = 10_000;
/** A file is not tried any longer; one that gets ahead may take its time. */
const PATIENCE_MS = 90_000;
const BUSY = [408, 429, 500, 502, 503, 504, 509];

const Expected = z.object({ nextExpectedRanges: z.array(z.string()).min(1) });

export interface SessionParts {
  /** Takes no token: the address itself is the secret. */
  platformFetch: Fetch;
  now(): number;
  /** For how long something takes. */
  steady(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** A file that is here as a whole. */
export interface Source {
  /** Bytes. */
  size: number;
  read(from: number, bytes: number): Promise<Buffer>;
}

/**
 * Uploads a large file piece by piece, going on where the other side says that it stands.
 *
 * @returns what the other side says of the file; null where the session has ended and does not say how
 * @throws DirectoryError, NoRoom; nothing is left of it then, as far as the other side can be reached
 */
export async function uploadPieces(url: string, source: Source, parts: SessionParts): Promise<unknown> {
  try {
    return await sendAll(url, source, parts);
  } catch (error) {
    await parts.platformFetch(url, { method: 'DELETE' }).catch(() => undefined); // it ends by itself, some time
    throw error;
  }
}

async function sendAll(url: string, source: Source, parts: SessionParts): Promise<unknown> {
  const { platformFetch, now, steady, sleep, random } = parts;
  let failures = 0;
  let aheadAt = steady();
  for (let from = 0; ;) {
    const response = await send(url, source, from, platformFetch);
    const step = response && (await stepAfter(response));
    if (step && 'done' in step) return step.done;
    if (step && 'next' in step && step.next > from) {
      [from, failures, aheadAt] = [checked(step.next, source), 0, steady()];
      continue;
    }
    if (++failures >= MAX_FAILURES || steady() - aheadAt > PATIENCE_MS) throw unreachable();
    const wanted = readRetryAfter(response?.headers.get('retry-after'), now());
    await sleep(Math.min(wanted ?? 250 * 2 ** failures * (0.5 + random() / 2), LONGEST_WAIT_MS));
    const state = await platformFetch(url).then(stepAfter, () => null);
    if (state && 'done' in state) return state.done;
    if (state && 'next' in state) from = checked(state.next, source);
  }
}

/** Null: no answer came. */
async function send(url: string, { size, read }: Source, from: number, platformFetch: Fetch): Promise<Response | null> {
  const piece = await read(from, Math.min(PIECE_BYTES, size - from));
  const headers = { 'content-range': `bytes ${from}-${from + piece.length - 1}/${size}` };
  const body = new Uint8Array(piece);
  return platformFetch(url, { method: 'PUT', headers, body }).catch(() => null);
}

/** What comes next: the first byte that is missing, the end, or (null) the same once more. */
async function stepAfter(response: Response): Promise<{ next: number } | { done: unknown } | null> {
  const body: unknown = await response.json().catch(() => undefined);
  const { status } = response;
  if (status === 404 || status === 410) return { done: null };
  if (status === 416 || BUSY.includes(status)) return null;
  if (status === 507) throw new NoRoom('drive');
  if (status === 423) throw lockedDrive();
  const expected = Expected.safeParse(body).data?.nextExpectedRanges[0];
  if (expected !== undefined) return { next: Number.parseInt(expected, 10) };
  if (status === 200 || status === 201) return { done: body };
  if (response.ok) return null; // the rest of it was cut off
  throw new DirectoryError('directory_failed', `The drive refused a piece of a file (${status}).`, { status });
}

/** @throws DirectoryError for a place that the file does not have */
function checked(next: number, { size }: Source): number {
  if (next >= 0 && next < size) return next;
  throw new DirectoryError('directory_failed', 'The drive asks for bytes that the file does not have.');
}

const unreachable = () => new DirectoryError('directory_unavailable', 'The drive cannot be reached right now.');
