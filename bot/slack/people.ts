import { LRUCache } from 'lru-cache';
import { zoneOf, type Clock } from '../../contract/answers.ts';
import { PostFailed, type ChannelHost } from '../../contract/channel.ts';
import type { Person } from '../../contract/people.ts';
import type { SlackClient } from './callSlack.ts';

/** Where somebody is in Slack. */
export interface Account {
  userId: string;
  /** Their conversation with the app. */
  channelId: string;
}

export interface People {
  /** Null where the app has not met them. */
  find(person: Person): Promise<Account | null>;
  /** Looks a person up by e-mail, opens the conversation and remembers both. @throws PostFailed; errors of Slack's client */
  meet(person: Person, client: SlackClient): Promise<Account>;
  /** Whose account this is; null when nobody's of the directory, or when theirs is known to be another. */
  personOf(userId: string): Promise<Person | null>;
  /** The confirmed e-mail address of an account; null when it has none that we may see. */
  emailOf(userId: string): Promise<string | null>;
  /** By which clock somebody types: their own, as Slack last told it when they were looked up; else that of the server. */
  clockOf(userId: string): Clock;
}

const MOST_ZONES = 10_000;

interface Parts {
  host: Pick<ChannelHost, 'personByEmail' | 'addresses'>;
  client: SlackClient;
}

interface SlackUser {
  id?: string;
  deleted?: boolean;
  is_bot?: boolean;
  is_email_confirmed?: boolean;
  tz?: string;
  profile?: { email?: string };
}

/** Who is who: people of the directory and accounts of the workspace meet in their e-mail address. */
export function createPeople({ host, client }: Parts): People {
  const zones = new LRUCache<string, string>({ max: MOST_ZONES });

  async function find({ id }: Person): Promise<Account | null> {
    const { userId, channelId } = (await host.addresses.get(id)) ?? {};
    return userId && channelId ? { userId, channelId } : null;
  }

  async function meet(person: Person, by: SlackClient): Promise<Account> {
    const email = person.email ?? person.userPrincipalName;
    if (!email)
      throw new PostFailed(`${person.displayName} has no e-mail address, by which Slack could find them.`, null);
    const { user } = await by.users.lookupByEmail({ email });
    const { channel } = await by.conversations.open({ users: user!.id! });
    const account = { userId: user!.id!, channelId: channel!.id! };
    const known = await find(person);
    if (known?.userId !== account.userId || known.channelId !== account.channelId)
      await host.addresses.put(person.id, { ...account });
    return account;
  }

  async function emailOf(userId: string): Promise<string | null> {
    const { user } = (await client.users.info({ user: userId })) as { user?: SlackUser };
    const zone = zoneOf(user?.tz);
    if (zone !== undefined) zones.set(userId, zone);
    if (!user || user.deleted || user.is_bot || user.is_email_confirmed === false) return null;
    return user.profile?.email ?? null;
  }

  return {
    find,
    meet,
    emailOf,
    clockOf(userId) {
      const zone = zones.get(userId);
      return zone === undefined ? { zone: 'UTC', isOwn: false } : { zone, isOwn: true };
    },
    async personOf(userId) {
      const email = await emailOf(userId);
      const person = email && (await host.personByEmail(email));
      if (!person) return null;
      const account = (await find(person)) ?? (await meet(person, client));
      return account.userId === userId ? person : null;
    },
  };
}
