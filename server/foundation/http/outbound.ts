import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import pTimeout from 'p-timeout';
import { Agent, type Dispatcher, fetch as undiciFetch, request } from 'undici';
import type { Values } from '../../../contract/answers/words.ts';
import { failure } from '../../../contract/failures.ts';

/** What `fetch` is, as far as the product uses it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * The door to Microsoft, Slack and other platforms: addresses that we choose ourselves. Redirects are handed back, not
 * followed, so that a token never travels to an address it was not meant for.
 *
 * @param originMap origin of a platform to the origin that stands in for it; empty outside the sandbox
 * @param timeoutMs bounds the whole exchange, body included; the fetch then rejects with a `TimeoutError`
 */
export function createPlatformFetch(originMap: Record<string, string>, timeoutMs = 10_000): Fetch {
  const dispatcher = new Agent();
  return async (address, init = {}) => {
    const url = new URL(address);
    const target = new URL(url.pathname + url.search, originMap[url.origin] ?? url.origin);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    // The global types describe the fetch that Node carries inside; the one of the package has the same shape.
    const options = { redirect: 'manual', ...init, signal, dispatcher } as Parameters<typeof undiciFetch>[1];
    return undiciFetch(target, options);
  };
}

export type OutboundCode =
  'bad_url' | 'bad_header' | 'address_refused' | 'redirect_refused' | 'timeout' | 'too_large' | 'unreachable';

/** Why a request to an address that an author gave did not succeed. The text may be shown to the author. */
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
  /** 5 s where absent, 30 s at most; bounds the whole exchange. */
  timeoutMs?: number;
}

export interface GuardedResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>;

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const DEFAULT_TIMEOUT_MS = 5_000;
export const MAX_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Headers that say how a message travels; an author must not set them. */
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
 * The door for addresses that authors of flows give (http nodes, `optionsSource`): https only, no credentials in the
 * address, public addresses only, no redirects, a deadline and 1 MiB of answer at most. The address that is connected
 * to is the one that was checked, so a name that changes its mind between check and connection gains nothing.
 *
 * @param allowedPrivateHosts hosts (`name` or `name:port`) that may also be private and may be asked without TLS
 * @throws OutboundError from the function it returns; a status of 400 and above is an answer, not an error
 */
export function createGuardedFetch(options: { allowedPrivateHosts: string[]; resolve?: Resolve }): GuardedFetch {
  const { allowedPrivateHosts, resolve = resolveByDns } = options;
  const shared = { maxResponseSize: MAX_RESPONSE_BYTES };
  const open = new Agent(shared);
  const guarded = new Agent({ ...shared, connect: { lookup: checkedLookup(resolve) } });

  return async (address, { method = 'GET', headers = {}, body, timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
    const url = parseAddress(address);
    const isAllowed = allowedPrivateHosts.includes(url.hostname) || allowedPrivateHosts.includes(url.host);
    if (!isAllowed) checkPublic(url);
    checkHeaders(headers);
    const dispatcher = isAllowed ? open : guarded;
    const sent = { 'accept-encoding': 'identity', ...lowerCaseNames(headers) };
    try {
      return await withDeadline(Math.min(timeoutMs, MAX_TIMEOUT_MS), async (signal) =>
        read(await request(url, { method, headers: sent, body, signal, dispatcher })),
      );
    } catch (error) {
      throw explain(error, url.host);
    }
  };
}

/** @throws OutboundError `redirect_refused` */
async function read({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<GuardedResponse> {
  if (status >= 300 && status < 400 && status !== 304) {
    body.on('error', () => undefined).destroy(); // unread, and nobody is to hear that
    throw new OutboundError('redirect_refused');
  }
  return { status, headers: flattenHeaders(headers), body: await body.text() };
}

/** Rejects at the deadline even while a connection is being made: undici looks at its signal only after that. */
async function withDeadline<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const fallback = () => {
    const reason = new DOMException('The deadline has passed', 'TimeoutError');
    controller.abort(reason);
    throw reason;
  };
  return pTimeout(work(controller.signal), { milliseconds: timeoutMs, fallback });
}

/**
 * Whether anybody on the internet may be meant by this address. Only plain unicast passes: loopback, private, link-local,
 * carrier-grade NAT, multicast, unspecified, documentation, tunnels and every way to write IPv4 inside IPv6 do not.
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

/** All that is handed out of IPv6 so far; what lies outside may come to mean anything. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Answers every Azure machine with what concerns that machine alone, although it looks public. */
const AZURE_PLATFORM = '168.63.129.16';

/** Whether this is an address that can be asked, as far as its text tells. */
export function isAddress(text: string): boolean {
  try {
    parseAddress(text);
    return true;
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}

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
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new OutboundError('too_large', { host, count: MAX_RESPONSE_BYTES });
  return new OutboundError('unreachable', { host, why: 'silent' });
}
