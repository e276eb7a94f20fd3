// One real server in a process of its own, so that it can be killed. It loads the product, then does what its parent orders.
import type { Answer } from '../../contract/channel.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Config } from '../../server/foundation/config.ts';
import { isOverload } from '../../server/foundation/database/unitOfWork.ts';
import { start, type Product, type StartOptions } from '../../server/main.ts';

export type ServerOptions = Omit<StartOptions, 'now'>;

/** What a parent may order. `answer` brings answers through the one function that every channel calls, many at once. */
export type Order =
  { kind: 'start'; config: Config; options: ServerOptions } | { kind: 'answer'; answers: Answer[] } | { kind: 'stop' };

/** `accepted`, or the code of the refusal; anything else that was thrown is `fault: …`. */
export type Told = string;

export interface Reply {
  url?: string;
  told?: Told[];
  fault?: string;
}

const AT_ONCE = 64;

let product: Product | undefined;

async function obey(order: Order): Promise<Reply> {
  switch (order.kind) {
    case 'start':
      product = await start(order.config, order.options);
      return { url: product.url };
    case 'answer':
      return { told: await tellAll(order.answers) };
    case 'stop':
      await product?.close();
      return {};
  }
}

/** In the order given, as many at a time as a busy server has requests under way. */
async function tellAll(answers: Answer[]): Promise<Told[]> {
  const told: Told[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < answers.length; n = next++) told[n] = await tell(answers[n]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return told;
}

async function tell(answer: Answer): Promise<Told> {
  try {
    await product!.services.answer(answer);
    return 'accepted';
  } catch (error) {
    if (isOverload(error)) return 'unavailable'; // as the API says it
    return error instanceof ProblemError ? error.code : `fault: ${(error as Error).stack}`;
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void obey(order)
    .catch((error: Error): Reply => ({ fault: error.stack ?? String(error) }))
    .then((reply) => process.send!({ id, ...reply }));
});
process.once('disconnect', () => process.exit()); // a parent that died leaves nothing behind
process.send!({ id: 0 });
