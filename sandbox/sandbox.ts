// The sandbox: a tenant on this machine. Tokens carry the production issuers and the product keeps the production
// addresses; only `originMap` (server) and `authorityMetadata` (MSAL in the browser and on the desktop) redirect to the
// stand-ins.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../server/foundation/config.ts';
import { graphRoutes, type Graph } from './graph/graph.ts';
import { DOWNLOAD_ORIGIN } from './graph/libraryRoutes.ts';
import { discoveryDocument } from './identity/discovery.ts';
import {
  createIdentityProvider,
  type IdentityOptions,
  type IdentityProvider,
  type TokenOptions,
} from './identity/identityProvider.ts';
import { identityRoutes } from './identity/routes.ts';
import { startMailCatcher, type MailCatcher } from './mail/mailCatcher.ts';
import { mailboxRoutes } from './mail/routes.ts';
import { explainBusyPort, sandboxPorts, type SandboxPorts } from './ports.ts';
import { SEARCH_ORIGIN, searchServiceRoutes, type SearchService } from './search/searchService.ts';
import { SLACK_APP, SLACK_FILES_ORIGIN, SLACK_ORIGIN, slackStandIn } from './slack/slackApp.ts';
import { channelServiceRoutes, createChannelService, KEY_ORIGIN, type ChannelService } from './teams/channelService.ts';
import { readTenant, type Tenant } from './tenant.ts';

/** The part of the product's configuration that the sandbox sets. */
export type SandboxConfig = Pick<
  Config,
  | 'tenantId'
  | 'clientId'
  | 'directoryClientId'
  | 'directoryClientSecret'
  | 'docSiteClientId'
  | 'docSiteClientSecret'
  | 'smtpUrl'
  | 'mailFrom'
  | 'teamsAppId'
  | 'teamsAppPassword'
  | 'teamsTenantId'
  | 'slackBotToken'
  | 'slackSigningSecret'
  | 'originMap'
  | 'authorityMetadata'
  | 'mailboxUrl'
>;

export interface SandboxOptions extends IdentityOptions {
  /** `SANDBOX_PORT_BASE`; default: the fixed ports. 0: any free ports. */
  portBase?: number | string;
  /** Single ports, which override `portBase`. */
  ports?: Partial<SandboxPorts>;
  /** Default: a fresh copy of `tenant.json`. */
  tenant?: Tenant;
}

export interface Sandbox {
  tenant: Tenant;
  identity: IdentityProvider & { url: string };
  graph: Graph & { url: string };
  mail: MailCatcher & { url: string };
  search: SearchService;
  teams: ChannelService;
  config: SandboxConfig;
  /** A bearer token for the product's API. @param email object id, user principal name or mail address */
  tokenFor(email: string, options?: TokenOptions): Promise<string>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

async function listen(app: FastifyInstance, service: string, port: number): Promise<string> {
  try {
    await app.listen({ host: HOST, port });
  } catch (error) {
    throw explainBusyPort(error, service, port);
  }
  return `http://localhost:${(app.server.address() as AddressInfo).port}`;
}

/** Starts everything; stops what was started if a later part fails. */
async function startAll(
  ports: SandboxPorts,
  { provider, teams }: { provider: IdentityProvider; teams: ChannelService },
  now: () => number,
) {
  const { tenant, signing } = provider;
  const stops: (() => Promise<unknown>)[] = [];
  const close = async () => void (await Promise.all(stops.map((stop) => stop())));
  try {
    let url = '';
    const platform = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
    stops.push(() => platform.close());
    platform.register(async (app) => identityRoutes(app, provider, () => url, now));
    platform.register(async (app) => channelServiceRoutes(app, teams, () => url));
    const parts = { tenant, verificationKey: signing.verificationKey, now };
    const graph = graphRoutes(platform, parts);
    const search = searchServiceRoutes(platform, parts);
    url = await listen(platform, "the sandbox's identity provider", ports.identity);

    const catcher = await startMailCatcher(HOST, ports.smtp, now).catch((error: unknown) => {
      throw explainBusyPort(error, "the sandbox's mail catcher", ports.smtp);
    });
    stops.push(() => catcher.close());
    const mailbox = fastify({ forceCloseConnections: true });
    stops.push(() => mailbox.close());
    mailboxRoutes(mailbox, catcher);
    const mailboxUrl = await listen(mailbox, "the sandbox's mailbox", ports.mailbox);
    return { url, graph, search, catcher, mailboxUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts identity provider, Graph and mail catcher. @throws Error with one line if a port is taken */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const ports = { ...sandboxPorts(options.portBase), ...options.ports };
  const tenant = options.tenant ?? readTenant();
  const now = options.now ?? Date.now;
  const provider = await createIdentityProvider(tenant, options);
  const teams = await createChannelService(tenant, now);
  const { url, graph, search, catcher, mailboxUrl, close } = await startAll(ports, { provider, teams }, now);
  const { client, server, bot, docSite } = tenant.registrations;
  return {
    tenant,
    identity: { ...provider, url },
    graph: { ...graph, url: `${url}/v1.0` },
    mail: { ...catcher, url: mailboxUrl },
    search,
    teams,
    config: {
      tenantId: tenant.id,
      clientId: client.clientId,
      directoryClientId: server.clientId,
      directoryClientSecret: server.secret,
      docSiteClientId: docSite.clientId,
      docSiteClientSecret: docSite.secret,
      smtpUrl: catcher.smtpUrl,
      mailFrom: `Handback <handback@${tenant.domain}>`,
      teamsAppId: bot.clientId,
      teamsAppPassword: bot.secret,
      teamsTenantId: tenant.id,
      slackBotToken: SLACK_APP.botToken,
      slackSigningSecret: SLACK_APP.signingSecret,
      originMap: {
        'https://login.microsoftonline.com': url,
        'https://graph.microsoft.com': url,
        [DOWNLOAD_ORIGIN]: url,
        [SEARCH_ORIGIN]: url,
        [KEY_ORIGIN]: url,
        [SLACK_ORIGIN]: slackStandIn(ports.slack),
        [SLACK_FILES_ORIGIN]: slackStandIn(ports.slack),
      },
      authorityMetadata: JSON.stringify(discoveryDocument(tenant, url)),
      mailboxUrl,
    },
    tokenFor: provider.issueFor,
    close,
  };
}
