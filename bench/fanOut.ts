import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toRequestId } from '../contract/ids.ts';
import { ASK_EVERYONE, createCompany } from './company.ts';
import { compose } from './composition.ts';
import { percentiles } from './load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from './variant.ts';

const MEMBERS = 10_000;
const TIMES = 5;

/** From the moment the group's members are known until the request and one notification each are durable. */
async function measureFanOut({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const company = createCompany(Math.ceil(MEMBERS * scale));
  let knownAt = 0;
  const membersOf = async (id: string) => {
    const people = await company.membersOf(id);
    knownAt = performance.now();
    return people;
  };
  const product = await compose(databaseUrl, { ...company, membersOf });
  const durations: number[] = [];
  const blocks: number[] = [];
  await fanOut();
  for (let times = 0; times < TIMES; times++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await fanOut();
    delay.disable();
    durations.push(performance.now() - knownAt);
    blocks.push(delay.max / 1e6);
  }
  await product.close();
  return { fanOutMs: percentiles(durations).p50Ms!, longestBlockMs: percentiles(blocks).p50Ms! };

  async function fanOut(): Promise<void> {
    const executionId = await product.run(ASK_EVERYONE);
    await product.next('raised', toRequestId(executionId, 'ask'));
  }
}

export const fanOutVariants: Variant[] = DATABASES.map((database) => ({
  part: 'fanOut',
  database,
  subject: 'product',
  measure: measureFanOut,
}));
