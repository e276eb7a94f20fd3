import type { OpenChannel as Bot } from '../../contract/channel.ts';

/** Creates a bot on first use, because loading its libraries takes seconds and the server may never need them. */
export function lazyBot<Made extends Bot>(make: () => Promise<Made>): { bot: () => Promise<Made>; lazily: Bot } {
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
      localeOf: async (...of) => (await bot()).localeOf?.(...of),
      sendTest: async (recipient) => (await bot()).sendTest(recipient),
      close: async () => (await making)?.close?.(),
    },
  };
}
