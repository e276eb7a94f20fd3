import { z } from 'zod';
import { readRetryAfter } from '../../contract/retryAfter.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { lockedDrive } from './driveGraph.ts';
import { NoRoom } from './fileStorage.ts';

/** The size of a piece: a multiple of 320 KiB, as Graph requires. */
const PIECE_BYTES = 10 * 320 * 1024;
/** Failures in a row before giving up. */
const MAX_FAILURES = 5;
const LONGEST_WAIT_MS = 10_000;
/** How long to try without progress; an upload that makes progress may take its time. */
const PATIENCE_MS = 90_000;
const BUSY = [408, 429, 500, 502, 503, 504, 509];

const Expected = z.object({ nextExpectedRanges: z.array(z.string()).min(1) });

export interface SessionParts {
  /** Sends no token: the address itself is the secret. */
  platformFetch: Fetch;
  now(): number;
  /** Measures durations. */
  steady(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** A file that is completely available. */
export interface Source {
  /** In bytes. */
  size: number;
  read(from: number, bytes: number): Promise<Buffer>;
}

/**
 * Uploads a large file in pieces, resuming where the server says it stands.
 *
 * @returns the server's description of the file; null if the session ended without one
 * @throws DirectoryError, NoRoom; then nothing is left of the file, provided the server can be reached
 */
export async function uploadPieces(url: string, source: Source, parts: SessionParts): Promise<unknown> {
  try {
    return await sendAll(url, source, parts);
  } catch (error) {
    await parts.platformFetch(url, { method: 'DELETE' }).catch(() => undefined); // otherwise the session expires
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

/** Null: no response. */
async function send(url: string, { size, read }: Source, from: number, platformFetch: Fetch): Promise<Response | null> {
  const piece = await read(from, Math.min(PIECE_BYTES, size - from));
  const headers = { 'content-range': `bytes ${from}-${from + piece.length - 1}/${size}` };
  const body = new Uint8Array(piece);
  return platformFetch(url, { method: 'PUT', headers, body }).catch(() => null);
}

/** What comes next: the first missing byte, the end, or (null) a retry. */
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
  if (response.ok) return null; // the response broke off
  throw new DirectoryError('directory_failed', `The drive refused a piece of a file (${status}).`, { status });
}

/** @throws DirectoryError for a position outside the file */
function checked(next: number, { size }: Source): number {
  if (next >= 0 && next < size) return next;
  throw new DirectoryError('directory_failed', 'The drive asks for bytes that the file does not have.');
}

const unreachable = () => new DirectoryError('directory_unavailable', 'The drive cannot be reached right now.');
