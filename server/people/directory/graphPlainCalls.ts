import type { GraphRequest } from '@microsoft/microsoft-graph-client';
import { DirectoryError } from './directory.ts';

/** A path, and the permission it needs. */
interface Place {
  /** Below the API version. */
  path: string;
  /** Named to the administrator if Graph refuses. */
  permission: string;
}

/** A call. It may be retried, so it must be idempotent. */
export interface GraphCall extends Place {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Bytes, or an object to send as JSON. */
  body?: Buffer | object;
}

/** Graph's answer, refusals included. */
export interface GraphAnswer {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
  location: string | null;
}

/** Calls whose answer is not JSON, or is returned as it is. */
export interface PlainCalls {
  /** The pre-authenticated address of content that Graph does not serve itself; null for a 404. @throws DirectoryError */
  downloadAddress(reading: Place): Promise<string | null>;
  /** A small file; null if it is missing, may not be read, or is too large. @throws DirectoryError */
  bytes(reading: Place): Promise<Buffer | null>;
  /**
   * Creates something that can exist only once, so retries are harmless; a conflict counts as success. @throws
   * DirectoryError
   */
  create(body: object, place: Place): Promise<void>;
  /** Removes something; a 404 counts as success. @throws DirectoryError */
  remove(place: Place): Promise<void>;
  /** Returns Graph's answer. @throws DirectoryError for server errors (except 507), and if the registration is refused */
  perform(call: GraphCall): Promise<GraphAnswer>;
}

/** The maximum size of a small file. */
const MOST_BYTES = 64 * 1024;

const CALLS: Record<GraphCall['method'], (request: GraphRequest, sent: unknown) => Promise<unknown>> = {
  GET: (request) => request.get(),
  PUT: (request, sent) => request.put(sent),
  POST: (request, sent) => request.post(sent),
  DELETE: (request) => request.delete(),
};

interface Calls {
  /** A call to a path, with the deadline of a single call. */
  ask(path: string): GraphRequest;
  answerTo(call: Promise<Response>): Promise<Response>;
  refuse(status: number, body: unknown, permission: string): DirectoryError;
}

export const plainCalls = ({ ask, answerTo, refuse }: Calls): PlainCalls => ({
  async downloadAddress({ path, permission }) {
    const response = await answerTo(ask(path).get());
    if (response.status === 404) return null;
    const address = response.headers.get('location');
    const isElsewhere = response.status === 302 && address !== null && address.startsWith('https://');
    if (isElsewhere) return address;
    if (response.ok || response.status < 400) throw unusable('something else than where it is');
    throw refuse(response.status, await bodyOf(response), permission);
  },

  async bytes({ path, permission }) {
    const response = await answerTo(ask(path).get());
    if (response.status === 404 || response.status === 403) return null;
    if (!response.ok) throw refuse(response.status, await bodyOf(response), permission);
    const content = Buffer.from(await response.arrayBuffer());
    return content.length > MOST_BYTES ? null : content;
  },

  async create(body, { path, permission }) {
    const response = await answerTo(ask(path).post(body));
    const isThere = response.ok || response.status === 409;
    if (!isThere) throw refuse(response.status, await bodyOf(response), permission);
  },

  async remove({ path, permission }) {
    const response = await answerTo(ask(path).delete());
    const isGone = response.ok || response.status === 404;
    if (!isGone) throw refuse(response.status, await bodyOf(response), permission);
  },

  async perform({ method, path, body: sent, permission }) {
    const request = ask(path);
    if (Buffer.isBuffer(sent)) request.header('content-type', 'application/octet-stream');
    const response = await answerTo(CALLS[method](request, sent) as Promise<Response>);
    const { status } = response;
    const body = await bodyOf(response);
    if (status === 401 || status === 403 || (status >= 500 && status !== 507)) throw refuse(status, body, permission);
    return { status, body, location: response.headers.get('location') };
  },
});

export const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

export const unusable = (what: string): DirectoryError =>
  new DirectoryError('directory_failed', `The directory answered with ${what}.`);
