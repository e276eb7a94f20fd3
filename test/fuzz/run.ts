// npm run fuzz [-- --count 100000 --database sqlite|postgres --seed 1]: malformed requests on every route of a real server.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { runFuzz, type FuzzSummary } from './fuzz.ts';

const MOST_GROWN_BYTES = 50 * 1024 * 1024;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const settings = { count: Number(values.count), seed: Number(values.seed), print: (line: string) => console.log(line) };

async function onSqlite(): Promise<FuzzSummary> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-fuzz-'));
  try {
    return await runFuzz({ ...settings, databaseUrl: `sqlite:${path.join(folder, 'fuzz.db')}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<FuzzSummary> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    return await runFuzz({ ...settings, databaseUrl: await postgres.createDatabase() });
  } finally {
    await postgres.stop();
  }
}

const RUNS: Record<string, () => Promise<FuzzSummary>> = { sqlite: onSqlite, postgres: onPostgres };

for (const name of values.database.split(',')) {
  const run = RUNS[name];
  if (!run) throw new Error(`--database is sqlite or postgres, not ${name}`);
  console.log(`${name}: ${settings.count} malformed requests, seed ${settings.seed}`);
  const { wrong, rows, faults, grownBytes, ...summary } = await run();
  const hasStored = JSON.stringify(rows.before) !== JSON.stringify(rows.after);
  for (const line of [...wrong, ...faults]) console.log(`WRONG: ${line}`);
  if (hasStored) console.log(`WRONG: something was stored: ${JSON.stringify(rows)}`);
  console.log(
    JSON.stringify({ database: name, ...summary, faults: faults.length, hasStored, grownMiB: grownBytes / 2 ** 20 }),
  );
  if (wrong.length + faults.length > 0 || hasStored || grownBytes > MOST_GROWN_BYTES) process.exitCode = 1;
}
process.exit(); // keep-alive connections must not block the exit
