import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { percentiles, underLoad, WARM_UP, type Count, type Work } from '../load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from '../variant.ts';
import {
  FLOORS,
  READS,
  STORED,
  storedSubject,
  type Addresses,
  type Call,
  type PathOrder,
  type ReadName,
  type Told,
} from './orders.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const CYCLES_IN_FLIGHT = [1, 8, 64];
const READS_IN_FLIGHT = 64;

/**
 * As on a server that has run for a while: the code of a whole cycle is compiled only after some thousands of cycles.
 */
const warmUp = (seconds: number, work: Work) => underLoad({ inFlight: WARM_UP, seconds: 2 * seconds }, work);

type Subject = PathOrder['subject'];
const SUBJECTS: Subject[] = ['product', ...(Object.keys(FLOORS) as (keyof typeof FLOORS)[])];

/** A server in another process, and what it reports. */
interface Served {
  pool: Pool;
  addresses: Addresses;
  child: ChildProcess;
  /** Resolves with an execution's question once it is durable. */
  raised(executionId: string): Promise<string>;
  /** Resolves when the end of an execution is durable. */
  ended(executionId: string): Promise<void>;
  close(): Promise<void>;
}

async function serve(order: PathOrder, connections: number): Promise<Served> {
  const child = fork(SERVER, [JSON.stringify(order)]);
  const [asked, over] = [createRendezvous<string>(), createRendezvous<void>()];
  child.on('message', (told: Told) => {
    if (told.kind === 'raised') for (const { executionId, requestId } of told.asked) asked.tell(executionId, requestId);
    if (told.kind === 'ended') for (const id of told.ids) over.tell(id);
  });
  const { url, addresses } = await new Promise<Extract<Told, { kind: 'ready' }>>((resolve, reject) => {
    child.on('message', (told: Told) => told.kind === 'ready' && resolve(told));
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
  });
  const pool = new Pool(url, { connections });
  return {
    pool,
    addresses,
    child,
    raised: asked.next,
    ended: over.next,
    async close() {
      await pool.close();
      child.kill('SIGKILL');
      await once(child, 'exit'); // the next server may use the same file
    },
  };
}

/** Matches news with waiters, whichever comes first. */
function createRendezvous<News>() {
  const told = new Map<string, News>();
  const waiting = new Map<string, (news: News) => void>();
  return {
    tell(id: string, news: News) {
      const resolve = waiting.get(id);
      waiting.delete(id);
      if (resolve) resolve(news);
      else told.set(id, news);
    },
    next: (id: string) =>
      new Promise<News>((resolve) => {
        if (!told.has(id)) return void waiting.set(id, resolve);
        resolve(told.get(id)!);
        told.delete(id);
      }),
  };
}

async function call(pool: Pool, method: 'GET' | 'POST', { path, body, token }: Omit<Call, 'body'> & { body?: string }) {
  const headers = {
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await pool.request({ method, path, headers, body });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${text}`);
  return text;
}

/** Start over HTTP, durable question, answer over HTTP, next step, durable end. */
async function measureCycles(
  subject: Subject,
  inFlight: number,
  { databaseUrl, seconds, scale }: Conditions,
  stored = 0,
): Promise<Figures> {
  const order = { subject, databaseUrl, isTraced: false, stored: Math.ceil(stored * Math.min(1, scale)) };
  const served = await serve(order, WARM_UP);
  await warmUp(seconds, (count) => cycle(served, count, []));
  const resumes: number[] = [];
  const figures = await underLoad({ inFlight, seconds }, (count) => cycle(served, count, resumes));
  await served.close();
  const { p50Ms, p99Ms } = percentiles(resumes);
  return { rate: figures['rate']!, p50Ms: figures['p50Ms']!, resumeP50Ms: p50Ms!, resumeP99Ms: p99Ms! };
}

async function cycle({ pool, addresses, raised, ended }: Served, count: Count, resumes: number[]): Promise<void> {
  const startedAt = performance.now();
  const { executionId } = JSON.parse(await call(pool, 'POST', addresses.start)) as { executionId: string };
  const requestId = await raised(executionId);
  const answeredAt = performance.now();
  const path = addresses.answer.path.replace('{id}', encodeURIComponent(requestId));
  await Promise.all([call(pool, 'POST', { ...addresses.answer, path }), ended(executionId)]);
  resumes.push(performance.now() - answeredAt);
  count(startedAt);
}

const TRACED_CYCLES = 100;

/** The stages of one cycle on an idle server. */
async function measureStages({ databaseUrl, seconds, scale }: Conditions): Promise<Figures> {
  const served = await serve({ subject: 'product', databaseUrl, isTraced: true }, WARM_UP);
  const cycles = Math.max(5, Math.round(TRACED_CYCLES * Math.min(1, scale)));
  const run = async () => {
    for (let n = 0; n < cycles; n++) await cycle(served, () => {}, []);
  };
  await warmUp(seconds, (count) => cycle(served, count, []));
  served.child.send({ reset: true });
  await run();
  const figures = new Promise<Figures>((resolve) =>
    served.child.on('message', (told: Told) => told.kind === 'traced' && resolve(told.figures)),
  );
  served.child.send({ cycles });
  const traced = await figures;
  await served.close();
  return traced;
}

async function measureReads(subject: Subject, name: ReadName, { databaseUrl, seconds }: Conditions): Promise<Figures> {
  const served = await serve({ subject, databaseUrl, isTraced: false }, READS_IN_FLIGHT);
  const { pool, addresses } = served;
  const read: Work = async (count) => {
    const startedAt = performance.now();
    await call(pool, 'GET', addresses.reads[name]);
    count(startedAt);
  };
  await warmUp(seconds, read);
  const { rate, p50Ms, p99Ms } = await underLoad({ inFlight: READS_IN_FLIGHT, seconds }, read);
  await served.close();
  return { rate: rate!, p50Ms: p50Ms!, p99Ms: p99Ms! };
}

/** From a person's HTTP request to the resumed flow (behaviour 1), each database and each floor in the same run. */
export const pathVariants: Variant[] = DATABASES.flatMap((database) => [
  ...CYCLES_IN_FLIGHT.flatMap((inFlight) =>
    SUBJECTS.map((subject): Variant => ({
      part: 'path',
      database,
      inFlight,
      subject,
      measure: (conditions) => measureCycles(subject, inFlight, conditions),
    })),
  ),
  ...STORED.map((stored): Variant => ({
    part: 'path',
    database,
    inFlight: 64,
    subject: storedSubject(stored),
    measure: (conditions) => measureCycles('product', 64, conditions, stored),
  })),
  { part: 'path', database, subject: 'stages', measure: measureStages } satisfies Variant,
  ...READS.flatMap((read) =>
    (['product', 'bare rows'] as const).map((subject): Variant => ({
      part: 'path',
      database,
      inFlight: READS_IN_FLIGHT,
      subject: subject === 'product' ? `reads ${read}` : `reads ${read}, bare`,
      measure: (conditions) => measureReads(subject, read, conditions),
    })),
  ),
]);
