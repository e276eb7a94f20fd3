import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId } from './foundation/newId.ts';
import { ClientConfig } from '../contract/client.ts';
import { staticClient, type StaticClientOptions } from './channels/web/staticClient.ts';
import { isOverload } from './foundation/database/unitOfWork.ts';
import { installCompression } from './foundation/http/compress.ts';
import { HTTP_LIMITS, installLimits, type HttpLimits } from './foundation/http/limits.ts';
import { installOpenApi, serveOpenApi } from './foundation/http/openapi.ts';
import { atTheDoor, installProblems } from './foundation/http/problem.ts';

export interface AppParts {
  version: string;
  /** Plugins with the routes of features and channels, all mounted under `/api`. */
  routes: FastifyPluginAsync[];
  clientConfig: ClientConfig;
  client: StaticClientOptions;
  trustedProxies: string[];
  logger: FastifyBaseLogger | false;
  limits?: Partial<HttpLimits>;
}

/** The one server: the API under `/api`, the web client at `/`. Main, tests and benches use the same function. */
export async function createApp({
  version,
  routes,
  clientConfig,
  client,
  trustedProxies,
  logger,
  limits,
}: AppParts): Promise<FastifyInstance> {
  const { bodyBytes, ...rest } = { ...HTTP_LIMITS, ...limits };
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }), // its lines hold whole URLs, and a query may hold a token
    genReqId: () => newId(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: bodyBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    ...atTheDoor,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installProblems(app, isOverload);
  await app.register(staticClient, client);
  await app.register(
    async (api) => {
      await installLimits(api, { bodyBytes, ...rest });
      await installOpenApi(api, version);
      installCompression(api);
      api.addHook('onSend', async (_request, reply) => {
        reply.header('x-content-type-options', 'nosniff');
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      api.get('/client-config', { schema: { tags: ['client'], response: { 200: ClientConfig } } }, () => clientConfig);
      for (const plugin of routes) await api.register(plugin);
      await serveOpenApi(api);
    },
    { prefix: '/api' },
  );
  return app;
}
