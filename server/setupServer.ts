import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { DestinationStream } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { createCodeGuard, createSetupCode } from './administration/setupCode.ts';
import { createSetup } from './administration/setup.ts';
import { setupRoutes } from './administration/setupRoutes.ts';
import { builtClient, createApp } from './app.ts';
import { openFoundation, type Ground, type ServiceOptions } from './composition/ground.ts';
import { register } from './composition/people.ts';
import type { Config } from './foundation/config.ts';
import { ProblemError } from './foundation/errors.ts';
import { createPlatformFetch } from './foundation/http/outbound.ts';
import { endRequests } from './foundation/http/stopping.ts';
import { createLogger } from './foundation/logger.ts';
import { toListen } from './foundation/refusedStart.ts';
import { createLoops } from './foundation/schedule/loops.ts';
import { createLiveSettings, type LiveSettings } from './foundation/settings/liveSettings.ts';
import { createSettings, type Settings } from './foundation/settings/settings.ts';
import { isRegistered } from './people/identity/registrationSettings.ts';

/** A server that can do nothing but be set up (behaviour 2.9). */
export interface SetupServer {
  url: string;
  /** Lets its bearer set the product up; each start makes a new one. */
  code: string;
  /** Resolves when the registrations are stored, by this server or another. */
  completed: Promise<void>;
  close(): Promise<void>;
}

const notSetUp = (): never => {
  throw new ProblemError('not_set_up', 'Handback has to be set up first. Open it in a browser.', {
    retryAfterSeconds: 30,
  });
};

/** Catches all other API routes, which exist only once the product runs. */
const everythingElse: FastifyPluginAsync = async (app) => {
  app.all('/*', { schema: { hide: true } }, notSetUp);
};

export interface SetupOptions extends Pick<ServiceOptions, 'now' | 'steady' | 'limits' | 'withSignals'> {
  /** Where the log goes instead of standard output. */
  logTo?: DestinationStream;
}

/**
 * Serves the wizard and nothing else, on the product's port, until the set-up is complete.
 * @throws ConfigError naming what is wrong
 */
export async function startSetupServer(config: Config, options: SetupOptions = {}): Promise<SetupServer> {
  const ground = await openFoundation(config, { ...options, bots: [], logger: createLogger(config, options.logTo) });
  const code = createSetupCode();
  try {
    ground.readiness.watch('setup', () => 'it is not set up yet');
    const settings = createSettings({ ...ground, channels: [] });
    const live = await createLiveSettings({ settings, ...ground });
    const completed = new Promise<void>((resolve, reject) => {
      const finish = async (isThere: boolean) => void (isThere && resolve());
      live.follow(isRegistered, finish).catch(reject);
    });
    const app = await createSetupApp(ground, { settings, live }, code);
    await toListen('HOST, PORT', () => app.listen({ port: config.port, host: config.host }));
    const loops = createLoops([live.loop, ground.faultLoop], ground);
    loops.start();
    const { port } = app.server.address() as { port: number };
    let closing: Promise<void> | undefined;
    const end = async () => {
      await loops.stop();
      await endRequests(app);
      live.close();
      await closeFoundation(ground);
    };
    return {
      url: config.port === 0 ? `http://localhost:${port}` : config.publicUrl,
      code,
      completed,
      close: () => (closing ??= end()),
    };
  } catch (error) {
    await closeFoundation(ground);
    throw error;
  }
}

async function closeFoundation({ signals, database }: Ground): Promise<void> {
  await signals.close();
  await database.close();
}

function createSetupApp(
  ground: Ground,
  { settings, live }: { settings: Settings; live: LiveSettings },
  code: string,
): Promise<FastifyInstance> {
  const { config, callLimits, pressure, limits, logger } = ground;
  const platformFetch = createPlatformFetch(config.originMap);
  const setup = createSetup({
    settings,
    live,
    platformFetch,
    publicUrl: config.publicUrl,
    directoryOf: (registrations) => register(registrations, config, ground).directory,
  });
  const guards = [createCodeGuard(code, callLimits)];
  const actorOf = () => ({ actor: 'operator', verifiedBy: 'setup_code' }) as const;
  return createApp({
    version: packageJson.version,
    publicUrl: config.publicUrl,
    authenticateReaders: async () => notSetUp(),
    health: { ...ground, metricsAccess: null },
    trustedProxies: config.trustedProxies,
    logger,
    limits,
    pressure,
    clientConfig: notSetUp,
    client: builtClient(config),
    routes: [setupRoutes({ setup, guards, actorOf }), everythingElse],
  });
}
