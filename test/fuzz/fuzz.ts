import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Problem } from '../../contract/problem.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { readConfig } from '../../server/foundation/config.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { prepareServer } from '../chaos/serverProcess.ts';
import { NO_LIMITS } from '../support/limits.ts';
import { tableNames } from '../support/openStore.ts';
import { freePort } from '../support/freePort.ts';
import { eventually, NO_CHATS } from '../support/product.ts';
import type { Hit, Shot } from './shots.ts';
import { shots } from './shots.ts';
import { setTargets, type FuzzServer } from './targets.ts';

export interface FuzzOptions {
  databaseUrl: string;
  count: number;
  seed: number;
  /** One line per volley. */
  print?(line: string): void;
}

export interface FuzzSummary {
  /** The number of responses per status; 599: no response. */
  statuses: Record<number, number>;
  /** Invalid responses, including any 5xx; the first twenty. */
  wrong: string[];
  wrongCount: number;
  /** Rows of each table before and after. */
  rows: { before: Record<string, number>; after: Record<string, number> };
  /** Errors that the server itself reported. */
  faults: string[];
  /** Growth of the server's memory, from the end of the first volley to the end of the last. */
  grownBytes: number;
}

const AT_ONCE = 16;
/** Shots that are generated and fired together. */
const VOLLEY = 2500;
const SHOWN = 20;

/** Fires malformed requests at a real server in its own process, on every route. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzSummary> {
  return withFuzzServer(options.databaseUrl, (stage) => fireAll(stage, options));
}

/** A server with real targets, for the duration of the work. */
export async function withFuzzServer<T>(databaseUrl: string, work: (stage: FuzzServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-fuzz-'));
  const sandbox = await startSandbox({ portBase: 0 });
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
  };
  const config = {
    ...readConfig({ ...environment, HANDBACK_KEY: '0'.repeat(64) }, 'sandbox'),
    ...sandbox.config,
    ...NO_CHATS,
  };
  const unlimited = { limits: NO_LIMITS };
  const server = await prepareServer().start(config, unlimited);
  const db = await openDatabase(databaseUrl, 1);
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const targets = await setTargets(server.url, sandbox);
    return await work({ server, targets, db, fire: (shot) => fire(server.url, agent, shot) });
  } finally {
    agent.destroy();
    await db.close();
    await server.stop();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fireAll(stage: FuzzServer, { count, seed, print = () => {} }: FuzzOptions): Promise<FuzzSummary> {
  const { server, targets, db } = stage;
  const rowsBefore = await settledRows(db);
  const statuses: Record<number, number> = {};
  const wrong: string[] = [];
  let memoryBefore = 0;
  for (let fired = 0; fired < count; fired += VOLLEY) {
    const volley = fc.sample(shots(targets), { numRuns: Math.min(VOLLEY, count - fired), seed: seed + fired });
    await fireVolley(stage, volley, statuses, wrong);
    if (fired === 0) memoryBefore = await server.memory(); // the first volley fills caches and compiles code
    print(
      `${fired + volley.length} fired, ${wrong.length} wrong, ${Math.round((await server.memory()) / 2 ** 20)} MiB`,
    );
  }
  return {
    statuses,
    wrong: wrong.slice(0, SHOWN),
    wrongCount: wrong.length,
    rows: { before: rowsBefore, after: await settledRows(db) },
    faults: server.faults,
    grownBytes: (await server.memory()) - memoryBefore,
  };
}

async function fireVolley(stage: FuzzServer, volley: Shot[], statuses: Record<number, number>, wrong: string[]) {
  const queue = [...volley];
  const shooter = async () => {
    for (let shot = queue.pop(); shot; shot = queue.pop()) {
      const hit = await stage.fire(shot).catch((error: Error): Hit => ({ status: 599, type: '', body: error.message }));
      statuses[hit.status] = (statuses[hit.status] ?? 0) + 1;
      const reason = wrongWith(shot, hit);
      if (reason) wrong.push(`${reason}: ${JSON.stringify(shot).slice(0, 400)} -> ${hit.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shooter));
}

function fire(url: string, agent: http.Agent, { method, path: to, headers, body }: Shot): Promise<Hit> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = http.request({ agent, hostname, port, method, path: to, headers, timeout: 20_000 }, (response) => {
      const type = response.headers['content-type'] ?? '';
      const answer = (text: string) => resolve({ status: response.statusCode!, type, body: text });
      if (type.startsWith('text/event-stream')) {
        response.destroy();
        return answer('');
      }
      buffer(response).then((bytes) => answer(bytes.toString('utf8')), reject);
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // the server answers invalid HTTP without knowing that it was HEAD
      if (method === 'HEAD' && error.code === 'HPE_CLOSED_CONNECTION') resolve({ status: 400, type: '', body: '' });
      else reject(error);
    });
    request.end(body);
  });
}

/** What is wrong with a response; null: nothing. */
function wrongWith({ method }: Shot, { status, type, body }: Hit): string | null {
  if (status >= 500) return `${status}`;
  if (status < 400 || method === 'HEAD') return null;
  if (type.startsWith('text/html')) return null; // the response page is for people
  if (!type.startsWith('application/problem+json')) return `${status} as ${type}`;
  const { code, fields, status: said } = JSON.parse(body) as Problem;
  if (typeof code !== 'string' || said !== status) return `${status} without a code`;
  return status === 422 && Object.keys(fields ?? {}).length === 0 ? '422 without a field' : null;
}

/**
 * Rows of every table except the audit and the live servers, once nothing is added any more, because earlier work may
 * still be running.
 */
export async function settledRows(db: FuzzServer['db']): Promise<Record<string, number>> {
  const STILL_MS = 500;
  let last = await countRows(db);
  return eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
    const next = await countRows(db);
    const isStill = JSON.stringify(next) === JSON.stringify(last);
    last = next;
    return isStill ? next : undefined;
  });
}

async function countRows(db: FuzzServer['db']): Promise<Record<string, number>> {
  const tables = (await tableNames(db)).filter((name) => !name.startsWith('audit') && name !== 'servers');
  const counts = tables.map(
    async (table) => [table, Number((await db.reader(table).count({ n: '*' }).first())!['n'])] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}
