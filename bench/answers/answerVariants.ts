import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { underLoad } from '../load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from '../variant.ts';
import type { Ready, ServerOrder } from './orders.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const CONNECTIONS = 64;
const MOST_PER_SECOND = 4000;

/** Answers accepted over HTTP from another process; the executions do nothing else meanwhile. */
async function measureAnswers(kind: ServerOrder['kind'], { databaseUrl, seconds }: Conditions): Promise<Figures> {
  const order: ServerOrder = { kind, databaseUrl, requests: Math.ceil(seconds * 1.5 * MOST_PER_SECOND) };
  const server = fork(SERVER, [JSON.stringify(order)]);
  const [{ url, questions }] = (await once(server, 'message')) as [Ready];
  const pool = new Pool(url, { connections: CONNECTIONS });
  let next = 0;
  const figures = await underLoad({ inFlight: CONNECTIONS, seconds }, async (count) => {
    const question = questions[next++];
    if (!question) return false;
    const startedAt = performance.now();
    await answer(pool, question);
    count(startedAt);
  });
  await pool.close();
  server.kill('SIGKILL');
  const { rate, p50Ms, p99Ms } = figures;
  return { rate: rate!, p50Ms: p50Ms!, p99Ms: p99Ms! };
}

async function answer(pool: Pool, { requestId, token }: Ready['questions'][number]): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: `/api/user/notifications/${requestId}/respond`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '"approved"',
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
}

export const answerVariants: Variant[] = DATABASES.flatMap((database) =>
  (['product', 'bare route'] as const).map((subject): Variant => ({
    part: 'answers',
    database,
    subject,
    inFlight: CONNECTIONS,
    measure: (conditions) => measureAnswers(subject, conditions),
  })),
);
