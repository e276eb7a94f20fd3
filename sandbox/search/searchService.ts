import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { transitiveGroups } from '../graph/membership.ts';
import { SEARCH_SERVICE } from '../identity/scopes.ts';
import { issuerV1, issuerV2 } from '../identity/tokens.ts';
import type { Tenant } from '../tenant.ts';
import { parseQuery } from './lucene.ts';
import { parseFilter, type Document, type Test } from './odata.ts';
import { SearchRefusal } from './refusal.ts';

/** The origin of the sandbox's Azure AI Search service. */
export const SEARCH_ORIGIN = 'https://sandbox.search.windows.net';

interface Field {
  name: string;
  type: string;
  key?: boolean;
  searchable?: boolean;
  filterable?: boolean;
  sortable?: boolean;
  retrievable?: boolean;
  permissionFilter?: 'userIds' | 'groupIds';
}
interface Definition {
  name: string;
  fields: Field[];
  permissionFilterOption?: 'enabled' | 'disabled';
}
interface Index {
  definition: Definition;
  documents: Map<string, Document>;
  /** What searches see while they lag behind. */
  seen: Map<string, Document> | null;
}

/** The search service's handle for tests. */
export interface SearchService {
  indexes: ReadonlyMap<string, Index>;
  /** Method and path of each call, in order; never a token. */
  requests: string[];
  /** Called for every further call, to choose an error status; null: none. */
  meddle(failureFor: ((request: string) => number | null) | null): void;
  /** From now on, searches of an index do not see what changes. @returns a function that ends this */
  lag(name: string): () => void;
  /** Deletes an index. */
  drop(name: string): void;
}

interface Parts {
  tenant: Tenant;
  verificationKey: JWTVerifyGetKey;
  now(): number;
}

/** General availability, and the preview with permission filters. */
const VERSIONS = { stable: '2026-04-01', preview: '2026-05-01-preview' };
/** The Azure role that the registration needs on the service. */
const CONTRIBUTES = 'Search Index Data Contributor';
const READS_ALL = 'Elevated Read';

interface Search {
  search?: string;
  filter?: string;
  orderby?: string;
  select?: string;
  top?: number;
}

/** Adds a stand-in for one Azure AI Search service to the server: push, search, and filters by people and groups. */
export function searchServiceRoutes(app: FastifyInstance, parts: Parts): SearchService {
  const indexes = new Map<string, Index>();
  const requests: string[] = [];
  let failureFor: ((request: string) => number | null) | null = null;

  const find = (request: FastifyRequest): Index => {
    const found = indexes.get((request.params as { name: string }).name);
    if (!found) throw new SearchRefusal(404, 'ResourceNotFound', 'No index with this name was found.');
    return found;
  };

  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof SearchRefusal)) throw error;
      return reply
        .code(error.status)
        .headers(error.headers)
        .send({ error: { code: error.code, message: error.message } });
    });
    scope.addHook('preHandler', async (request) => {
      const { pathname } = new URL(request.url, SEARCH_ORIGIN);
      requests.push(`${request.method} ${pathname}`);
      const status = failureFor?.(requests.at(-1)!) ?? null;
      if (status !== null)
        throw new SearchRefusal(status, 'Ordered', 'Trouble ordered by a test.', { 'retry-after': '1' });
      await expectApp(parts, request);
    });

    scope.get('/indexes/:name', async (request) => find(request).definition);
    scope.put('/indexes/:name', async (request, reply) => {
      const definition = checked(request.body as Definition, versionOf(request));
      const there = indexes.get(definition.name);
      indexes.set(definition.name, {
        definition,
        documents: there?.documents ?? new Map(),
        seen: there?.seen ?? null,
      });
      return reply.code(there ? 204 : 201).send(there ? undefined : definition);
    });
    scope.post('/indexes/:name/docs/index', async (request) => change(find(request), request.body));
    scope.post('/indexes/:name/docs/search', async (request) => {
      const { definition, documents, seen } = find(request);
      const mayBeSeen = await visibility(parts, request, definition);
      const found = [...(seen ?? documents).values()].filter(mayBeSeen);
      return { value: search(found, definition, request.body as Search) };
    });
  });

  return {
    indexes,
    requests,
    meddle: (chosen) => void (failureFor = chosen),
    lag(name) {
      const index = indexes.get(name)!;
      index.seen = new Map(index.documents);
      return () => void (index.seen = null);
    },
    drop: (name) => void indexes.delete(name),
  };
}

const versionOf = ({ query }: FastifyRequest): string => (query as Record<string, string>)['api-version'] ?? '';

async function read({ tenant, verificationKey, now }: Parts, token: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, verificationKey, {
    algorithms: ['RS256'],
    audience: SEARCH_SERVICE,
    issuer: [issuerV1(tenant.id), issuerV2(tenant.id)],
    currentDate: new Date(now()),
  }).catch(() => {
    throw new SearchRefusal(401, 'Unauthorized', 'The token is not valid for this service.');
  });
  return payload;
}

/** Azure stores roles at the service, not in tokens; here they are part of the registration. */
const rolesOf = ({ registrations }: Tenant, { appid, scp }: JWTPayload): string[] =>
  scp === undefined
    ? (Object.values(registrations).find(({ clientId }) => clientId === appid)?.application['search'] ?? [])
    : [];

/** Requires an application with a role on the service. */
async function expectApp(parts: Parts, request: FastifyRequest): Promise<void> {
  if (!Object.values(VERSIONS).includes(versionOf(request)))
    throw new SearchRefusal(400, 'InvalidApiVersion', 'The api-version is not supported.');
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw new SearchRefusal(401, 'Unauthorized', 'Access token is empty.');
  const roles = rolesOf(parts.tenant, await read(parts, token));
  if (!roles.includes(CONTRIBUTES))
    throw new SearchRefusal(403, 'Forbidden', 'The caller has no role at this service.');
  const isElevated = request.headers['x-ms-enable-elevated-read'] === 'true';
  if (isElevated && !roles.includes(READS_ALL))
    throw new SearchRefusal(403, 'Forbidden', 'Elevated read is not allowed.');
}

