import { fileURLToPath } from 'node:url';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { ClientConfig } from '../contract/client.ts';
import { staticClient, type StaticClientOptions } from './channels/web/staticClient.ts';
import type { Authenticate } from './foundation/http/authenticate.ts';
import { installHealth, type Health } from './foundation/health/health.ts';
import { isOverload } from './foundation/database/unitOfWork.ts';
import { createAdmission, installAdmission, type Admission } from './foundation/http/admission.ts';
import type { Pressure } from './foundation/http/admissionRules.ts';
import { installCompression } from './foundation/http/compress.ts';
import { installLimits } from './foundation/http/limits.ts';
import { installOpenApi, serveOpenApi } from './foundation/http/openapi.ts';
import { closeConnectionsWhen } from './foundation/http/stopping.ts';
import { trustOf, warnOfUntrustedProxies } from './foundation/http/proxies.ts';
import { beforeRouting, installProblems, validatorCompiler } from './foundation/http/problem.ts';
import { boundSlowClients, PATIENCE, serverTimeouts, type ClientTimeouts } from './foundation/http/slowClients.ts';
import { enforceHttps } from './foundation/http/transport.ts';
import type { Config } from './foundation/config.ts';
import { DEFAULT_LIMITS, type Limits } from './foundation/limits.ts';
import { createRequestIds } from './foundation/http/requestId.ts';
import { serializerCompiler } from './foundation/http/serializer.ts';
import { loginOriginOf } from './people/identity/registrations.ts';

export interface AppParts {
  version: string;
  /** Where people reach the server. */
  publicUrl: string;
  /** Who may read the API documentation; null: anyone. */
  authenticateReaders: Authenticate | null;
  /** Plugins with the routes of features and channels, all mounted under `/api`. */
  routes: FastifyPluginAsync[];
  clientConfig(): ClientConfig;
  client: StaticClientOptions;
  trustedProxies: string[];
  logger: FastifyBaseLogger | false;
  limits?: Partial<Limits>;
  patience?: Partial<ClientTimeouts>;
  /** How much work is waiting on this server. */
  pressure(): Pressure;
  health: Health;
}

export const CLIENT_ROOT = fileURLToPath(new URL('../out/web', import.meta.url));

/**
 * The web client as built by `npm run build`. @param documents the Graph access the client has, read at each page load
 */
export const builtClient = (
  { originMap }: Pick<Config, 'originMap'>,
  documents: () => ClientConfig['documents'] = () => null,
): StaticClientOptions => ({
  root: CLIENT_ROOT,
  connectSources: () => [...new Set([loginOriginOf(originMap), documents()?.graph ?? []].flat())],
});

/** The one server: the API under `/api`, the web client at `/`. Main, tests and benches all use this function. */
export async function createApp({
  version,
  publicUrl,
  authenticateReaders,
  routes,
  clientConfig,
  client,
  trustedProxies,
  logger,
  limits: given,
  patience: wanted,
  pressure,
  health,
}: AppParts): Promise<FastifyInstance> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const patience = { ...PATIENCE, ...wanted };
  const isTrustedProxy = trustOf(trustedProxies);
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }), // its lines would hold whole URLs, and a query may hold a token
    genReqId: createRequestIds(isTrustedProxy),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: limits.bodyBytes,
    ...serverTimeouts(patience),
    forceCloseConnections: 'idle', // requests under way may finish
    return503OnClosing: false, // requests on a connection that is already open are still served
    routerOptions: { maxParamLength: 200 },
    ...beforeRouting,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  closeConnectionsWhen(app, () => health.readiness.isStopping());
  installProblems(app, isOverload);
  const newcomers = boundSlowClients(app, { limits, patience, isTrustedProxy });
  warnOfUntrustedProxies(app, isTrustedProxy);
  enforceHttps(app, publicUrl);
  await installHealth(app, health);
  await app.register(staticClient, client);
  await app.register(
    async (api) => {
      await installLimits(api, limits);
      installAdmission(api, createCountedAdmission({ pressure, settled: newcomers.settled }, health));
      await installOpenApi(api, version);
      installCompression(api);
      api.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff');
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      api.get(
        '/client-config',
        { config: { hasNoTurn: true }, schema: { tags: ['client'], response: { 200: ClientConfig } } },
        clientConfig,
      );
      for (const plugin of routes) await api.register(plugin);
      await serveOpenApi(api, authenticateReaders);
    },
    { prefix: '/api' },
  );
  return app;
}

const createCountedAdmission = (parts: Parameters<typeof createAdmission>[0], { metrics }: Health): Admission =>
  createAdmission({ ...parts, onRefused: (kind) => metrics.count('handback_turned_away_total', { kind }) });
