import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';

/** What a subject (a request) tells about itself to whoever brings it to people. */
export interface Subject {
  describe(subjectId: string, person: Person): Promise<Message | null>;
  /** The channels to try, in order, for somebody whom one could not reach. */
  fallbackOf(subjectId: string): Promise<string[]>;
  /** Until when a token of the subject may be used; null: it accepts none from this channel. */
  tokenExpiry(subjectId: string, channel: ChannelFacts): Promise<number | null>;
}
