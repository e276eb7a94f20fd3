import type { Address, ChannelHost, Log } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { isPersonal, addressOf, localeIn, type Activity, type ConversationAddress } from './activity.ts';
import { zoneIn } from './clock.ts';

type Host = Pick<ChannelHost, 'addresses' | 'personByObjectId' | 'log'>;

/** Where the bot has met people. Who they are, only the directory says, by the object id that Teams vouches for. */
export interface ConversationAddresses {
  /**
   * Whoever is speaking; remembered, where they speak to the bot alone. Null: nobody whom the directory knows.
   * @param log of the call that they speak through
   */
  meet(activity: Activity, log: Log): Promise<Person | null>;
  /** They have removed the bot; it is not to come back by itself. */
  leave(activity: Activity): Promise<void>;
  /** Null: the bot has not met them. `removed`: they do not want it. */
  find(person: Person): Promise<KnownAddress | 'removed' | null>;
  /** Remembers a conversation that the bot began. */
  remember(person: Person, address: ConversationAddress): Promise<void>;
  /** Where Teams was last seen to be reached; null: not seen since the start. */
  lastServiceUrl(): string | null;
}

/** The clock and the language that somebody was last seen to have. */
export interface Seen {
  zone?: string;
  locale?: string;
}

export interface KnownAddress extends ConversationAddress, Seen {}

/** What is not known is left out. */
export const seenIn = ({ zone, locale }: Partial<Record<keyof Seen, string | undefined>>): Seen => ({
  ...(zone !== undefined && { zone }),
  ...(locale !== undefined && { locale }),
});

const REMOVED: Address = { removed: 'yes' };

export function createAddresses({ addresses, personByObjectId, log: ownLog }: Host): ConversationAddresses {
  let lastServiceUrl: string | null = null;

  /** Never in the way of what is to be said. */
  async function remember(
    { id }: Person,
    { conversationId, serviceUrl }: ConversationAddress,
    log: Log,
    seen: Seen = {},
  ): Promise<void> {
    try {
      const known = await addresses.get(id);
      const now = seenIn({ ...known, ...seen });
      const isSame = known?.['conversationId'] === conversationId && known['serviceUrl'] === serviceUrl;
      if (isSame && known['zone'] === now.zone && known['locale'] === now.locale) return;
      await addresses.put(id, { conversationId, serviceUrl, ...now });
    } catch (error) {
      log.error({ err: error }, 'where the bot met somebody could not be stored');
    }
  }

  const speaker = async ({ from }: Activity) => (from.aadObjectId ? personByObjectId(from.aadObjectId) : null);

  return {
    remember: (person, address) => remember(person, address, ownLog),
    lastServiceUrl: () => lastServiceUrl,
    async meet(activity, log) {
      lastServiceUrl = activity.serviceUrl;
      const person = await speaker(activity);
      if (person && isPersonal(activity))
        await remember(
          person,
          addressOf(activity),
          log,
          seenIn({ zone: zoneIn(activity), locale: localeIn(activity) }),
        );
      return person;
    },
    async leave(activity) {
      const person = isPersonal(activity) ? await speaker(activity) : null;
      if (person) await addresses.put(person.id, REMOVED);
    },
    async find({ id }) {
      const address = await addresses.get(id);
      if (!address) return null;
      const { conversationId, serviceUrl } = address;
      return conversationId && serviceUrl ? { conversationId, serviceUrl, ...seenIn(address) } : 'removed';
    },
  };
}
