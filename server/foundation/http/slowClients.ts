import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { ProblemError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { addressKey } from './addressKey.ts';
import { ConnectionTable } from './connectionTable.ts';
import { endWithin, LINGER_MS } from './linger.ts';
import { receiveNewcomers, type Newcomers } from './newcomers.ts';

export interface ClientTimeouts {
  /** Time to receive the head of a request. */
  headMs: number;
  /** A body must bring `paceBytes` in each interval of this length, or end. */
  paceMs: number;
  paceBytes: number;
  /** Time for head and body together: 25 MiB over a slow line take a while. */
  requestMs: number;
  /** How long a connection may be silent during a request. Event streams send something every 15 s. */
  silenceMs: number;
  /** How long a refused client may take to read the answer before its connection is cut. */
  lingerMs: number;
}

export const PATIENCE: ClientTimeouts = {
  headMs: 10_000,
  paceMs: 15_000,
  paceBytes: 32 * 1024,
  requestMs: 15 * 60_000,
  silenceMs: 120_000,
  lingerMs: LINGER_MS,
};

/** What Node itself enforces: timeouts. We refuse a request without a host ourselves, with a problem. */
export const serverTimeouts = ({ headMs, requestMs, silenceMs }: ClientTimeouts) =>
  ({
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: Math.max(50, headMs / 5), requireHostHeader: false },
  }) satisfies Pick<FastifyServerOptions, 'requestTimeout' | 'connectionTimeout'> & { http: object };

interface Parts {
  limits: Pick<Limits, 'connections' | 'waitingConnections'>;
  /** Whether an address is that of a trusted proxy. */
  isTrustedProxy(address: string): boolean;
  patience: ClientTimeouts;
}

/** Keeps slow and silent clients from using up what others need. Register it before all routes. */
export function boundSlowClients(app: FastifyInstance, { limits, isTrustedProxy, patience }: Parts): Newcomers {
  const most = Math.min(limits.connections, mostByFiles());
  const table = new ConnectionTable<Socket>(most, limits.waitingConnections);
  const { server } = app as { server: Server };
  const newcomers = receiveNewcomers(server, {
    keyOf: ({ remoteAddress }) => addressKey(remoteAddress),
    onLetIn: (socket) => afterFirstRead(() => table.wait(socket)?.resetAndDestroy()),
  });
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    const isExempt = remoteAddress !== undefined && isTrustedProxy(remoteAddress);
    socket.once('close', () => table.closed(socket));
    // a reset: a client that never answers a close would occupy the system for a minute
    table.open(socket, isExempt ? null : addressKey(remoteAddress))?.resetAndDestroy();
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    let hasBegun = false;
    const begin = () => {
      if (response.closed || hasBegun) return;
      hasBegun = true;
      table.begin(socket);
    };
    if (hasBody(request)) request.once('end', begin);
    else begin();
    response.once('close', () => hasBegun && table.end(socket));
  });
  app.addHook('preParsing', async ({ raw, caller }) => {
    if (caller) table.prove(raw.socket);
    if (!raw.complete && hasBody(raw)) watchPace(raw, patience);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || !hasBody(raw)) return;
    reply.header('connection', 'close');
    const { socket } = reply.raw; // a failed pipeline detaches it from the request
    if (socket) socket.destroySoon = () => endWithin(socket, patience.lingerMs); // Node calls it after the last answer
  });
  return newcomers;
}

/** The next turn of the event loop reads the first bytes. */
function afterFirstRead(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reports an error to the code that reads a body; that code answers, which ends the connection. If nobody reads it yet,
 * the connection is cut.
 */
export function failBody(request: IncomingMessage, error: ProblemError): void {
  if (request.listenerCount('error') > 0) request.emit('error', error);
  else request.destroy();
}

/** Fails a body that comes too slowly. */
function watchPace(request: IncomingMessage, { paceMs, paceBytes }: ClientTimeouts): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isOver = request.complete || request.destroyed;
    if (!isOver && socket.bytesRead - before >= paceBytes) return void (before = socket.bytesRead);
    clearInterval(timer);
    if (!isOver) failBody(request, TOO_SLOW);
  }, paceMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

const TOO_SLOW = new ProblemError('too_slow', 'The body of this request came too slowly.');

/** File descriptors the process needs itself: database, logs, uploads and downloads. */
const OWN_FILES = 512;

/** How many connections the limit on file descriptors leaves room for. */
function mostByFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }); // or the report resolves the names of all peers
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? Math.max(soft - OWN_FILES, OWN_FILES) : Infinity;
}
