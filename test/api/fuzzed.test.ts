import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { Problem } from '../../contract/problem.ts';
import { prepareCalls, type Call } from '../attacks/everyCall.ts';
import { forEachDatabase } from '../support/databases.ts';
import { tableNames } from '../support/openStore.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { DIRECTORY_CALLS } from './directoryCalls.ts';
import { AUTHORING_CALLS } from './inboxCalls.ts';
import { trialCalls } from './settingCalls.ts';

const RUNS = 120;
/** Fixed, so that runs are repeatable; a failure prints it with the path of the failing case. */
const SEED = 20_261_127;

const ODD: unknown[] = [
  ...['', ' ', '\ud800', 'x\udc00', 'a\0b', '\u202ex', '💣', 'NaN', '1e308', 'constructor', '%', 'x'.repeat(2001)],
  ...['ada@sandbox.test', 'ADA@sandbox.test\udfff', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '{{ 1/0 }}', '"'],
  ...['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-23:59', '2027-02-29T12:00:00Z', '2027-03-28T02:30:00+01:00'],
  ...[0, -0, -1, 0.5, 1e308, 2 ** 31, 2 ** 53, null, true, [], {}, [null], { length: 1 }],
  Array.from({ length: 10_000 }, (_, n) => `x${n}`),
];
/** Invalid cursors, limits and filters. */
const ODD_QUERIES = ['limit=1', 'limit=0', 'cursor=bm9uZQ', 'q=%25', 'extra=1', '__proto__=1', 'limit=1&limit=2'];

/** These routes answer 503 if another system they ask is not there. */
const ASK_ELSEWHERE = /options|^POST \/search|\/setup|\/test$|\/admin\/documents/;
/** Reads write to the audit, and running servers write heartbeats. */
const NOT_COMPARED = /^(audit|servers|indexed_kinds)/;

type Change = [how: 'none' | 'query' | 'replace' | 'remove' | 'add', place: number, odd: number];
type Holder = Record<string, unknown>;

/** The body with one value replaced, removed or added. */
function changed(body: unknown, [how, place, odd]: Change): unknown {
  const copy = structuredClone(body);
  if (how === 'none' || how === 'query' || typeof copy !== 'object' || copy === null) return copy;
  const places: [Holder, string][] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      places.push([value as Holder, name]);
      look(each);
    }
  };
  look(copy);
  const [holder, name] = places[place % places.length] ?? [copy as Holder, 'extra'];
  const [was, value] = [holder[name], ODD[odd % ODD.length]];
  if (how === 'replace') holder[name] = typeof was === 'string' && typeof value === 'string' ? was + value : value;
  if (how === 'remove') delete holder[name];
  if (how === 'add') holder['extra'] = ODD[odd % ODD.length];
  return copy;
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
}

/** Compares a response with the API description. Returns the difference, or null. */
function checkerOf(description: Described) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(description, 'api');
  const compiled = new Map<string, ValidateFunction>();
  const part = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
  return (route: string, status: number, type: string, text: string): string | null => {
    const [method, path] = route.split(' ') as [string, string];
    const at = [`/api${path.replace(/:(\w+)/g, '{$1}')}`, method.toLowerCase()] as const;
    const answer = description.paths[at[0]]![at[1]]!.responses[status];
    if (!answer) return `${status} is not described`;
    if (answer.content && !(type in answer.content)) return `${type} is not described`;
    if (type !== 'application/json') return null;
    const $ref = `api#/paths/${part(at[0])}/${at[1]}/responses/${status}/content/${part(type)}/schema`;
    const isAsDescribed = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, isAsDescribed);
    return isAsDescribed(JSON.parse(text)) ? null : ajv.errorsText(isAsDescribed.errors);
  };
}

/**
 * Calls every route with a request that would be granted, unchanged or with one value changed. No response is a 5xx, each
 * matches the API description, and neither reads nor refusals change a row. `test/fuzz` sends what no client would send; this
 * test sends what a client could send by mistake.
 */
