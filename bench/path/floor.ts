import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBareRows, type BareRows } from './bareRows.ts';
import { FLOORS, READS, type Addresses, type FloorSubject, type ReadName } from './orders.ts';
import { createReporter, tell } from './tell.ts';

/** Sizes of what the product returns for an inbox, a question and an execution, in bytes. */
const SIZES: Record<ReadName, { rows: number; bytes: number }> = {
  'inbox of 30': { rows: 30, bytes: 700 },
  question: { rows: 1, bytes: 1400 },
  execution: { rows: 1, bytes: 1500 },
};
const ROW = 'x'.repeat(200);

/**
 * The minimum for a server that stores as much: Node's own HTTP, the same database driver, and opaque rows. Waiting
 * callers share the next commit. No product code.
 */
export async function serveFloor(subject: FloorSubject, databaseUrl: string): Promise<void> {
  const rows = await openBareRows(databaseUrl);
  for (const [name, { rows: count, bytes }] of Object.entries(SIZES))
    await rows.write(Array.from({ length: count }, () => ({ id: randomUUID(), owner: name, body: 'x'.repeat(bytes) })));
  const server = http.createServer((request, response) => void handle(rows, subject, request, response));
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const { port } = server.address() as AddressInfo;
  tell({ kind: 'ready', url: `http://127.0.0.1:${port}`, addresses: ADDRESSES });
}

const ADDRESSES: Addresses = {
  start: { path: '/start', body: JSON.stringify({ variables: { note: ROW } }), token: '' },
  answer: { path: '/answer/{id}', body: '"approved"', token: '' },
  reads: Object.fromEntries(
    READS.map((name) => [name, { path: `/read/${encodeURIComponent(name)}`, token: '' }]),
  ) as Addresses['reads'],
};

const teller = createReporter();

async function handle(
  rows: BareRows,
  subject: FloorSubject,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const [, action, name = ''] = request.url!.split('/');
  if (action === 'read') return send(response, `[${(await rows.read(decodeURIComponent(name))).join(',')}]`);
  JSON.parse(await textOf(request));
  const [asked, answered, ended] = FLOORS[subject];
  const write = (count: number, owner: string) =>
    rows.write(Array.from({ length: count }, () => ({ id: randomUUID(), owner, body: ROW })));
  if (action === 'start') {
    const id = randomUUID();
    await write(asked, id);
    send(response, JSON.stringify({ executionId: id }));
    teller.raised(id, id);
    return;
  }
  await write(answered, name);
  send(response, JSON.stringify({ requestId: name, status: 'completed' }));
  await write(ended, name);
  teller.ended(name);
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += chunk as string;
  return text;
}

function send(response: http.ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
