import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ROUTES } from '../../../contract/routes.ts';
import { PROBLEMS } from '../errors.ts';
import type { Authenticate } from './authenticate.ts';
import { takesNothing } from './limits.ts';

const DESCRIPTION = [
  'Handback pauses an automated flow, asks people where they already are, and hands their answer back, exactly once.',
  '',
  'Every error is `application/problem+json` with a stable `code`:',
  '',
  '| code | status | what you can do |',
  '|---|---|---|',
  ...Object.entries(PROBLEMS).map(([code, { status, advice }]) => `| \`${code}\` | ${status} | ${advice} |`),
].join('\n');

/** OpenAPI 3.1 from the schemas of the contract. Register it before the routes it describes. */
export async function installOpenApi(app: FastifyInstance, version: string): Promise<void> {
  const withoutBody = new Set<string>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Handback', version, description: DESCRIPTION },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: { type: 'http', scheme: 'ApiKey', description: 'The key that administrators create for scripts.' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      const name = nameOf(document.route);
      if (takesNothing(document.schema?.body)) withoutBody.add(name);
      return { schema: describe(schema, name), url };
    },
    transformObject: (document) =>
      withOptionalBodies(withWholeReferences(jsonSchemaTransformObject(document)), withoutBody),
  });
}

/** Everything the page needs is served by us. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `/openapi.json` and `/docs`. @param authenticate if only signed-in people may read them */
export async function serveOpenApi(app: FastifyInstance, authenticate: Authenticate | null): Promise<void> {
  await app.register(async (docs) => {
    if (authenticate) docs.addHook('onRequest', authenticate);
    docs.get('/openapi.json', () => docs.swagger());
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: app.prefix,
      staticCSP: DOCS_POLICY,
      theme: { title: 'Handback API' },
      uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    });
  });
}

const inType = (mediaType: string) => ({
  200: { description: 'Done', content: { [mediaType]: { schema: { type: 'string' } } } },
});

const PROBLEM = {
  description: 'What went wrong',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const PAGE = inType('text/html')[200].content;
/** HTML by default; clients that ask for JSON but not for HTML get a problem. */
const WRONG_PAGE = { ...PROBLEM, content: { ...PROBLEM.content, ...PAGE } };
const asPage = { ...inType('text/html'), '4xx': WRONG_PAGE, '5xx': WRONG_PAGE };

const TAGGED =
  'The header `ETag` identifies the stored version. If a change sends it as `If-Match`, nothing is stored if that version has changed (412 `changed_meanwhile`).';

/** What the contract's schemas do not say: bodies other than JSON. */
const MORE: Record<string, FastifySchema & { description?: string; consumes?: string[] }> = {
  'POST /user/notifications/:id/respond': { consumes: ['application/json', 'text/plain'] },
  'GET /events': {
    description: 'Server-sent events, until the token of the caller expires.',
    response: inType('text/event-stream'),
  },
  'POST /files': {
    description: 'The body is the file itself, its media type the content type; 25 MiB at most.',
    consumes: ['*/*'],
    body: { type: 'string', format: 'binary' },
  },
  'GET /settings': { description: TAGGED },
  'GET /settings/roles': { description: TAGGED },
  'PATCH /settings': { description: TAGGED },
  'GET /audit.csv': { response: inType('text/csv') },
  'GET /assignments/export.csv': { response: inType('text/csv') },
  'GET /files/:id': { response: inType('application/octet-stream') },
  'GET /flow/external-response': {
    description: 'A page that works without scripts. Unknown, used and expired tokens all get the same 410.',
    querystring: { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] },
    response: asPage,
  },
  'POST /flow/external-response': {
    description: 'A form field is named `f_` plus the name of its variable.',
    consumes: ['application/x-www-form-urlencoded'],
    body: {
      type: 'object',
      properties: { token: { type: 'string' }, nonce: { type: 'string' }, note: { type: 'string' } },
      required: ['token'],
      additionalProperties: { type: 'string' },
    },
    response: asPage,
  },
  'POST /messages': {
    description: 'Activities of the Bot Framework, with its token; for nobody else.',
    body: { type: 'object', additionalProperties: true },
  },
  'POST /slack/events': {
    description: 'Events, interactions and the slash command, with Slack’s signature; for nobody else.',
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    body: { type: 'object', additionalProperties: true },
  },
  'GET /flow/external-response/style.css': { response: inType('text/css') },
};

/** A route's name in the contract's table. */
const nameOf = ({ method, url }: { method: string | string[]; url: string }): string =>
  `${[method].flat()[0]} ${url.replace(/^\/api/, '')}`;

/** Describes a route from the contract's table; routes that are not in it are hidden. */
function describe(schema: FastifySchema | undefined, name: string): FastifySchema {
  const route = ROUTES.find(({ method, path }) => `${method} ${path}` === name);
  if (!route) return { hide: true };
  const isPublic = ['anyone', 'tokenHolder', 'platform', 'docsReader'].includes(route.access);
  const described = { tags: [route.path.split(/[/.]/)[1]!], ...schema, ...MORE[name] };
  const response = described.response ?? { 200: { description: 'Done', type: 'object' } };
  return {
    ...described,
    summary: route.summary,
    ...(isPublic && { security: [] }),
    ...(route.access === 'keyHolder' && { security: [{ bearer: [] }, { apiKey: [] }] }),
    response: { ...response, default: PROBLEM },
  };
}

interface Described {
  paths?: Record<string, Record<string, { requestBody?: { required?: boolean } }>>;
}

/** @param names the routes whose body may be omitted */
function withOptionalBodies<T>(document: T, names: ReadonlySet<string>): T {
  for (const [path, operations] of Object.entries((document as Described).paths ?? {}))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const name = nameOf({ method: method.toUpperCase(), url: path.replace(/\{(\w+)\}/g, ':$1') });
      if (requestBody && names.has(name)) requestBody.required = false;
    }
  return document;
}

/** The transformer writes broken references to shared schemas (`/__shared#/`); this repairs them. */
function withWholeReferences<T>(document: T): T {
  return JSON.parse(JSON.stringify(document).replaceAll('/__shared#/', '/__shared/')) as T;
}
