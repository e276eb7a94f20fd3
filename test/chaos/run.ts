// npm run chaos [-- --kills 50 --database sqlite|postgres --seed 1]: kills a server under load, again and again.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { runChaos, type ChaosSummary } from './chaos.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    database: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const settings = { kills: Number(values.kills), seed: Number(values.seed), print: (line: string) => console.log(line) };

async function onSqlite(): Promise<ChaosSummary> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-chaos-'));
  try {
    return await runChaos({ ...settings, databaseUrl: `sqlite:${path.join(folder, 'chaos.db')}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<ChaosSummary> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    return await runChaos({ ...settings, databaseUrl: await postgres.createDatabase() });
  } finally {
    await postgres.stop();
  }
}

const RUNS: Record<string, () => Promise<ChaosSummary>> = { sqlite: onSqlite, postgres: onPostgres };

for (const name of values.database.split(',')) {
  const run = RUNS[name];
  if (!run) throw new Error(`--database is sqlite or postgres, not ${name}`);
  console.log(`${name}: ${settings.kills} kills, seed ${settings.seed}`);
  const { violations, ...summary } = await run();
  for (const violation of violations) console.log(`VIOLATION: ${violation}`);
  console.log(JSON.stringify({ database: name, ...summary, violations: violations.length }));
  if (violations.length > 0) process.exitCode = 1;
}
process.exit(); // keep-alive connections to killed servers must not hold it
