import type { OpenChannel } from '../../contract/channel.ts';

/** An open channel that tracks its running calls. */
export interface InUse {
  channel: OpenChannel;
  /** Waits for messages on their way, then closes its connections. */
  retire(): Promise<void>;
}

export function countUse(opened: OpenChannel): InUse {
  const underWay = new Set<Promise<unknown>>();

  function counted<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
    return (...args: Args): Promise<Result> => {
      const running = call(...args).finally(() => underWay.delete(running));
      underWay.add(running);
      return running;
    };
  }

  return {
    channel: {
      ...opened,
      post: counted((posting) => opened.post(posting)),
      rewrite: counted((...copy) => opened.rewrite(...copy)),
      sendTest: counted((recipient) => opened.sendTest(recipient)),
    },
    async retire() {
      await Promise.allSettled([...underWay]);
      await opened.close?.();
    },
  };
}
