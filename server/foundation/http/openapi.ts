import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ROUTES, type Route } from '../../../contract/routes.ts';
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
    transformObject: (document) => finished(jsonSchemaTransformObject(document) as Document, withoutBody),
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

const INBOX_HEADERS = {
  'inbox-version': 'The version of the inbox, which changes with it; also in the heartbeats of `GET /events`.',
  'inbox-counts': 'The counts of the whole inbox: `pending=2, unread=1, completed=0, expired=0, snoozed=0`.',
};
const ETAG = { etag: 'The version of all stored settings, for `If-Match`.' };

/** The response headers that clients may use. */
const HEADERS: Record<string, Record<string, string>> = {
  'GET /user/notifications': {
    ...INBOX_HEADERS,
    link: 'The address of the next page (`rel="next"`), if there is one.',
  },
  'GET /user/notifications/groups': INBOX_HEADERS,
  'GET /settings': ETAG,
  'PATCH /settings': ETAG,
  'GET /settings/roles': ETAG,
  'PATCH /settings/providers/:channel': ETAG,
};
const REFUSAL_HEADERS = { 'retry-after': 'With 429 and 503: the seconds to wait before a retry.' };

/** What the transformer writes where a route says nothing. */
const UNNAMED = 'Default Response';
const OUTCOMES: Record<string, string> = { 201: 'Made', 204: 'Done, without a body' };

/** A route's name in the contract's table. */
const nameOf = ({ method, url }: { method: string | string[]; url: string }): string =>
  `${[method].flat()[0]} ${url.replace(/^\/api/, '')}`;

/** The name of the route in generated clients: `getUserNotifications`, `postFlowsIdExecutions`. */
const operationIdOf = ({ method, path }: Route): string =>
  method.toLowerCase() + path.replace(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase());

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
    operationId: operationIdOf(route),
    ...(isPublic && { security: [] }),
    ...(route.access === 'keyHolder' && { security: [{ bearer: [] }, { apiKey: [] }] }),
    response: { ...response, default: PROBLEM },
  };
}

interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

interface Operation {
  requestBody?: { required?: boolean };
  responses: Record<string, { description: string; headers?: Record<string, { description: string; schema: object }> }>;
}

/** Adds what the transformer does not know about each operation. @param withoutBody names of the routes whose body may be omitted */
function finished<D extends Document>(document: D, withoutBody: ReadonlySet<string>): D {
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) {
      const name = nameOf({ method: method.toUpperCase(), url: path.replace(/\{(\w+)\}/g, ':$1') });
      if (operation.requestBody && withoutBody.has(name)) operation.requestBody.required = false;
      for (const [status, response] of Object.entries(operation.responses)) {
        const headers = status.startsWith('2') ? HEADERS[name] : REFUSAL_HEADERS;
        if (headers) response.headers = headersOf(headers);
        if (response.description === UNNAMED) response.description = OUTCOMES[status] ?? 'Done';
      }
    }
  openJson(document);
  dropUnused(document);
  return document;
}

const headersOf = (described: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(described).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

/**
 * A value that consists of values of the same kind is correct JSON Schema, but generators of clients make types of it
 * that do not compile.
 */
function openJson({ components: { schemas = {} } = {} }: Document): void {
  for (const name of ['Json', 'JsonInput']) if (name in schemas) schemas[name] = { description: 'any JSON value' };
}

/** The transformer writes each schema twice, for requests and for responses; most are used in only one of the two. */
function dropUnused({ paths, components }: Document): void {
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      const name = key === '$ref' ? String(each).split('/').at(-1)! : undefined;
      if (name === undefined) look(each);
      else if (!used.has(name)) {
        used.add(name);
        look(schemas[name]);
      }
    }
  };
  look(paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
