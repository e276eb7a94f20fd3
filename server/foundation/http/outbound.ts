import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import pTimeout from 'p-timeout';
import { Agent, type Dispatcher, fetch as undiciFetch, request } from 'undici';
import type { Values } from '../../../contract/answers/words.ts';
import { failure } from '../../../contract/failures.ts';
import { responseText } from './responseText.ts';
import { whyUnreachable } from './unreachable.ts';

/** The part of `fetch` that the product uses. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * For calls to Microsoft, Slack and other platforms, whose addresses we choose ourselves. Redirects are returned, not
 * followed, so that a token never goes to an address it was not meant for.
 *
 * @param originMap maps a platform's origin to the origin that stands in for it; empty outside the sandbox
 * @param timeoutMs bounds the whole exchange, body included; the fetch then rejects with a `TimeoutError`
 */
export function createPlatformFetch(originMap: Record<string, string>, timeoutMs = 10_000): Fetch {
  const dispatcher = new Agent();
  return async (address, init = {}) => {
    const url = new URL(address);
    const target = new URL(url.pathname + url.search, originMap[url.origin] ?? url.origin);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    // The global types describe Node's built-in fetch; that of the package has the same shape.
    const options = { redirect: 'manual', ...init, signal, dispatcher } as Parameters<typeof undiciFetch>[1];
    return undiciFetch(target, options);
  };
}

export type OutboundCode =
  | 'bad_url'
  | 'bad_header'
  | 'address_refused'
  | 'redirect_refused'
  | 'timeout'
  | 'too_large'
  | 'unreachable';

/** Why a request to an author's address failed. The text may be shown to the author. */
export class OutboundError extends Error {
  constructor(
    readonly code: OutboundCode,
    readonly values: Values = {},
  ) {
    super(failure(`http_${code}`, values).message);
    this.name = 'OutboundError';
  }
}

export interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** 5 s by default, 30 s at most; bounds the whole exchange. */
  timeoutMs?: number;
  /** Ends the exchange: the answer is no longer needed. */
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>;

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

const DEFAULT_TIMEOUT_MS = 5_000;
export const MAX_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Headers that control the transport; authors must not set them. */
export const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * For addresses that flow authors supply (http nodes, `optionsSource`): https only, no credentials in the address,
 * public addresses only, no redirects, a deadline, and at most 1 MiB of answer. It connects to the very address it
 * checked, so a name that resolves differently the second time (DNS rebinding) gains nothing.
 *
 * @param allowedPrivateHosts hosts (`name` or `name:port`) that may be private and may be called without TLS
 * @throws OutboundError from the returned function, or the reason of `signal`; a status of 400 or above is an answer, not an error
 */
export function createGuardedFetch(options: { allowedPrivateHosts: string[]; resolve?: Resolve }): GuardedFetch {
  const { allowedPrivateHosts, resolve = resolveByDns } = options;
  const shared = { maxResponseSize: MAX_RESPONSE_BYTES };
  const open = new Agent(shared);
  const guarded = new Agent({ ...shared, connect: { lookup: checkedLookup(resolve) } });

  return async (address, { method = 'GET', headers = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = {}) => {
    const url = parseAddress(address);
    const isAllowed = isAmong(allowedPrivateHosts, url);
    if (!isAllowed) checkPublic(url);
    checkHeaders(headers);
    const dispatcher = isAllowed ? open : guarded;
    const sent = { 'accept-encoding': 'identity', ...lowerCaseNames(headers) };
    try {
      return await withDeadline({ timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS), signal }, async (ended) =>
        read(await request(url, { method, headers: sent, body, signal: ended, dispatcher })),
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw explain(error, url.host);
    }
  };
}

/** @throws OutboundError `redirect_refused` */
async function read({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<GuardedResponse> {
  if (status >= 300 && status < 400 && status !== 304) {
    body.on('error', () => undefined).destroy(); // discard the body, and ignore the error that causes
    throw new OutboundError('redirect_refused');
  }
  const flat = flattenHeaders(headers);
  return { status, headers: flat, body: await responseText(await body.arrayBuffer(), flat, MAX_RESPONSE_BYTES) };
}

interface End {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Rejects at the end even during the connection attempt: undici checks its signal only after that. */
async function withDeadline<T>({ timeoutMs, signal }: End, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const deadline = new AbortController();
  const fallback = () => {
    const reason = new DOMException('The deadline has passed', 'TimeoutError');
    deadline.abort(reason);
    throw reason;
  };
  const ended = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  return pTimeout(work(ended), { milliseconds: timeoutMs, fallback, ...(signal && { signal }) });
}

/**
 * Whether an address may be a host on the public internet. Only plain unicast passes; loopback, private, link-local,
 * carrier-grade NAT, multicast, unspecified, documentation and tunnel addresses do not, nor any form of IPv4 inside
 * IPv6.
 *
 * @param address IPv4 or IPv6, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return parsed.toString() !== AZURE_PLATFORM;
}

/** The only global IPv6 block allocated so far; other blocks may be assigned any meaning. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's virtual public IP: it looks public, but gives every Azure machine data about itself. */
const AZURE_PLATFORM = '168.63.129.16';

/** Why a guarded fetch refuses an address, as far as the address itself shows: its host is not looked up. */
export type RefusalOf = (address: string) => OutboundError | null;

/** @param options those of the guarded fetch */
export const createRefusalOf =
  ({ allowedPrivateHosts }: { allowedPrivateHosts: string[] }): RefusalOf =>
  (address) => {
    try {
      const url = parseAddress(address);
      if (!isAmong(allowedPrivateHosts, url)) checkPublic(url);
      return null;
    } catch (error) {
      if (error instanceof OutboundError) return error;
      throw error;
    }
  };

const isAmong = (hosts: string[], { hostname, host }: URL): boolean => hosts.includes(hostname) || hosts.includes(host);

function parseAddress(address: string): URL {
  if (!URL.canParse(address)) throw new OutboundError('bad_url', { why: 'form' });
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('bad_url', { why: 'scheme' });
  if (url.username || url.password) throw new OutboundError('bad_url', { why: 'credentials' });
  return url;
}

function checkPublic(url: URL): void {
  if (url.protocol !== 'https:') throw new OutboundError('bad_url', { why: 'scheme' });
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublicAddress(literal)) throw refusal(url.hostname);
}

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers))
    if (
      RESERVED_HEADERS.has(name.toLowerCase()) ||
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(value)
    )
      throw new OutboundError('bad_header', { name });
}

const refusal = (host: string): OutboundError => new OutboundError('address_refused', { host });

const resolveByDns: Resolve = async (hostname) =>
  (await dnsLookup(hostname, { all: true })).map(({ address }) => address);

/** One private address among public ones is enough to refuse: an honest name has none. */
function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined)
          return callback(new OutboundError('unreachable', { host: hostname, why: 'nameless' }), []);
        if (!addresses.every(isPublicAddress)) return callback(refusal(hostname), []);
        if (all)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: Error) => callback(error, []),
    );
  };
}

const lowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const flattenHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

function explain(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundError('timeout', { host });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE')
    return new OutboundError('too_large', { host, count: MAX_RESPONSE_BYTES });
  return new OutboundError('unreachable', { host, why: whyUnreachable(error) });
}
