import type { Address, Channel, Posting } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';

/** One call to a channel. */
export interface Call {
  kind: 'post' | 'rewrite';
  at: number;
  person: string;
  requestId: string | null;
  /** `question`, or the status of the outcome. */
  shows: string;
  message: Message;
  token: string | null;
  address: Address | null;
}

/** A channel that records its calls, and fails or is slow when a test says so. */
export interface RecordingChannel extends Channel {
  calls: Call[];
  /** In the order of delivery. */
  brought: Call[];
  /** The maximum number of concurrent calls for one person. */
  together: number;
  /** Throws the error of a call. */
  fails: (call: Call) => void;
  /** Makes calls wait until the returned function is called. */
  hold(): () => void;
}

export function recordingChannel(name: string, now: () => number, more: Partial<Channel> = {}): RecordingChannel {
  const underWay = new Map<string, number>();
  let gate: Promise<void> = Promise.resolve();

  async function perform(kind: Call['kind'], posting: Posting, address: Address | null): Promise<void> {
    const { message, recipient, token } = posting;
    const call: Call = {
      kind,
      at: now(),
      person: recipient.person.id,
      requestId: message.kind === 'notice' ? null : message.requestId,
      shows: message.kind === 'outcome' ? message.status : message.kind,
      message,
      token,
      address,
    };
    channel.calls.push(call);
    const count = (underWay.get(call.person) ?? 0) + 1;
    channel.together = Math.max(channel.together, count);
    underWay.set(call.person, count);
    try {
      await gate;
      await new Promise(setImmediate); // any other that would start now, has
      channel.fails(call);
      channel.brought.push(call);
    } finally {
      underWay.set(call.person, underWay.get(call.person)! - 1);
    }
  }

  const channel: RecordingChannel = {
    name,
    displayName: name,
    capabilities: {} as Channel['capabilities'],
    canRewrite: true,
    tokenPolicy: 'before_answer',
    sendTest: async () => {},
    calls: [],
    brought: [],
    together: 0,
    fails: () => {},
    async post(posting) {
      await perform('post', posting, null);
      return { copy: posting.deliveryId };
    },
    rewrite: (address, posting) => perform('rewrite', posting, address),
    hold() {
      let release = () => {};
      gate = new Promise((resolve) => (release = resolve));
      return release;
    },
    ...more,
  };
  return channel;
}
