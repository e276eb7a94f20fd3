import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { PROBLEMS } from '../errors.ts';

const DESCRIPTION = [
  'Handback pauses an automated flow, asks people where they already are, and hands their answer back, exactly once.',
  '',
  'Every error is `application/problem+json` with a stable `code`:',
  '',
  '| code | status | what you can do |',
  '|---|---|---|',
  ...Object.entries(PROBLEMS).map(([code, { status, advice }]) => `| \`${code}\` | ${status} | ${advice} |`),
].join('\n');

/** OpenAPI 3.1 from the schemas of the contract. Register it before the routes that it is to describe. */
export async function installOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Handback', version, description: DESCRIPTION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** `/openapi.json` and `/docs`, public. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } });
}