describe('calls with one mistake', function () {
  this.timeout(120_000);

  forEachDatabase((_name, openUrl) => {
    let product: TestProduct;
    let calls: [route: string, call: Call][];
    let check: ReturnType<typeof checkerOf>;
    const tokens = new Map<string, string>();

    before(async () => {
      product = await startProduct({ withLoops: false, openUrl });
      const asked = Object.entries(DIRECTORY_CALLS).map(([route, call]) => [route, { by: 'ada', ...call }]);
      const all: Record<string, Call> = {
        ...(await prepareCalls(product)),
        ...AUTHORING_CALLS,
        ...trialCalls('ada', product.url),
        ...(Object.fromEntries(asked) as Record<string, Call>),
      };
      calls = Object.entries(all).filter(([, { form, bytes }]) => !form && !bytes);
      const ada = await product.as('ada@sandbox.test');
      check = checkerOf((await ada.call<Described>('GET', '/openapi.json')).body);
      for (const who of ['ada', 'grace']) tokens.set(who, await product.sandbox.tokenFor(`${who}@sandbox.test`));
    });
    after(() => product?.close());

    async function rows(): Promise<string> {
      const { database } = product.product.services.ground;
      await product.product.services.work.engine.settled();
      const { kind, reader } = database;
      const tables = (await tableNames({ kind, writer: reader })).filter((name) => !NOT_COMPARED.test(name));
      const all = await Promise.all(tables.map((table) => reader(table).select<unknown[]>()));
      return tables.map((table, n) => `${table}: ${all[n]!.map((row) => JSON.stringify(row)).sort()}`).join('\n');
    }

    async function send(route: string, call: Call, change: Change) {
      const sign = call.path.includes('?') ? '&' : '?';
      const query = change[0] === 'query' ? sign + ODD_QUERIES[change[2] % ODD_QUERIES.length] : '';
      const body = call.body === undefined ? undefined : JSON.stringify(changed(call.body, change));
      const authorization = `Bearer ${tokens.get(call.by)}`;
      const answer = await fetch(`${product.url}/api${call.path}${query}`, {
        method: route.split(' ')[0],
        headers: { ...(tokens.has(call.by) && { authorization }), ...(body && { 'content-type': 'application/json' }) },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      return { status: answer.status, type, text: await answer.text(), said: `${route}${query} ${body}`.slice(0, 500) };
    }

    it('get field errors, change nothing, and are answered as the API describes', async () => {
      let before = await rows();
      const kind = fc.constantFrom<Change[0]>('none', 'query', 'replace', 'replace', 'replace', 'remove', 'add');
      const change: fc.Arbitrary<Change> = fc.tuple(kind, fc.nat(400), fc.nat(400));
      const withBody = calls.filter(([, { body }]) => body !== undefined);
      const which = fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...withBody) },
        { weight: 1, arbitrary: fc.constantFrom(...calls) },
      );
      const oneCall = async ([route, call]: (typeof calls)[number], how: Change) => {
        const { status, type, text, said } = await send(route, call, how);
        const after = await rows();
        if (status >= 400 || route.startsWith('GET')) expect(after, said).to.equal(before);
        before = after;
        if (status < 400) return void expect(check(route, status, type, text), said).to.equal(null);
        if (type === 'text/html') return void expect(status, said).to.be.below(500);
        const problem = JSON.parse(text) as Problem;
        expect(Problem.safeParse(problem).success, `${said} ${text}`).to.equal(true);
        expect([type, problem.status], said).to.deep.equal(['application/problem+json', status]);
        if (status >= 500) expect([status, ASK_ELSEWHERE.test(route)], `${said} ${text}`).to.deep.equal([503, true]);
        if (status === 422) expect(problem.fields, said).to.be.an('object').and.not.be.empty;
      };
      await fc.assert(fc.asyncProperty(which, change, oneCall), {
        numRuns: RUNS,
        seed: SEED,
        endOnFailure: true, // earlier calls have changed the stored data
      });
    });
  });
});
