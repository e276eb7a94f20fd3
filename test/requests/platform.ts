import { PostFailed, type Channel, type Posting } from '../../contract/channel.ts';
import type { Message } from '../../contract/messages.ts';

/**
 * What a platform does with a call. `lost`: it arrives and is never answered. `late`: it arrives and is answered once the
 * test lets it. `slow`: it also arrives only then.
 */
export const TROUBLES = ['busy', 'busyForAll', 'down', 'refused', 'lost', 'late', 'slow'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** A message in front of a person. */
export interface Copy {
  id: string;
  channel: string;
  deliveryId: string;
  person: string;
  subjectId: string;
  /** What it showed, one after the other. */
  shown: Message[];
  token: string | null;
  /** Whether the server heard in time that it was posted. */
  isKnown: boolean;
}

/** A platform as it really behaves: what people see there, and calls that fail. */
export interface Platform {
  copies: Copy[];
  /** Every token that was sent, with the person and question it was sent for. */
  tokens: { token: string; person: string; subjectId: string; channel: string }[];
  /** The next calls meet these. */
  troubles: Trouble[];
  /** Answers all calls that are waiting. */
  letGo(): void;
  channel(name: string, facts: Pick<Channel, 'canRewrite' | 'tokenPolicy'>): Channel;
}

const FAILURES = {
  busy: () => new PostFailed('Too many messages to this person.', 7000),
  busyForAll: () => new PostFailed('Too many messages.', 7000, { isForAll: true }),
  down: () => new PostFailed('The platform has a fault.', 5000, { isForAll: true }),
  refused: () => new PostFailed('The person has blocked the bot.', null),
};

const subjectOf = (message: Message): string => (message.kind === 'notice' ? '' : message.requestId);

export function createPlatform(): Platform {
  const gates: (() => void)[] = [];
  const gate = () => new Promise<void>((resolve) => gates.push(resolve));

  /** Resolves with whether the server hears of it in time. */
  async function meet(apply: () => void): Promise<boolean> {
    const trouble = platform.troubles.shift();
    await new Promise(setImmediate);
    if (trouble && trouble in FAILURES) throw FAILURES[trouble as keyof typeof FAILURES]();
    if (trouble === 'slow') await gate();
    apply();
    if (trouble === 'lost') await new Promise(() => {});
    if (trouble === 'late') await gate();
    return trouble === undefined;
  }

  const platform: Platform = {
    copies: [],
    tokens: [],
    troubles: [],
    letGo() {
      for (const open of gates.splice(0)) open();
    },
    channel(name, facts) {
      const noteToken = ({ token, recipient, message }: Posting) => {
        if (token !== null)
          platform.tokens.push({ token, person: recipient.person.id, subjectId: subjectOf(message), channel: name });
      };
      return {
        name,
        displayName: name,
        capabilities: {} as Channel['capabilities'],
        ...facts,
        sendTest: async () => {},
        async post(posting) {
          const { deliveryId, message, recipient, token } = posting;
          const copy: Copy = {
            id: `copy-${name}-${platform.copies.length}-${Math.random()}`,
            channel: name,
            deliveryId,
            person: recipient.person.id,
            subjectId: subjectOf(message),
            shown: [message],
            token,
            isKnown: false,
          };
          copy.isKnown = await meet(() => {
            platform.copies.push(copy);
            noteToken(posting);
          });
          return { copy: copy.id };
        },
        async rewrite(address, posting) {
          await meet(() => {
            const copy = platform.copies.find(({ id }) => id === address['copy'])!;
            copy.shown.push(posting.message);
            copy.token = posting.token;
            noteToken(posting);
          });
        },
      };
    },
  };
  return platform;
}
