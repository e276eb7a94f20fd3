import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { ProblemError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { addressKey } from './addressKey.ts';
import { ConnectionTable } from './connectionTable.ts';
import { endWithin, LINGER_MS } from './linger.ts';
import { receiveNewcomers, type Newcomers } from './newcomers.ts';

export interface Patience {
  /** For the head of a request. */
  headMs: number;
  /** A body must bring `paceBytes` within each of these, or end. */
  paceMs: number;
  paceBytes: number;
  /** For head and body together: a file of 25 MiB over a slow line takes a while. */
  requestMs: number;
  /** How long a connection may be silent while a request is under way. Event streams speak every 15 s. */
  silenceMs: number;
  /** For a client to read why it was refused, before its connection is cut. */
  lingerMs: number;
}

export const PATIENCE: Patience = {
  headMs: 10_000,
  paceMs: 15_000,
  paceBytes: 32 * 1024,
  requestMs: 15 * 60_000,
  silenceMs: 120_000,
  lingerMs: LINGER_MS,
};

/** What Node looks after by itself. */
export const serverTimeouts = ({ headMs, requestMs, silenceMs }: Patience) =>
  ({
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: Math.max(50, headMs / 5) },
  }) satisfies Pick<FastifyServerOptions, 'requestTimeout' | 'connectionTimeout'> & { http: object };

interface Parts {
  limits: Pick<Limits, 'connections' | 'waitingConnections'>;
  /** Whether an address is that of a proxy whose forwarded headers are believed. */
  isTrustedProxy(address: string): boolean;
  patience: Patience;
}

/**
 * Keeps those who connect and say nothing, or say it byte by byte, from taking what others need. Register it before all
 * routes.
 */
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
    // a reset, for whoever never answers a close would keep the system busy with it for a minute
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
    const { socket } = reply.raw; // a pipeline that has failed takes it away from the request
    if (socket) socket.destroySoon = () => endWithin(socket, patience.lingerMs); // what Node does after the last answer
  });
  return newcomers;
}

/** The next turn of the event loop reads what they have sent. */
function afterFirstRead(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Tells whoever reads the body that it came too slowly; they answer, and with the answer the connection ends. */
function watchPace(request: IncomingMessage, { paceMs, paceBytes }: Patience): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isOver = request.complete || request.destroyed;
    if (!isOver && socket.bytesRead - before >= paceBytes) return void (before = socket.bytesRead);
    clearInterval(timer);
    if (!isOver && request.listenerCount('error') > 0) request.emit('error', TOO_SLOW);
    else if (!isOver) request.destroy();
  }, paceMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

const TOO_SLOW = new ProblemError('too_slow', 'The body of this request came too slowly.');

/** Files that the process needs for itself: the database, logs, what clients upload and download. */
const OWN_FILES = 512;

/** Connections for which the system gives this process file descriptors. */
function mostByFiles(): number {
  Object.assign(process.report, { excludeNetwork: true }); // else it looks up the names of all who are connected
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? Math.max(soft - OWN_FILES, OWN_FILES) : Infinity;
}
