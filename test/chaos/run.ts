// npm run chaos [-- --kills 50 --fault clock --database sqlite|postgres --seed 1]: disturbs a server under load, again and again.
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { runChaos } from './chaos.ts';
import { DISK_FULL, DISTURBANCES, KILL, type Disturbance } from './disturbances.ts';
import { smallDisk } from './smallDisk.ts';
import { tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    fault: { type: 'string', default: '' },
    database: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const seed = Number(values.seed);
const named = DISTURBANCES.filter(({ name }) => name.includes(values.fault));
const kills = Array.from({ length: Number(values.kills) }, () => KILL);

async function run(kind: 'sqlite' | 'postgres', databaseUrl: string, leftOut?: string): Promise<void> {
  const possible = named.filter(({ name, only }) => (only === undefined || only === kind) && name !== leftOut);
  const disturbances: Disturbance[] = shuffled([...kills, ...possible], randomNumbers(seed));
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

for (const name of values.database.split(',')) {
  if (name === 'sqlite') {
    const disk = await smallDisk();
    if (disk.reason) console.log(`No disk is filled: ${disk.reason}`);
    await run('sqlite', disk.databaseUrl, disk.reason ? DISK_FULL.name : undefined).finally(disk.remove);
  } else if (name === 'postgres') {
    const postgres = await startPostgres({ isDurable: true });
    await run('postgres', await postgres.createDatabase()).finally(postgres.stop);
  } else throw new Error(`--database is sqlite or postgres, not ${name}`);
}
process.exit(); // keep-alive connections to killed servers must not hold it