function checked(definition: Definition, version: string): Definition {
  const { name, fields, permissionFilterOption } = definition;
  const isPreview = permissionFilterOption !== undefined || fields.some(({ permissionFilter }) => permissionFilter);
  const keys = fields.filter(({ key }) => key);
  const refuse = (message: string) => {
    throw new SearchRefusal(400, 'InvalidRequestParameter', message);
  };
  if (!/^[a-z0-9](?:[a-z0-9-]{0,126}[a-z0-9])?$/.test(name)) refuse('The index name is not valid.');
  if (isPreview && version !== VERSIONS.preview) refuse('permissionFilter is not a property of this version.');
  if (keys.length !== 1 || keys[0]!.type !== 'Edm.String') refuse('An index has one key of Edm.String.');
  if (fields.some(({ permissionFilter, filterable }) => permissionFilter && !filterable))
    refuse('It is not filterable.');
  return definition;
}

const MOST_ACTIONS = 1_000;
const MOST_IDS = 1_000;

function change({ definition, documents }: Index, body: unknown): object {
  const { value } = body as { value: Document[] };
  if (value.length > MOST_ACTIONS) throw new SearchRefusal(400, 'TooManyActions', 'At most 1000 actions at once.');
  const key = definition.fields.find((field) => field.key)!.name;
  return { value: value.map((action) => ({ key: action[key], ...applied(action, { definition, documents, key }) })) };
}

function applied(action: Document, { definition, documents, key }: Omit<Index, 'seen'> & { key: string }) {
  const id = String(action[key]);
  const { '@search.action': kind, ...document } = action;
  if (!/^[\w=-]{1,1024}$/.test(id)) return { status: false, statusCode: 400, errorMessage: 'Invalid document key.' };
  if (kind === 'delete') {
    documents.delete(id);
    return { status: true, statusCode: 200 };
  }
  const before = documents.get(id);
  if (kind === 'merge' && !before) return { status: false, statusCode: 404, errorMessage: 'Document not found.' };
  const strange = Object.keys(document).filter((name) => !definition.fields.some((field) => field.name === name));
  if ((kind !== 'upload' && kind !== 'merge') || strange.length > 0)
    throw new SearchRefusal(400, 'InvalidDocument', `The property '${strange[0]}' does not exist.`);
  const tooMany = definition.fields.some(
    ({ name, permissionFilter }) => permissionFilter && ((document[name] ?? []) as string[]).length > MOST_IDS,
  );
  if (tooMany) return { status: false, statusCode: 400, errorMessage: 'Too many permission values.' };
  documents.set(id, kind === 'merge' ? { ...before, ...document } : document);
  return { status: true, statusCode: 201 };
}

/** The documents that the filters by people and groups allow; without a person's token, those open to all. */
async function visibility(parts: Parts, { headers }: FastifyRequest, definition: Definition): Promise<Test> {
  if (definition.permissionFilterOption !== 'enabled' || headers['x-ms-enable-elevated-read'] === 'true')
    return () => true;
  const token = headers['x-ms-query-source-authorization'];
  const ids = typeof token === 'string' ? await idsOf(parts, token) : [];
  const filtered = definition.fields.filter(({ permissionFilter }) => permissionFilter).map(({ name }) => name);
  return (document) =>
    filtered.some((name) => (document[name] as string[]).some((id) => id === 'all' || ids.includes(id)));
}

async function idsOf(parts: Parts, token: string): Promise<string[]> {
  const { oid, scp } = await read(parts, token.replace(/^Bearer /, ''));
  if (!String(scp).split(' ').includes('user_impersonation'))
    throw new SearchRefusal(401, 'Unauthorized', 'The query token lacks user_impersonation.');
  const person = parts.tenant.people.find(({ id }) => id === oid);
  return person ? [person.id, ...transitiveGroups(parts.tenant, person).map(({ id }) => id)] : [];
}

function search(documents: Document[], { fields }: Definition, asked: Search): Document[] {
  const has = (property: 'filterable' | 'searchable' | 'sortable') => (name: string) =>
    fields.some((field) => field.name === name && field[property]);
  const matches = parseQuery(asked.search ?? '*', has('searchable'));
  const passes = asked.filter === undefined ? () => true : parseFilter(asked.filter, has('filterable'));
  const found = documents.filter((document) => matches(document) && passes(document));
  return found
    .sort(orderOf(asked.orderby ?? '', has('sortable')))
    .slice(0, Math.min(asked.top ?? 50, 1_000))
    .map((document) => selected(document, fields, asked.select));
}

function orderOf(orderby: string, isSortable: (name: string) => boolean): (one: Document, other: Document) => number {
  const keys = orderby
    .split(',')
    .filter(Boolean)
    .map((each) => each.trim().split(' '));
  if (keys.some(([name]) => !isSortable(name!))) throw new SearchRefusal(400, 'InvalidOrderBy', 'It is not sortable.');
  return (one, other) => {
    for (const [name, direction] of keys) {
      const [a, b] = [one[name!] as string, other[name!] as string];
      if (a !== b) return (a < b ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  };
}

function selected(document: Document, fields: Field[], select: string | undefined): Document {
  const names = select?.split(',') ?? Object.keys(document);
  const shown = fields.filter(({ name, retrievable }) => names.includes(name) && retrievable !== false);
  return Object.fromEntries(shown.map(({ name }) => [name, document[name]]));
}
