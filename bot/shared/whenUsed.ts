import type { OpenChannel as Bot } from '../../contract/channel.ts';

/** A bot that is made when it is used first, once: reading its libraries takes a server seconds, and it may never need them. */
export function whenUsed<Made extends Bot>(make: () => Promise<Made>): { bot: () => Promise<Made>; lazily: Bot } {
  let making: Promise<Made> | undefined;
  const bot = () =>
    (making ??= make().catch((error: unknown) => {
      making = undefined; // the next use tries again
      throw error;
    }));
  return {
    bot,
    lazily: {
      post: async (posting) => (await bot()).post(posting),
      rewrite: async (...copy) => (await bot()).rewrite(...copy),
      sendTest: async (recipient) => (await bot()).sendTest(recipient),
      close: async () => (await making)?.close?.(),
    },
  };
}
