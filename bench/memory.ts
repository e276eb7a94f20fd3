import { ASK_EVERYONE, createCompany, VARIABLES } from './company.ts';
import { compose } from './composition.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from './variant.ts';

const WAITING = 10_000;
const WARM_UP = 1000;
const AT_ONCE = 200;

/** How much more memory the process holds for each waiting request, after garbage collection. */
async function measureMemory({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const product = await compose(databaseUrl, createCompany(3));
  const count = Math.ceil(WAITING * scale);
  await ask(WARM_UP * scale);
  const before = measured();
  await ask(count);
  const after = measured();
  if (product.broker.waiters.size < count) throw new Error('some requests do not wait');
  await product.close();
  return {
    perRequestKb: (after.resident - before.resident) / 1024 / count,
    ofItHeapKb: (after.heap - before.heap) / 1024 / count,
  };

  async function ask(times: number): Promise<void> {
    for (let done = 0; done < times; done += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, times - done) }, () => product.run(ASK_EVERYONE, VARIABLES));
      await Promise.all(some);
      await product.engine.settled();
    }
  }
}

function measured(): { resident: number; heap: number } {
  for (let times = 0; times < 4; times++) globalThis.gc!();
  const { rss, heapUsed } = process.memoryUsage();
  return { resident: rss, heap: heapUsed };
}

export const memoryVariants: Variant[] = DATABASES.map((database) => ({
  part: 'memory',
  database,
  subject: 'product',
  nodeOptions: ['--expose-gc'],
  measure: measureMemory,
}));
