import type { Address, ChannelHost, Log } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import { isPersonal, addressOf, localeIn, type Activity, type ConversationAddress } from './activity.ts';
import { zoneIn } from './clock.ts';

type Host = Pick<ChannelHost, 'addresses' | 'personByObjectId' | 'log'>;

/**
 * The conversations with people. Their identity comes only from the directory, by the object id that Teams verifies.
 */
export interface ConversationAddresses {
  /**
   * The sender, whose conversation is stored if it is a personal chat. Null: not in the directory.
   * @param log the log of the call
   */
  meet(activity: Activity, log: Log): Promise<Person | null>;
  /** The person removed the bot; it must not install itself again. */
  leave(activity: Activity): Promise<void>;
  /** Null: no known conversation. `removed`: the person removed the bot. */
  find(person: Person): Promise<KnownAddress | 'removed' | null>;
  /** Stores a conversation that the bot started. */
  remember(person: Person, address: ConversationAddress): Promise<void>;
  /** The last service URL received from Teams; null: none since the start. */
  lastServiceUrl(): string | null;
}

/** A person's last known time zone and locale. */
export interface Seen {
  zone?: string;
  locale?: string;
}

export interface KnownAddress extends ConversationAddress, Seen {}

/** Drops unknown parts. */
export const seenIn = ({ zone, locale }: Partial<Record<keyof Seen, string | undefined>>): Seen => ({
  ...(zone !== undefined && { zone }),
  ...(locale !== undefined && { locale }),
});

/** What an activity tells of its sender. */
export const seenWith = (activity: Activity): Seen => seenIn({ zone: zoneIn(activity), locale: localeIn(activity) });

const REMOVED: Address = { removed: 'yes' };

export function createAddresses({ addresses, personByObjectId, log: ownLog }: Host): ConversationAddresses {
  let lastServiceUrl: string | null = null;

  /** A failure to store must not block the reply. */
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
      if (person && isPersonal(activity)) await remember(person, addressOf(activity), log, seenWith(activity));
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
