import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Channel, ChannelHost } from '../contract/channel.ts';
import { createChannelHost } from './channels/host.ts';
import { createEmailChannel } from './channels/email/emailChannel.ts';
import { RESPONSE_LIMITS, type ResponseLimits } from './channels/email/responseLimits.ts';
import { createEventStreams, type EventStreams } from './channels/web/eventStream.ts';
import { createChatService, type ChatService } from './chats/chatService.ts';
import { createEngine, type Engine } from './flow/engine.ts';
import { dropAllLeases } from './flow/executionStore.ts';
import { executionRetention } from './flow/executionRetention.ts';
import type { WaitDetails } from './flow/executionView.ts';
import { createExpressions } from './flow/expressions.ts';
import { createFlowService, type FlowService } from './flow/flowService.ts';
import { auditRetention } from './foundation/audit/auditRetention.ts';
import { createSealer } from './foundation/audit/sealer.ts';
import type { Config } from './foundation/config.ts';
import { openDatabase, type Database } from './foundation/database/connection.ts';
import { claimInstallation, migrateToLatest } from './foundation/database/migrate.ts';
import { createLocalSignals, PostgresSignals, type Signals } from './foundation/database/signals.ts';
import { createUnitOfWork, type UnitOfWork } from './foundation/database/unitOfWork.ts';
import { createAuthenticate, type Authenticate } from './foundation/http/authenticate.ts';
import { createGuardedFetch, createPlatformFetch } from './foundation/http/outbound.ts';
import { createLoops, every, type Loop, type Loops } from './foundation/schedule/loops.ts';
import { createRetention } from './foundation/schedule/retention.ts';
import { createCipher, type Cipher } from './foundation/settings/cipher.ts';
import { loadKey } from './foundation/settings/key.ts';
import { createSettings, type Settings } from './foundation/settings/settings.ts';
import { createDeliveryLoop } from './messages/deliveries/deliveryLoop.ts';
import { tokenRetention } from './messages/deliveries/tokenRetention.ts';
import { createNodeTypes } from './nodeTypes.ts';
import { createCachedDirectory } from './people/directory/cachedDirectory.ts';
import type { Directory } from './people/directory/directory.ts';
import { createGraphClient } from './people/directory/graphClient.ts';
import { createGraphDirectory } from './people/directory/graphDirectory.ts';
import { createBearerVerifier } from './people/identity/bearer.ts';
import { createCallerResolver } from './people/identity/caller.ts';
import { createServerRegistration } from './people/identity/registrations.ts';
import { createAnswerRequest, type AnswerRequest } from './requests/answerRequest.ts';
import { createAnswerValues } from './requests/answerValues.ts';
import { createBroker, type Broker } from './requests/broker.ts';
import { createDescribeRequest, type DescribeRequest } from './requests/describeRequest.ts';
import { createOptionsSources, type OptionsSources } from './requests/optionsSource.ts';
import { promptTemplateRetention, requestRetention } from './requests/requestRetention.ts';
import { requestSubject } from './requests/requestSubject.ts';
import { waitsOf } from './requests/waitDetails.ts';

