import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { anchorAudit } from '../server/foundation/audit/auditHead.ts';
import { createChainSeal } from '../server/foundation/audit/chainSeal.ts';
import { createSealer } from '../server/foundation/audit/sealer.ts';
import { verifyAudit } from '../server/foundation/audit/verifyAudit.ts';
import { insertRows, type Columns } from '../server/foundation/database/rows.ts';
import type { UnitOfWork } from '../server/foundation/database/unitOfWork.ts';
import { createLoops } from '../server/foundation/schedule/loops.ts';
import { ASK_EVERYONE, createCompany } from './company.ts';
import { compose, type Composition } from './composition.ts';
import { percentiles } from './load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from './variant.ts';

const BACKLOG = 200_000;
const AT_ONCE = 5000;
const STARTERS = 4;
/** Between two starts by one person. */
const PAUSE_MS = 20;
const LOOK_EVERY_MS = 50;

/** A backlog of unsealed rows, as after a mass expiry: how fast it is sealed, and how it slows down other writers. */
async function measureSealing({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const product = await compose(databaseUrl, createCompany(3));
  const { units, database } = product;
  const seal = createChainSeal(randomBytes(32));
  await anchorAudit(units, seal, Date.now());
  await product.run(ASK_EVERYONE); // the first start of a flow compiles it
  const rows = Math.ceil(BACKLOG * scale);
  await fillAudit(units, rows);
  const sealer = createSealer({ units, reader: database.reader, seal });
  const loops = createLoops([sealer], { now: Date.now, report: fail });
  const load = startSome(product);
  const startedAt = performance.now();
  loops.start();
  while ((await database.reader('audit').whereNull('position').first('seq')) !== undefined) await sleep(LOOK_EVERY_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const { p99Ms } = percentiles(await load.stop());
  await loops.stop();
  const { ok } = await verifyAudit(database.reader, { seal });
  if (!ok) throw new Error('what was sealed is not whole');
  await product.close();
  return { rate: rows / seconds, startP99Ms: p99Ms! };
}

const COLUMNS: Columns = { at: 'integer', actor: 'text', action: 'text', subject: 'text' };

async function fillAudit(units: UnitOfWork, count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, n) => ({
      at: done + n,
      actor: 'clock',
      action: 'request.timed_out',
      subject: `01J00000000000000000000000-ask${done + n}`,
    }));
    await units.run(({ trx }) => insertRows(trx, 'audit', COLUMNS, rows));
  }
}

/**
 * People who repeatedly start a flow that asks three others; `stop` resolves with the duration of each start, in ms.
 */
function startSome(product: Composition): { stop(): Promise<number[]> } {
  const durations: number[] = [];
  let isRunning = true;
  const starter = async () => {
    while (isRunning) {
      const beganAt = performance.now();
      await product.run(ASK_EVERYONE);
      durations.push(performance.now() - beganAt);
      await sleep(PAUSE_MS);
    }
  };
  const starters = Promise.all(Array.from({ length: STARTERS }, starter));
  return {
    async stop() {
      isRunning = false;
      await starters;
      return durations;
    },
  };
}

/** A figure is worthless if anything failed. */
function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

export const sealingVariants: Variant[] = DATABASES.map((database) => ({
  part: 'sealing',
  database,
  subject: 'product',
  measure: measureSealing,
}));
