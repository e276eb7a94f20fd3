import type { GraphRequest } from '@microsoft/microsoft-graph-client';
import { DirectoryError } from './directory.ts';

/** Where something is, and what it takes there. */
interface Place {
  /** Below the version. */
  path: string;
  /** Named to the administrator when Graph refuses. */
  permission: string;
}

/** What is done: it is tried again, so that doing it twice must come to the same. */
export interface Deed extends Place {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Bytes, or what is sent as JSON. */
  body?: Buffer | object;
}

/** What Graph says to it, be it a refusal. */
export interface GraphAnswer {
  status: number;
  /** Undefined where it is no JSON. */
  body: unknown;
  location: string | null;
}

/** Calls that come to no JSON, or to whatever Graph answers. */
export interface PlainCalls {
  /** Where something is fetched that Graph does not hold itself, without a token; null as above. @throws DirectoryError */
  elsewhere(reading: Place): Promise<string | null>;
  /** A small file; null where there is none, where it may not be read, and where it is not small. @throws DirectoryError */
  bytes(reading: Place): Promise<Buffer | null>;
  /** Makes what can be there only once, so that repeating it does no harm; it may have been there. @throws DirectoryError */
  create(body: object, place: Place): Promise<void>;
  /** Takes away what may have gone already. @throws DirectoryError */
  remove(place: Place): Promise<void>;
  /** Hands on what Graph answers. @throws DirectoryError where it has trouble (but for 507), or refuses the registration */
  perform(deed: Deed): Promise<GraphAnswer>;
}

/** Of a small file. */
const MOST_BYTES = 64 * 1024;

const CALLS: Record<Deed['method'], (request: GraphRequest, sent: unknown) => Promise<unknown>> = {
  GET: (request) => request.get(),
  PUT: (request, sent) => request.put(sent),
  POST: (request, sent) => request.post(sent),
  DELETE: (request) => request.delete(),
};

interface Calls {
  /** Something at a path, within the time for one answer. */
  ask(path: string): GraphRequest;
  answerTo(call: Promise<Response>): Promise<Response>;
  refuse(status: number, body: unknown, permission: string): DirectoryError;
}

export const plainCalls = ({ ask, answerTo, refuse }: Calls): PlainCalls => ({
  async elsewhere({ path, permission }) {
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
