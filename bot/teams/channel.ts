import { PostFailed, type Address, type ChannelHost, type OpenChannel, type Posting } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor } from '../../contract/speech.ts';
import { testNotice } from '../shared/words.ts';
import type { ConversationAddress } from './activity.ts';
import { CallFailed, toPostFailed } from './callTeams.ts';
import { createConnector, type BotIdentity, type Connector } from './connector.ts';
import { createAddresses, seenIn, type ConversationAddresses, type Seen } from './conversationAddresses.ts';
import { createReceiver, type Receiver } from './receive.ts';
import { messageCard, type Card } from './render.ts';
import { createSearch, type Search } from './search.ts';
import { createVerify, type Verify } from './verify.ts';

/** Teams waits 10 s for an acknowledgement, then tells the person that the bot does not respond. */
const PATIENCE_MS = 8000;
/** The service URL for people from whom the bot has not received anything yet. */
const TEAMS_ORIGIN = 'https://smba.trafficmanager.net';

export interface TeamsOptions extends BotIdentity {
  nativePickers?: boolean;
  patienceMs?: number;
}

export interface TeamsBot extends OpenChannel {
  verify: Verify;
  receive: Receiver['receive'];
  search: Search;
}

/** The bot of a configured app; loading this module takes about a second. */
export function createTeamsBot(options: TeamsOptions, host: ChannelHost): TeamsBot {
  const { appId, nativePickers = false, patienceMs = PATIENCE_MS } = options;
  const connector = createConnector(options, host);
  const conversations = createAddresses(host);
  const receiver = createReceiver({ host, connector, conversations, patienceMs, nativePickers });
  const defaultServiceUrl = `${host.originOf(TEAMS_ORIGIN)}/teams/`;
  const post = createPost({ appId, connector, conversations, host, defaultServiceUrl });

  const toCard = (
    { message, token, recipient: { person } }: Pick<Posting, 'message' | 'token' | 'recipient'>,
    { zone, locale }: Seen,
  ): Card => messageCard(message, { token, nativePickers, zone, speech: speechFor(locale, person.language) });

  return {
    post: (posting: Posting) => post(posting.recipient.person, (seen) => toCard(posting, seen)),
    async rewrite({ conversationId = '', serviceUrl = '', activityId = '', ...seen }, posting) {
      await connector
        .update({ conversationId, serviceUrl }, activityId, toCard(posting, seenIn(seen)))
        .catch((error: unknown) => failedFor(posting.recipient.person.displayName, error));
    },
    async localeOf(person, copy) {
      const known = copy ?? (await conversations.find(person));
      return known === null || known === 'removed' ? undefined : known['locale'];
    },
    async sendTest(recipient) {
      const { person } = recipient;
      await connector.signIn(); // before a person is looked for, whom a bot with wrong settings never meets
      await post(person, (seen) =>
        toCard({ message: testNotice(speechFor(seen.locale, person.language)), recipient, token: null }, seen),
      );
    },
    verify: createVerify(connector.authentication, options),
    receive: receiver.receive,
    search: createSearch({ host, conversations }),
    close: receiver.idle,
  };
}

function failedFor(name: string, error: unknown): never {
  throw toPostFailed(error, name);
}

interface PostParts {
  appId: string;
  connector: Connector;
  conversations: ConversationAddresses;
  host: Pick<ChannelHost, 'installBot'>;
  defaultServiceUrl: string;
}

/** Posts a card to a person: in their known conversation, or after installing the bot for them. */
function createPost({ appId, connector, conversations, host, defaultServiceUrl }: PostParts) {
  const serviceUrl = () => conversations.lastServiceUrl() ?? defaultServiceUrl;

  async function addressFor(person: Person): Promise<{ address: ConversationAddress; seen: Seen; isNew: boolean }> {
    const known = await conversations.find(person);
    if (known === 'removed') throw new PostFailed(postFailure('botRemoved', { name: person.displayName }), null);
    if (known) return { address: known, seen: seenIn(known), isNew: false };
    const conversationId = await host.installBot(appId, person);
    return { address: { conversationId, serviceUrl: serviceUrl() }, seen: {}, isNew: true };
  }

  /** A new conversation for a person whose old one is closed or gone, or null. */
  async function newAddressFor(person: Person): Promise<ConversationAddress | null> {
    try {
      return { conversationId: await host.installBot(appId, person), serviceUrl: serviceUrl() };
    } catch (error) {
      if (error instanceof PostFailed && error.retryAfterMs === null) return null;
      throw error;
    }
  }

  async function sendAgain(person: Person, card: Card, failed: unknown) {
    const address = failed instanceof CallFailed && failed.isLost ? await newAddressFor(person) : null;
    if (!address) throw failed;
    return { address, activityId: await connector.send(address, card), isNew: true };
  }

  return async (person: Person, draw: (seen: Seen) => Card): Promise<Address> => {
    const { address: known, seen, isNew: isFirst } = await addressFor(person);
    const card = draw(seen);
    const { address, activityId, isNew } = await connector
      .send(known, card)
      .then((sent) => ({ address: known, activityId: sent, isNew: isFirst }))
      .catch((error: unknown) => sendAgain(person, card, error))
      .catch((error: unknown) => failedFor(person.displayName, error));
    if (isNew) await conversations.remember(person, address);
    const { conversationId, serviceUrl } = address;
    return { conversationId, serviceUrl, activityId, ...seen };
  };
}
