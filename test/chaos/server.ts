// One real server in a process of its own, so that it can be killed. It loads the product, then does what its parent orders.
import type { Answer } from '../../contract/channel.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { Config } from '../../server/foundation/config.ts';
import { start, type Product, type StartOptions } from '../../server/main.ts';

export type ServerOptions = Omit<StartOptions, 'now'>;

/** What a parent may order. `answer` brings answers through the one function that every channel calls, all at once. */
export type Order =
  { kind: 'start'; config: Config; options: ServerOptions } | { kind: 'answer'; answers: Answer[] } | { kind: 'stop' };

/** `accepted`, or the code of the refusal; anything else that was thrown is `fault: …`. */
export type Told = string;

export interface Reply {
  url?: string;
  told?: Told[];
  fault?: string;
}

let product: Product | undefined;

async function obey(order: Order): Promise<Reply> {
  switch (order.kind) {
    case 'start':
      product = await start(order.config, order.options);
      return { url: product.url };
    case 'answer':
      return { told: await Promise.all(order.answers.map(tell)) };
    case 'stop':
      await product?.close();
      return {};
  }
}

async function tell(answer: Answer): Promise<Told> {
  try {
    await product!.services.answer(answer);
    return 'accepted';
  } catch (error) {
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
