// One real server in its own process, so that it can be killed. It loads the product, then follows its parent's
// commands.
import { setTimeout as sleep } from 'node:timers/promises';
import type { GivenAnswer } from '../../contract/conversation.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Person } from '../../contract/people.ts';
import type { Config } from '../../server/foundation/config.ts';
import { isOverload } from '../../server/foundation/database/unitOfWork.ts';
import { createSteadyClock } from '../../server/foundation/schedule/clock.ts';
import { toReceipt } from '../../server/requests/receipts.ts';
import { start, type Product, type StartOptions } from '../../server/main.ts';

export type ServerOptions = Omit<StartOptions, 'now' | 'steady'>;

/** An answer that a channel has already parsed. */
export type Brought = Omit<GivenAnswer, 'read'> & { values: Record<string, unknown> };

/**
 * A parent's commands. `answer` passes many answers at once to the function that every channel calls; `begin` starts
 * executions of a flow without HTTP.
 */
export type Order =
  | { kind: 'start'; config: Config; options: ServerOptions }
  | { kind: 'begin'; flowId: string; count: number; startedBy: Person }
  | { kind: 'answer'; answers: Brought[] }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'memory' }
  | { kind: 'ready' }
  | { kind: 'stop' };

/** `accepted`, or the code of the refusal; any other error is `fault: …`. */
export type Told = string;

export interface Reply {
  url?: string;
  told?: Told[];
  /** Its readiness. */
  isReady?: boolean;
  /** Memory in use after garbage collection. */
  bytes?: number;
  fault?: string;
}

const AT_ONCE = 64;

let product: Product | undefined;
/** How far the wall clock is ahead; the clock for intervals never jumps. */
let offsetMs = 0;
const steady = createSteadyClock();

async function execute(order: Order): Promise<Reply> {
  switch (order.kind) {
    case 'start':
      product = await start(order.config, { ...order.options, now: () => Date.now() + offsetMs, steady });
      return { url: product.url };
    case 'begin':
      await beginMany(order);
      return {};
    case 'answer':
      return { told: await tellAll(order.answers) };
    case 'clock':
      offsetMs = order.offsetMs;
      return {};
    case 'ready':
      return { isReady: product !== undefined && !product.services.isStopping() };
    case 'memory':
      return { bytes: await memoryInUse() };
    case 'stop':
      await product?.close();
      return {};
  }
}

async function memoryInUse(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    await globalThis.gc!({ type: 'major', execution: 'async' });
    await sleep(50); // resources of collected objects are freed in a later turn
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function beginMany({ flowId, count, startedBy }: Order & { kind: 'begin' }): Promise<void> {
  const { flows, engine } = product!.services.work;
  await timesAtOnce(count, async () => {
    await engine.start({ ...(await flows.prepareStart(flowId, 1, {}, startedBy)), startedBy, chatId: null });
  });
}

/** In the given order. */
async function tellAll(answers: Brought[]): Promise<Told[]> {
  const told: Told[] = [];
  await timesAtOnce(answers.length, async (n) => void (told[n] = await tell(answers[n]!)));
  return told;
}

/** As many at a time as a busy server has calls in flight. */
async function timesAtOnce(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function tell({ values, ...given }: Brought): Promise<Told> {
  try {
    toReceipt(await product!.services.work.conversation.answer({ ...given, read: () => ({ values }) }));
    return 'accepted';
  } catch (error) {
    if (isOverload(error)) return 'unavailable'; // as the API says it
    return error instanceof ProblemError ? error.code : `fault: ${(error as Error).stack}`;
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void execute(order)
    .catch((error: Error): Reply => ({ fault: error.stack ?? String(error) }))
    .then((reply) => process.send!({ id, ...reply }));
});
process.once('disconnect', () => process.exit()); // a dead parent leaves no server behind
process.send!({ id: 0 });
