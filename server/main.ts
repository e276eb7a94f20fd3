import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { BOTS } from '../bot/index.ts';
import type { ChannelKind } from '../contract/channel.ts';
import { METRICS_PATH } from '../contract/routes.ts';
import { builtClient, createApp } from './app.ts';
import { assignmentRoutes } from './assignments/assignmentRoutes.ts';
import { noticeRoutes } from './assignments/noticeRoutes.ts';
import { sendingRoutes } from './assignments/sendingRoutes.ts';
import { chatRoutes } from './chats/chatRoutes.ts';
import { everyChatRoutes } from './chats/everyChatRoutes.ts';
import { logRoutes } from './chats/logRoutes.ts';
import { eventRoutes } from './channels/web/eventRoutes.ts';
import { directoryRoutes } from './people/directory/directoryRoutes.ts';
import { profileRoutes } from './people/profiles/profileRoutes.ts';
import { signOutRoutes } from './people/onBehalf/signOutRoutes.ts';
import { fileRoutes } from './files/fileRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { authoringRoutes } from './flow/authoringRoutes.ts';
import { executionRoutes } from './flow/executionRoutes.ts';
import { flowAccessRoutes } from './flow/flowAccessRoutes.ts';
import { flowRoutes } from './flow/flowRoutes.ts';
import { retirementRoutes } from './flow/retirementRoutes.ts';
import { secretRoutes } from './flow/secretRoutes.ts';
import type { Config } from './foundation/config.ts';
import type { MetricsAccess } from './foundation/health/metricsRoutes.ts';
import { startMetricsServer, type MetricsServer } from './foundation/health/metricsServer.ts';
import { endRequests } from './foundation/http/stopping.ts';
import { raiseConnectTimeout } from './foundation/http/connecting.ts';
import type { ClientTimeouts } from './foundation/http/slowClients.ts';
import type { Limits } from './foundation/limits.ts';
import { createLogger } from './foundation/logger.ts';
import { toListen } from './foundation/refusedStart.ts';
import { mayReadFile } from './requests/concerned.ts';
import { answerRoutes } from './requests/answerRoutes.ts';
import { notificationRoutes } from './requests/notificationRoutes.ts';
import { previewRoutes } from './requests/previewRoutes.ts';
import { promptRoutes } from './requests/promptRoutes.ts';
import { waitsOf } from './requests/waitDetails.ts';
import { requestRoutes } from './requests/requestRoutes.ts';
import { sentRoutes } from './requests/sentRoutes.ts';
import { viewRoutes } from './requests/viewRoutes.ts';
import { administrationRoutes } from './composition/administrationRoutes.ts';
import { documentsIn, toClientConfig } from './composition/clientConfig.ts';
import type { ServiceOptions } from './composition/ground.ts';
import { createServices, type Services } from './composition/services.ts';

export interface StartOptions {
  /** Overrides the configured limits; load tests lift them. */
  limits?: Partial<Limits>;
  /** How long the server waits for slow clients. */
  patience?: Partial<ClientTimeouts>;
  now?: () => number;
  /** Measures intervals; a steady clock of its own unless given. */
  steady?: () => number;
  /** Tests tick the loops themselves. */
  withLoops?: boolean;
  /** How long another server may be silent before its executions are taken over, in ms. */
  leaseMs?: number;
  /** How often the server looks for profiles that are due, in ms. */
  profilesEveryMs?: number;
  /**
   * False: this server exchanges no signals with other servers and falls back to polling. For the test of that
   * fallback.
   */
  withSignals?: boolean;
  /** Replaces the product's chat channels; for the test that no other code depends on how many there are. */
  bots?: ChannelKind[];
  /** Further subjects people get messages about, beside requests; for the test that no other code knows the kinds. */
  subjects?: ServiceOptions['subjects'];
  /** Where the log goes instead of standard output. */
  logTo?: DestinationStream;
}

export interface Product {
  url: string;
  /** Where this server's metrics can be read; null: nowhere. */
  metricsUrl: string | null;
  app: FastifyInstance;
  services: Services;
  /** Hands its work to other servers, reports not ready while it drains, lets requests finish, and stops. */
  close(): Promise<void>;
}

/** Connections the system queues while the process is busy; beyond that it lets clients retry after a second. */
const BACKLOG = 4096;

