import {
  CardFactory,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  ConfigurationServiceClientCredentialFactory,
  MessageFactory,
  type Activity as Sent,
  type ConversationReference,
  type TurnContext,
} from 'botbuilder';
import { PostFailed, type ChannelHost } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import type { ConversationAddress } from './activity.ts';
import { createHttpClient } from './callTeams.ts';
import type { Card } from './templates.ts';

/** The bot's app registration; `tenantId` is the tenant of its users. */
export interface BotIdentity {
  appId: string;
  appPassword: string;
  tenantId: string;
}

/** A card, or a line of plain text. */
export type Content = Card | string;

/** The bot's connection to Teams: `authentication` verifies incoming calls, the other members send. */
export interface Connector {
  authentication: ConfigurationBotFrameworkAuthentication;
  adapter: CloudAdapter;
  /** Resolves if the identity provider accepts the bot. @throws PostFailed */
  signIn(): Promise<void>;
  /** Resolves with the id of the message. @throws CallFailed */
  send(address: ConversationAddress, content: Content): Promise<string>;
  /** Replaces a message. @throws CallFailed */
  update(address: ConversationAddress, activityId: string, content: Content): Promise<void>;
}

const ISSUER = 'https://api.botframework.com';
const KEY_ORIGIN = 'https://login.botframework.com';
const TOKEN_RETRY_MS = 60_000;

type Parts = Pick<ChannelHost, 'now' | 'originOf' | 'appToken'>;

/** The library's settings. It drops all defaults as soon as one is given. */
function settingsOf({ appId, appPassword }: BotIdentity, { originOf }: Parts) {
  const keys = `${originOf(KEY_ORIGIN)}/v1/.well-known/openidconfiguration`;
  return {
    MicrosoftAppId: appId,
    MicrosoftAppPassword: appPassword,
    MicrosoftAppType: 'MultiTenant',
    ToBotFromChannelTokenIssuer: ISSUER,
    ToBotFromChannelOpenIdMetadataUrl: keys,
    ToBotFromEmulatorOpenIdMetadataUrl: keys,
    ToChannelFromBotLoginUrl: 'https://login.microsoftonline.com/botframework.com',
    ToChannelFromBotOAuthScope: ISSUER,
    OAuthUrl: 'https://token.botframework.com',
    CallerId: '',
  };
}

/** Authenticates the bot's calls with a token from the tenant's identity provider, also in the sandbox. */
class Credentials extends ConfigurationServiceClientCredentialFactory {
  private readonly token: () => Promise<string>;

  constructor(settings: ReturnType<typeof settingsOf>, token: () => Promise<string>) {
    super(settings);
    this.token = token;
  }

  override async createCredentials(): ReturnType<ConfigurationServiceClientCredentialFactory['createCredentials']> {
    return {
      signRequest: async (request) => {
        request.headers.set('authorization', `Bearer ${await this.token()}`);
        return request;
      },
    };
  }
}

export function createConnector(identity: BotIdentity, parts: Parts): Connector {
  const { appId, appPassword, tenantId } = identity;
  const settings = settingsOf(identity, parts);
  const token = () =>
    parts.appToken({ tenantId, clientId: appId, clientSecret: appPassword }, `${ISSUER}/.default`).catch(() => {
      // the identity provider's error may quote the request
      throw new PostFailed(postFailure('botNoToken'), TOKEN_RETRY_MS, { isForAll: true });
    });
  const authentication = new ConfigurationBotFrameworkAuthentication(
    settings,
    new Credentials(settings, token),
    undefined,
    undefined,
    { httpClient: createHttpClient(parts.now) },
  );
  const adapter = new CloudAdapter(authentication);

  async function within<T>(address: ConversationAddress, work: (context: TurnContext) => Promise<T>): Promise<T> {
    let result: T;
    await adapter.continueConversationAsync(appId, referenceTo(address, identity), async (context) => {
      context.onSendActivities((_context, activities, next) => {
        for (const activity of activities) delete activity.replyToId; // made up by the library; these are not replies
        return next();
      });
      result = await work(context);
    });
    return result!;
  }

  return {
    authentication,
    adapter,
    signIn: async () => void (await token()),
    send: (address, content) =>
      within(address, async (context) => (await context.sendActivity(activityOf(content)))?.id ?? ''),
    update: (address, id, content) =>
      within(address, async (context) => void (await context.updateActivity({ ...activityOf(content), id }))),
  };
}

const referenceTo = (
  { conversationId, serviceUrl }: ConversationAddress,
  { appId, tenantId }: BotIdentity,
): Partial<ConversationReference> => ({
  channelId: 'msteams',
  serviceUrl,
  bot: { id: `28:${appId}`, name: '' },
  conversation: { id: conversationId, isGroup: false, conversationType: 'personal', tenantId, name: '' },
});

/**
 * The toast shows the summary; without one it says "Sent a card". A text would be shown above the card and repeat
 * everything.
 */
function activityOf(content: Content): Partial<Sent> {
  if (typeof content !== 'string')
    return { ...MessageFactory.attachment(CardFactory.adaptiveCard(content)), summary: content.fallbackText };
  return { ...MessageFactory.text(content), textFormat: 'plain' };
}
