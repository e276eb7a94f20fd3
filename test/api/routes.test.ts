import { expect } from 'chai';
import { PROBES, ROUTES } from '../../contract/routes.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

/** `GET /flows/:id` for every route of the tree that the router prints; every GET also has a HEAD. */
function registeredRoutes(printed: string): string[] {
  const path: string[] = [];
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([ │├└─]*)(\S+) \(([A-Z, ]+)\)$/.exec(line)!;
      path.splice(indent!.length / 4 - 1, Infinity, part!);
      const url = path.join('').replace(/\/{2,}/g, '/');
      return methods!
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${url}`);
    });
}

const toPattern = (path: string) => path.replace(/:(\w+)/g, '{$1}');

interface Operation {
  summary?: string;
  operationId?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: unknown }>; headers?: Record<string, unknown> }
  >;
}

interface Description {
  openapi: string;
  components: { schemas: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
}

const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value: unknown, part) => (value as Record<string, unknown> | undefined)?.[part], document);

/** Every `$ref` anywhere in a document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : referencesIn(each),
  );
}

/** Routes whose path says everything. */
const BARE =
  /\/(retry|stop|end|new-members|test|nudge|retire|restore)$|\/:id\/read$|^\/executions\/:id\/cancel$|^\/assignments\/:id\/(start|resume|complete|remind)$|^\/audit\/verify$|^\/sign-out$/;

describe('the routes (behaviour 4)', () => {
  let product: TestProduct;
  let description: Description;

  before(async () => {
    product = await startProduct({ chats: true });
    description = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as Description;
  });
  after(() => product.close());

  it('are exactly those of the table', () => {
    const registered = registeredRoutes(product.product.app.printRoutes({ commonPrefix: false }));
    const client = ['GET /', 'GET /*', ...PROBES.map((path) => `GET ${path}`)];
    const toDocs = (route: string) => route.replace(/^(GET \/docs)\/.*$/, '$1/*');
    const api = registered
      .filter((route) => !client.includes(route))
      .map((route) => toDocs(route.replace(' /api/', ' /')));
    expect([...new Set(api)].sort()).to.deep.equal(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    expect(registered).to.include.members(client);
  });

  it('include the seven of behaviour 4, word for word', () => {
    const seven = ROUTES.filter(({ source }) => source === 'part 4').map(({ method, path }) => `${method} ${path}`);
    expect(seven).to.deep.equal([
      'GET /user/notifications',
      'PATCH /user/notifications/:id/read',
      'POST /user/notifications/:id/respond',
      'GET /prompts/:id',
      'POST /flow/human-response',
      'GET /flow/external-response',
      'POST /flow/external-response',
    ]);
  });

  it('answer HEAD without a body, and never with a stream', async () => {
    const head = await fetch(`${product.url}/api/client-config`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const token = await product.sandbox.tokenFor('ada@sandbox.test');
    const events = await fetch(`${product.url}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    expect(events.status).to.equal(404);
  });

  describe('in OpenAPI', () => {
    const described = () => ROUTES.filter(({ path }) => !path.startsWith('/docs'));

    it('are all listed, with a summary and responses', () => {
      expect(description.openapi).to.equal('3.1.0');
      const listed = Object.entries(description.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
      );
      expect(listed.sort()).to.deep.equal(
        described()
          .map(({ method, path }) => `${method} ${toPattern(path)}`)
          .sort(),
      );
      for (const { method, path, summary } of described()) {
        const operation = operationOf(method, path);
        expect(operation.summary).to.equal(summary);
        const done = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
        expect(done, `${method} ${path}`).to.have.length(1);
        expect(operation.responses['default']!.content).to.have.key('application/problem+json');
        const { content, description: outcome } = operation.responses[done[0]!]!;
        expect(outcome, `${method} ${path}`).to.be.oneOf(['Done', 'Made', 'Done, without a body']);
        if (done[0] === '204') expect(content).to.equal(undefined);
        else expect(Object.values(content!)[0]!.schema, `${method} ${path}`).to.be.an('object');
      }
    });

    it('name every path parameter, and the body if there is one', () => {
      for (const { method, path } of described()) {
        const { parameters = [], requestBody } = operationOf(method, path);
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => `:${name}`)).to.deep.equal(path.match(/:\w+/g) ?? []);
        expect(inPath.every(({ required }) => required)).to.equal(true);
        const takesBody = ['POST', 'PUT', 'PATCH'].includes(method) && !BARE.test(path);
        expect(requestBody !== undefined, `${method} ${path}`).to.equal(takesBody);
      }
      const respond = operationOf('POST', '/user/notifications/:id/respond').requestBody!.content;
      expect(respond).to.have.keys('application/json', 'text/plain');
      const form = operationOf('POST', '/flow/external-response').requestBody!.content;
      expect(form).to.have.keys('application/x-www-form-urlencoded');
    });

    it('require a bearer token, except those that anyone may call', () => {
      const open = described().filter(({ method, path }) => operationOf(method, path).security?.length === 0);
      const withoutBearer = ['anyone', 'docsReader', 'tokenHolder', 'platform'];
      expect(open).to.deep.equal(described().filter(({ access }) => withoutBearer.includes(access)));
    });

    it('respond with a documented status and media type', async () => {
      const headers = { authorization: `Bearer ${await product.sandbox.tokenFor('ada@sandbox.test')}` };
      const calls: [method: string, path: string, query?: string, body?: string][] = [
        ['GET', '/client-config'],
        ['GET', '/assignments/export.csv'],
        ['GET', '/audit.csv'],
        ['GET', '/flow/external-response/style.css'],
        ['GET', '/flow/external-response', '?token=none'],
        ['POST', '/flow/external-response', '', 'token=none'],
        ['GET', '/executions', '?limit=0'],
        ['POST', '/sign-out'],
      ];
      for (const [method, path, query = '', body] of calls) {
        const response = await fetch(`${product.url}/api${path}${query}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) },
          body,
        });
        const { responses } = operationOf(method, path);
        const range = responses[`${Math.floor(response.status / 100)}XX`] ?? responses['default'];
        const described = responses[response.status] ?? (response.ok ? undefined : range);
        expect(described, `${method} ${path}: ${response.status}`).to.be.an('object');
        const type = response.headers.get('content-type')?.split(';')[0];
        const types = Object.keys(described!.content ?? {});
        if (type === undefined) expect(types, `${method} ${path}`).to.deep.equal([]);
        else expect(types, `${method} ${path}`).to.include(type);
      }
    });

    it('refer to schemas that exist', () => {
      const references = [...new Set(referencesIn(description))];
      expect(references.length).to.be.above(20);
      expect(references.filter((reference) => at(description, reference) === undefined)).to.deep.equal([]);
    });

    it('refer to whole schemas only, and include no others', () => {
      const names = new Set(
        referencesIn(description).map((reference) => reference.replace('#/components/schemas/', '')),
      );
      expect([...names].filter((name) => !/^[A-Za-z]+$/.test(name))).to.deep.equal([]);
      expect(Object.keys(description.components.schemas).sort()).to.deep.equal([...names].sort());
    });

    it('describe nothing by itself, except in a property, so that generated types compile', () => {
      const { schemas } = description.components;
      const within = (value: unknown, seen: string[]): string[] => {
        if (typeof value !== 'object' || value === null) return [];
        return Object.entries(value).flatMap(([key, each]) => {
          if (key === 'properties') return [];
          if (key !== '$ref') return within(each, seen);
          const name = String(each).split('/').at(-1)!;
          return seen.includes(name) ? [name] : within(schemas[name], [...seen, name]);
        });
      };
      for (const name of Object.keys(schemas)) expect(within(schemas[name], [name]), name).to.deep.equal([]);
    });

    it('have an operation id each, for generated clients', () => {
      const names = described().map(({ method, path }) => operationOf(method, path).operationId!);
      expect(names.filter((name) => !/^(get|post|put|patch|delete)[A-Z][A-Za-z]+$/.test(name))).to.deep.equal([]);
      expect(new Set(names).size).to.equal(described().length);
      expect(names).to.include.members(['getUserNotifications', 'postFlowsIdExecutions', 'getAuditCsv']);
    });

    it('name the headers that clients read and send', async () => {
      const headers = { authorization: `Bearer ${await product.sandbox.tokenFor('ada@sandbox.test')}` };
      for (const path of ['/user/notifications', '/user/notifications/groups', '/settings', '/settings/roles']) {
        const given = [...(await fetch(`${product.url}/api${path}`, { headers })).headers.keys()];
        const named = Object.keys(operationOf('GET', path).responses['200']!.headers!);
        expect(given, path).to.include.members(named.filter((name) => name !== 'link'));
        expect(named, path).to.include.members(given.filter((name) => /^(inbox-|etag$)/.test(name)));
      }
      const sent = (operationOf('POST', '/search').parameters ?? []).map(({ name }) => name);
      expect(sent).to.deep.equal(['x-ms-query-source-authorization']);
      for (const { method, path } of described())
        expect(operationOf(method, path).responses['default']!.headers, path).to.have.key('retry-after');
    });

    it('describe a version in an address as an integer', () => {
      for (const [path, name] of [
        ['/flows/:id', 'version'],
        ['/chats/:id/versions/:version', 'version'],
      ] as const) {
        const parameter = operationOf('GET', path).parameters!.find((each) => each.name === name)!;
        expect(parameter.schema, path).to.deep.equal({ type: 'integer', minimum: 1, maximum: 2_147_483_647 });
      }
    });

    it('describe a switch in an address by its values', () => {
      for (const [path, name] of [
        ['/settings/health', 'isFresh'],
        ['/assignments', 'overdue'],
        ['/assignments/notifications', 'unread'],
      ] as const) {
        const parameter = operationOf('GET', path).parameters!.find((each) => each.name === name)!;
        expect(parameter.schema, path).to.deep.include({ type: 'string', enum: ['true', 'false'] });
      }
    });

    function operationOf(method: string, path: string): Operation {
      return description.paths[`/api${toPattern(path)}`]![method.toLowerCase()]!;
    }
  });
});