/** Builds every part, listens, and starts the loops. @throws NotSetUp, or ConfigError naming what is missing */
export async function start(config: Config, options: StartOptions = {}): Promise<Product> {
  raiseConnectTimeout();
  const logger = createLogger(config, options.logTo);
  const services = await createServices(config, { bots: BOTS, ...options, logger });
  let metricsServer: MetricsServer | null = null;
  try {
    metricsServer = await openMetrics(config, services, logger);
    const app = await createProductApp(config, services, { ...options, logger });
    await toListen('HOST, PORT', () => app.listen({ port: config.port, host: config.host, backlog: BACKLOG }));
    if (options.withLoops !== false) services.background.start();
    const { port } = app.server.address() as { port: number };
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= stopCalmly(app, services, config.drainMs).finally(() => metricsServer?.close()));
    const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
    const metricsUrl = metricsServer?.url ?? (config.metricsToken === null ? null : url);
    return { url, metricsUrl: metricsUrl && metricsUrl + METRICS_PATH, app, services, close };
  } catch (error) {
    await metricsServer?.close();
    await services.stop();
    await services.close();
    throw error;
  }
}

/** Serves metrics on a port of their own if one is configured. */
async function openMetrics(config: Config, services: Services, logger: Logger): Promise<MetricsServer | null> {
  const { metricsPort: port, metricsHost: host } = config;
  return port === null
    ? null
    : startMetricsServer({ ...services.ground, ...metricsAccessOf(config, services), port, host, logger });
}

const metricsAccessOf = ({ metricsToken }: Config, { ground: { metrics, callLimits } }: Services): MetricsAccess => ({
  metrics,
  callLimits,
  token: metricsToken,
});

/** The order matters: requests are served for as long as a proxy may still send them here. */
async function stopCalmly(app: FastifyInstance, services: Services, drainMs: number): Promise<void> {
  services.beginStop();
  await sleep(drainMs);
  services.endStreams();
  await endRequests(app);
  await services.stop();
  await services.close();
}

function createProductApp(config: Config, services: Services, { patience, logger }: StartOptions & { logger: Logger }) {
  const { ground, people, work, streams } = services;
  const isBesideAll = config.metricsPort === null && config.metricsToken !== null;
  return createApp({
    version: packageJson.version,
    publicUrl: config.publicUrl,
    authenticateReaders: config.mode === 'sandbox' ? null : people.authenticate,
    health: { ...ground, metricsAccess: isBesideAll ? metricsAccessOf(config, services) : null },
    trustedProxies: config.trustedProxies,
    logger,
    limits: ground.limits,
    patience,
    pressure: ground.pressure,
    clientConfig: () => toClientConfig(config, packageJson.version, services),
    client: builtClient(config, () => documentsIn(config, services.live.current())),
    routes: [
      directoryRoutes(people),
      profileRoutes(people),
      signOutRoutes(people),
      flowRoutes({
        ...ground,
        ...people,
        ...work,
        checkChat: async (id, caller) => void (await work.chats.open(id, caller)),
      }),
      authoringRoutes({ ...people, ...work, channelsForAuthors: () => channelsOf(services) }),
      secretRoutes({ ...people, ...work }),
      flowAccessRoutes({ ...people, ...work }),
      retirementRoutes({ ...people, ...work }),
      executionRoutes({ ...ground, ...people, ...work, waitsOf: (id) => waitsOf(ground.reader, id) }),
      notificationRoutes({ ...ground, ...people }),
      answerRoutes({ ...people, ...work }),
      previewRoutesOf(services),
      promptRoutes({ ...ground, ...people, ...work }),
      requestRoutes({ ...ground, ...people }),
      sentRoutes({ ...ground, ...people, ...work, channelNames: () => [...services.channels.keys()] }),
      viewRoutes({ ...ground, ...people }),
      fileRoutes({ ...people, ...work, mayRead: (file, caller) => mayReadFile(ground.reader, file, caller) }),
      searchRoutes({ ...people, ...services }),
      chatRoutes({ ...ground, ...people, ...work }),
      everyChatRoutes({ ...ground, ...people }),
      logRoutes({ ...ground, ...people, ...work }),
      assignmentRoutes({ ...ground, ...people, ...work.assigned }),
      sendingRoutes({ ...ground, ...people, ...work.assigned }),
      noticeRoutes({ ...ground, ...people }),
      eventRoutes({ ...ground, ...people, streams }),
      ...administrationRoutes(config, services),
      ...services.channelRoutes,
    ],
  });
}

function previewRoutesOf(services: Services) {
  const { ground, people, work } = services;
  const { timeZone } = ground.config;
  const { asReader } = people.profiles;
  return previewRoutes({ ...ground, ...people, ...work, ...services, asReader, timeZone });
}

/** All channels, configured or not. */
const channelsOf = ({ kinds, channels }: Services) =>
  [...kinds.values()].map(({ name, displayName }) => ({ name, displayName, isOn: channels.has(name) }));
