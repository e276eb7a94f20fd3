import { LRUCache } from 'lru-cache';
import { zoneOf, type Clock } from '../../contract/answers.ts';
import { PostFailed, type ChannelHost } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor, type Speech } from '../../contract/speech.ts';
import { slackCode, type SlackClient } from './callSlack.ts';

/** A person's Slack account. */
export interface Account {
  userId: string;
  /** Their conversation with the app. */
  channelId: string;
  /** Their Slack locale, if known. */
  locale?: string;
}

export interface People {
  /** Null if the app does not know their account. */
  find(person: Person): Promise<Account | null>;
  /**
   * Looks a person up by e-mail, opens the conversation and stores both. @throws PostFailed; errors of Slack's client
   */
  meet(person: Person, client: SlackClient): Promise<Account>;
  /** The person of an account; null if nobody in the directory has it, or their known account is a different one. */
  personOf(userId: string): Promise<Person | null>;
  /** The confirmed e-mail address of an account; null if none is visible. */
  emailOf(userId: string): Promise<string | null>;
  /** The name of an account in Slack; null if Slack does not tell it. */
  nameOf(userId: string): Promise<string | null>;
  /** The time zone of a person: from Slack at their last look-up, otherwise the server's. */
  clockOf(userId: string): Clock;
  /**
   * The language of a person: Slack's at their last look-up, before the directory's. A person not looked up yet gets
   * the language of the message or form in front of them.
   */
  speechOf(userId: string, known?: { person?: Person | null; language?: string }): Speech;
}

const MOST_KNOWN = 10_000;

interface Parts {
  host: Pick<ChannelHost, 'personByEmail' | 'addresses' | 'log'>;
  client: SlackClient;
}

interface SlackUser {
  id?: string;
  deleted?: boolean;
  is_bot?: boolean;
  is_email_confirmed?: boolean;
  tz?: string;
  locale?: string;
  name?: string;
  real_name?: string;
  profile?: { email?: string; display_name?: string };
}

const clockIn = (zone: string | undefined): Clock =>
  zone === undefined ? { zone: 'UTC', isOwn: false } : { zone, isOwn: true };

/** Slack's answers about accounts that this app may not see, such as those of another organisation's guests. */
const UNSEEN = new Set(['user_not_found', 'user_not_visible']);

async function accountOf(client: SlackClient, userId: string): Promise<SlackUser | undefined> {
  const read = client.users.info({ user: userId, include_locale: true }) as Promise<{ user?: SlackUser }>;
  const { user } = await read.catch((error: unknown) => {
    if (UNSEEN.has(slackCode(error) ?? '')) return { user: undefined };
    throw error;
  });
  return user;
}

async function nameIn(client: SlackClient, userId: string): Promise<string | null> {
  const user = await accountOf(client, userId);
  return user?.profile?.display_name || user?.real_name || user?.name || null;
}

/** Maps directory people to workspace accounts by e-mail address. */
export function createPeople({ host, client }: Parts): People {
  const zones = new LRUCache<string, string>({ max: MOST_KNOWN });
  const locales = new LRUCache<string, string>({ max: MOST_KNOWN });

  async function find({ id }: Person): Promise<Account | null> {
    const { userId, channelId, locale } = (await host.addresses.get(id)) ?? {};
    return userId && channelId ? { userId, channelId, ...(locale && { locale }) } : null;
  }

  async function meet(person: Person, by: SlackClient): Promise<Account> {
    const userId = await lookUp(person, by);
    const { channel } = await by.conversations.open({ users: userId });
    const account = { userId, channelId: channel!.id! };
    const known = await find(person);
    if (known?.userId !== account.userId || known.channelId !== account.channelId)
      await host.addresses.put(person.id, { ...account });
    return account;
  }

  /** An account has one address, which may be either of the person's two in the directory. */
  async function lookUp({ email, userPrincipalName, displayName }: Person, by: SlackClient): Promise<string> {
    const [first, other] = new Set([email, userPrincipalName].filter(Boolean) as string[]);
    if (!first) throw new PostFailed(postFailure('slackNoAddress', { name: displayName }), null);
    const idOf = async (address: string) => (await by.users.lookupByEmail({ email: address })).user!.id!;
    return idOf(first).catch((error: unknown) => {
      if (!other || slackCode(error) !== 'users_not_found') throw error;
      return idOf(other);
    });
  }

  async function emailOf(userId: string): Promise<string | null> {
    const user = await accountOf(client, userId);
    const zone = zoneOf(user?.tz);
    if (zone !== undefined) zones.set(userId, zone);
    if (user?.locale) locales.set(userId, user.locale);
    if (!user || user.deleted || user.is_bot || user.is_email_confirmed === false) return null;
    return user.profile?.email ?? null;
  }

  /** Stores the locale, so that later messages are in the person's Slack language. */
  async function rememberLocale({ id }: Person, { userId, channelId, locale }: Account): Promise<void> {
    const seen = locales.get(userId);
    if (seen === undefined || seen === locale) return;
    await host.addresses
      .put(id, { userId, channelId, locale: seen })
      .catch((error: unknown) => host.log.warn({ err: error }, 'the language of somebody in Slack was not stored'));
  }

  return {
    find,
    meet,
    emailOf,
    nameOf: (userId) => nameIn(client, userId),
    speechOf: (userId, { person, language } = {}) => speechFor(locales.get(userId), person?.language, language),
    clockOf: (userId) => clockIn(zones.get(userId)),
    async personOf(userId) {
      const email = await emailOf(userId);
      const person = email && (await host.personByEmail(email));
      if (!person) return null;
      const account = (await find(person)) ?? (await meet(person, client));
      if (account.userId !== userId) return null;
      await rememberLocale(person, account);
      return person;
    },
  };
}