/** Every part of a server that is not HTTP; main mounts routes on it, tests and benches use it without. */
export interface Services {
  config: Config;
  database: Database;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  settings: Settings;
  directory: Directory;
  authenticate: Authenticate;
  flows: FlowService;
  engine: Engine;
  broker: Broker;
  chats: ChatService;
  answer: AnswerRequest;
  describe: DescribeRequest;
  options: OptionsSources;
  streams: EventStreams;
  channels: ReadonlyMap<string, Channel>;
  hostFor(channel: string): ChannelHost;
  waitsOf(executionId: string): Promise<ReadonlyMap<string, WaitDetails>>;
  loops: Loops;
  now(): number;
  start(): void;
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
  /** Ends connections; after `stop`. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  logger: Logger;
  now?: () => number;
  leaseMs?: number;
  withSignals?: boolean;
  responseLimits?: Partial<ResponseLimits>;
}

const HEARTBEAT_MS = 15_000;

/** Opens the database, then builds every part on it; nothing runs before `start`. */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  const { logger, now = Date.now } = options;
  const database = await openDatabase(config.databaseUrl);
  try {
    await migrateToLatest(database.writer);
    await claimInstallation(database.writer, config.mode, now());
    const report = (error: unknown, about: string) => logger.error({ err: error, about }, 'a part failed');
    const signals =
      database.kind === 'sqlite' || options.withSignals === false
        ? createLocalSignals((error) => report(error, 'signals'))
        : await PostgresSignals.connect({ connectionString: config.databaseUrl }, (error) => report(error, 'signals'));
    const units = createUnitOfWork(database.writer, { onHookError: (error) => report(error, 'afterCommit') });
    if (database.kind === 'sqlite') await units.run(({ trx }) => dropAllLeases(trx));
    return await build({ config, options: { ...options, now }, database, signals, units, report });
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Ground {
  config: Config;
  options: ServiceOptions & { now(): number };
  database: Database;
  signals: Signals;
  units: UnitOfWork;
  report(error: unknown, about: string): void;
}

async function build(ground: Ground): Promise<Services> {
  const { config, options, database, signals, units, report } = ground;
  const { now, logger, leaseMs } = options;
  const { reader } = database;
  const cipher = createCipher(await loadKey(config));
  const people = buildPeople(config, now);
  const { directory } = people;
  const guardedFetch = createGuardedFetch({ allowedPrivateHosts: config.allowedPrivateHosts });
  const expressions = createExpressions();

  const broker = createBroker({ units, reader, signals, now, report, release: (ids) => engine.take(ids) });
  const openSecret = async (reference: string) => cipher.open(reference);
  const channelNames = () => [...channels.keys()];
  const nodeTypes = createNodeTypes({ guardedFetch, openSecret, directory, signals, reader, broker, channelNames });
  const flows = createFlowService({ units, reader, nodeTypes, now });
  const engine = createEngine({
    units,
    reader,
    signals,
    nodeTypes,
    flowOf: (id, version) => flows.compiled(id, version),
    expressions,
    now,
    report,
    isAwaitedHere: (id) => broker.waiters.hasExecution(id),
    leaseMs,
  });

  const optionsSources = createOptionsSources({ reader, units, guardedFetch, expressions });
  const values = createAnswerValues({ directory, cipher, options: optionsSources });
  const answer = createAnswerRequest({ reader, units, broker, values, now });
  const describe = createDescribeRequest({ reader, publicUrl: config.publicUrl, now });
  const chats = createChatService({ units, reader, signals, flows, engine, now });
  const hostFor = (channel: string) =>
    createChannelHost({
      channel,
      publicUrl: config.publicUrl,
      reader,
      units,
      directory,
      answer,
      describe,
      log: logger,
      now,
    });
  const { settings, channels, closeChannels } = await buildChannels(ground, cipher);
  const authenticate = createAuthenticate(await people.callers(settings));
  const streams = createEventStreams({ reader, signals, report: (error) => report(error, 'events') });

  const deliveries = createDeliveryLoop({
    units,
    reader,
    channels: () => channels,
    subject: requestSubject({ reader, describe }),
    now,
    random: Math.random,
    report,
  });
  const heartbeat = every('events.heartbeat', HEARTBEAT_MS, () => streams.heartbeat());
  const all: Loop[] = [...engine.loops, ...broker.loops, deliveries, createSealer({ units, reader }), heartbeat];
  const loops = createLoops(all, { now, report });
  signals.subscribe({
    changed(topic) {
      if (topic !== 'delivery') return;
      deliveries.poke();
      loops.poke();
    },
  });
  const retention = createRetention({
    rows: [promptTemplateRetention, tokenRetention, requestRetention, executionRetention, auditRetention],
    inUnit: (work) => units.run(({ trx }) => work(trx)),
    now,
    report,
  });

  return {
    config,
    database,
    reader,
    units,
    signals,
    settings,
    directory,
    authenticate,
    flows,
    engine,
    broker,
    chats,
    answer,
    describe,
    options: optionsSources,
    streams,
    channels,
    hostFor,
    waitsOf: (executionId) => waitsOf(reader, executionId),
    loops,
    now,
    start() {
      loops.start();
      retention.start();
    },
    async stop() {
      streams.close();
      await loops.stop();
      await retention.stop();
      await engine.close();
      broker.close();
    },
    async close() {
      closeChannels();
      await expressions.close();
      await signals.close();
      await database.close();
    },
  };
}

/** Who is who: the directory, and who calls. */
function buildPeople(config: Config, now: () => number) {
  const { tenantId, clientId, directoryClientId, directoryClientSecret, directoryAuthType } = config;
  const platformFetch = createPlatformFetch(config.originMap);
  const ids = { tenantId: tenantId!, clientId: clientId!, directoryClientId: directoryClientId! };
  const registration = createServerRegistration({ ...ids, directoryClientSecret, directoryAuthType, platformFetch });
  const graph = createGraphClient({
    graphToken: () => registration.graphToken(),
    platformFetch,
    now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  });
  const directory = createCachedDirectory(createGraphDirectory(graph), now);
  const verifyBearer = createBearerVerifier({ ...ids, platformFetch, now });
  return {
    directory,
    async callers(settings: Settings) {
      const [adminGroupIds, authorGroupIds] = await Promise.all([
        settings.get('adminGroupIds'),
        settings.get('authorGroupIds'),
      ]);
      return createCallerResolver({ verifyBearer, directory, adminGroupIds, authorGroupIds });
    },
  };
}

/** The channels that are configured; settings are read once, at start. */
async function buildChannels({ config, options, database, units }: Ground, cipher: Cipher) {
  const { now } = options;
  const limits = { ...RESPONSE_LIMITS, ...options.responseLimits };
  const emailOf = (smtpUrl: string | null, from: string | null) =>
    createEmailChannel({ publicUrl: config.publicUrl, smtpUrl, from, now, limits });
  const known = [emailOf(null, null)];
  const settings = createSettings({ units, reader: database.reader, cipher, config, now, channels: known });
  const { email } = (await settings.get('notificationProviders')) as {
    email?: { enabled?: boolean; smtpUrl?: string; from?: string };
  };
  const channels = new Map<string, Channel>();
  const sender = email?.enabled && email.smtpUrl ? emailOf(email.smtpUrl, email.from ?? null) : null;
  if (sender) channels.set(sender.name, sender);
  return { settings, channels, closeChannels: () => sender?.close() };
}
