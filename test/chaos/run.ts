// npm run chaos [-- --kills 50 --fault clock --flood deadlines --database sqlite|postgres --seed 1]
// Disturbs a server under load repeatedly, then floods it. --fault or --flood limit it to what they name.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { runChaos } from './chaos.ts';
import { DISK_FULL, DISTURBANCES, KILL, type Disturbance } from './disturbances.ts';
import { tableOfFindings, type Finding } from './finding.ts';
import { FLOODS } from './floods.ts';
import { smallDisk } from './smallDisk.ts';
import { tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    fault: { type: 'string' },
    flood: { type: 'string' },
    database: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const seed = Number(values.seed);
const isNamed = values.fault !== undefined || values.flood !== undefined || values.kills !== undefined;
const named = <T extends { name: string }>(all: readonly T[], part = isNamed ? undefined : ''): T[] =>
  part === undefined ? [] : all.filter(({ name }) => name.includes(part));
const faults = named(DISTURBANCES, values.fault);
const floods = named(FLOODS, values.flood);
const kills = Array.from({ length: Number(values.kills ?? (isNamed ? 0 : 50)) }, () => KILL);

async function disturb(kind: 'sqlite' | 'postgres', databaseUrl: string, leftOut?: string): Promise<void> {
  const possible = faults.filter(({ name, only }) => (only === undefined || only === kind) && name !== leftOut);
  const disturbances: Disturbance[] = shuffled([...kills, ...possible], randomNumbers(seed));
  if (disturbances.length === 0) return;
  console.log(`${kind}: ${disturbances.length} faults, seed ${seed}`);
  const { violations, survived, ...summary } = await runChaos({
    databaseUrl,
    disturbances,
    seed,
    print: (line) => console.log(line),
  });
  for (const violation of violations) console.log(`VIOLATION: ${violation}`);
  console.log(tableOf(survived));
  console.log(JSON.stringify({ database: kind, ...summary, violations: violations.length }));
  if (violations.length > 0) process.exitCode = 1;
}

/** Each on its own database. */
async function flood(kind: 'sqlite' | 'postgres', withDatabase: WithDatabase): Promise<void> {
  const possible = floods.filter(({ only }) => only === undefined || only === kind);
  if (possible.length === 0) return;
  const findings: Finding[] = [];
  for (const { name, measure } of possible) {
    console.log(`${kind}: ${name}`);
    findings.push(await withDatabase(measure));
  }
  console.log(tableOfFindings(findings));
  if (findings.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

type WithDatabase = <T>(work: (databaseUrl: string) => Promise<T>) => Promise<T>;

const withFile: WithDatabase = async (work) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-flood-'));
  return work(`sqlite:${path.join(folder, 'flood.db')}`).finally(() => rm(folder, { recursive: true, force: true }));
};

async function runOnSqlite(): Promise<void> {
  const disk = await smallDisk();
  if (disk.reason) console.log(`No disk is filled: ${disk.reason}`);
  await disturb('sqlite', disk.databaseUrl, disk.reason ? DISK_FULL.name : undefined).finally(disk.remove);
  await flood('sqlite', withFile);
}

async function runOnPostgres(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    await disturb('postgres', await postgres.createDatabase());
    await flood('postgres', async (work) => work(await postgres.createDatabase()));
  } finally {
    await postgres.stop();
  }
}

for (const name of values.database.split(',')) {
  if (name === 'sqlite') await runOnSqlite();
  else if (name === 'postgres') await runOnPostgres();
  else throw new Error(`--database is sqlite or postgres, not ${name}`);
}
process.exit(); // keep-alive connections to killed servers must not block the exit
