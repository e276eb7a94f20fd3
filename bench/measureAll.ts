import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres, type PostgresServer } from '../test/support/postgres.ts';
import { nameOf, type Conditions, type DatabaseKind, type Figures, type Part, type Variant } from './variant.ts';
import { allVariants } from './variants.ts';

export interface Order {
  /** Words that must all occur in a variant's name: `cycle sqlite`. */
  only: string;
  rounds: number;
  seconds: number;
  scale: number;
}

/** The figures of a variant, round by round. */
export interface Measured {
  name: string;
  part: Part;
  database: DatabaseKind;
  subject: string;
  inFlight?: number;
  rounds: Figures[];
}

/** Added to the measured seconds: a million stored cycles take minutes to create. */
const GIVE_UP_MS = 900_000;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Runs every variant once per round, so that other load on the machine affects all of them alike. */
export async function measureAll(
  { only, rounds, seconds, scale }: Order,
  tell: (line: string) => void,
): Promise<Measured[]> {
  const words = only.split(' ').filter(Boolean);
  const chosen = (await allVariants()).filter((variant) =>
    words.every((word) => nameOf(variant).split(' ').includes(word)),
  );
  if (chosen.length === 0) throw new Error(`No variant has "${only}" in its name.`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-bench-'));
  const needsPostgres = chosen.some(({ database }) => database === 'postgres');
  const postgres = needsPostgres ? await startPostgres({ isDurable: true }) : null;
  const results = chosen.map((variant) => ({ ...toMeasured(variant), rounds: [] as Figures[] }));
  try {
    for (let round = 0; round < rounds; round++)
      for (const [n, variant] of chosen.entries()) {
        const databaseUrl = await emptyDatabase(variant, folder, postgres);
        const figures = await measureApart(variant, { databaseUrl, seconds, scale });
        results[n]!.rounds.push(figures);
        tell(`${results[n]!.name}: ${JSON.stringify(figures)}`);
      }
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

const toMeasured = (variant: Variant) => {
  const { part, database, subject, inFlight } = variant;
  return { name: nameOf(variant), part, database, subject, inFlight };
};

async function emptyDatabase({ database }: Variant, folder: string, postgres: PostgresServer | null): Promise<string> {
  if (database === 'postgres') return postgres!.createDatabase();
  const files = path.join(folder, 'bench.db');
  for (const suffix of ['', '-wal', '-shm']) await rm(files + suffix, { force: true });
  return `sqlite:${files}`;
}

async function measureApart(variant: Variant, conditions: Conditions): Promise<Figures> {
  const child = fork(CHILD, [nameOf(variant), JSON.stringify(conditions)], {
    execArgv: [...process.execArgv, ...(variant.nodeOptions ?? [])],
  });
  let figures: Figures | undefined;
  const isStuck = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS + conditions.seconds * 10_000);
  child.once('message', (message) => (figures = message as Figures));
  await once(child, 'exit');
  clearTimeout(isStuck);
  if (!figures) throw new Error(`"${nameOf(variant)}" ended without figures.`);
  return figures;
}
