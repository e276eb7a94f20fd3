import fc from 'fast-check';
import { ROUTES } from '../../contract/routes.ts';
import { bodiesFor, NAMES, STRANGE_TEXTS, text, toSearch, wellFormed, type Targets } from './shotBodies.ts';

/** One malformed request. */
export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A server's response. */
export interface Hit {
  status: number;
  type: string;
  body: string;
}

const CONTENT_TYPES = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset="',
  'json',
  '*/*',
];

const pieces = (targets: Targets) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.values(targets.ids).flat()) },
    { weight: 3, arbitrary: fc.constantFrom(...STRANGE_TEXTS).map((each) => encodeURIComponent(wellFormed(each))) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('%zz', '%', '%c0%80', '%E0%A4%A', '%00', '..', '.', '*', ':id', '%2e%2e%2f'),
    },
    {
      weight: 1,
      arbitrary: fc.string({
        unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
        maxLength: 20,
      }),
    },
  );

/** Cursors in a server's format, but none of ours. */
const CURSORS = [
  [1, 'x'],
  [9_007_199_254_740_991, '\0'],
  ['a', 1],
  5,
  9_007_199_254_740_991,
  -1,
  {},
  null,
  '\0',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
].map((place) => `?cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`);
const NUMBERS = ['2147483648', '9007199254740991', '9007199254740993', '-1', '1.5', '1e3', '0x10', 'Infinity'];

const queries = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...CURSORS) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('version', 'limit'), fc.constantFrom(...NUMBERS))
      .map(([name, number]) => `?${name}=${number}`),
  },
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.tuple(fc.constantFrom('limit', 'cursor', 'status', 'search', 'token', 'version', 'flowId', ...NAMES), text),
        { maxLength: 4 },
      )
      .map((pairs) => `?${toSearch(pairs)}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '?',
      '?%zz',
      '?a[b][c]=1',
      '?limit=1&limit=2',
      '?limit',
      '?&&&=',
      `?cursor=${'W'.repeat(250)}`,
      '?token=%00',
    ),
  },
);

const headers = fc.dictionary(
  fc.constantFrom(
    'idempotency-key',
    'accept',
    'origin',
    'sec-fetch-site',
    'content-encoding',
    'x-forwarded-for',
    'range',
    'if-none-match',
    'x-http-method-override',
    'cookie',
    'te',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      'null',
      'gzip',
      'text/html',
      'application/json',
      'bytes=0-',
      'DELETE',
      '*/*;q=2',
      'x'.repeat(200),
      '100-continue',
    ),
    fc
      .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 30 })
      .map((each) => each.trim()),
  ),
  { maxKeys: 3 },
);

const methods = (usual: string) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(usual) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
        'HEAD',
        'PUT',
        'PATCH',
        'POST',
        'GET',
        'MKCALENDAR',
      ),
    },
  );

/** Answers by an assignee to an answered question, because with more routes fewer would occur by chance. */
const lateAnswers = ({ tokens, endedId }: Targets): fc.Arbitrary<Shot> => {
  const paths = [`/user/notifications/${endedId}-ask/respond`, '/flow/human-response'];
  return fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom(...paths).map((path) => `/api${path}`),
    headers: fc.constant({ 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` }),
    body: text.map((code) => JSON.stringify({ executionId: endedId, nodeId: 'ask', values: { code } })),
  });
};

/** Requests that our clients would never send, on every route and on unknown ones. */
export const shots = (targets: Targets): fc.Arbitrary<Shot> =>
  fc
    .oneof({ weight: 100, arbitrary: anywhere(targets) }, { weight: 1, arbitrary: lateAnswers(targets) })
    .filter((shot) => !isReminder(shot, targets));

/** A reminder for a waiting question needs no body, so with this path nothing is malformed. */
const isReminder = ({ path }: Shot, { executionId }: Targets) =>
  path.startsWith(`/api/requests/${executionId}-ask/nudge`);

function anywhere(targets: Targets): fc.Arbitrary<Shot> {
  const routes = [
    ...ROUTES.map(({ method, path }) => ({ method, path })),
    { method: 'GET', path: '/:nowhere' },
    { method: 'POST', path: '/:nowhere/:id' },
  ];
  const bodies = bodiesFor(targets);
  return fc
    .tuple(fc.constantFrom(...routes), fc.boolean())
    .chain(([route, aimsWell]) => {
      const names = route.path.match(/:\w+|\*/g) ?? [];
      const params = names.map((name) => {
        const [, known = []] = Object.entries(targets.ids).find(([start]) => route.path.startsWith(start)) ?? [];
        if (name === ':variable') return fc.constantFrom('code', ...NAMES);
        return aimsWell && known.length > 0 ? fc.constantFrom(...known) : pieces(targets);
      });
      return fc.record({
        method: methods(route.method),
        path: fc.tuple(fc.tuple(...params), queries).map(([parts, query]) => {
          const left = [...parts];
          return `/api${route.path.replace(/:\w+|\*/g, () => left.shift()!)}${query}`;
        }),
        body: bodies,
        contentType: fc.oneof(
          {
            weight: 4,
            arbitrary: fc.constant(
              route.path.includes('external') ? 'application/x-www-form-urlencoded' : 'application/json',
            ),
          },
          { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
        ),
        token: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...targets.tokens) },
          { weight: 1, arbitrary: fc.constantFrom('x', 'a.b.c', 'x'.repeat(5000)) },
        ),
        headers,
      });
    })
    .map(({ method, path, body, contentType, token, headers: more }) => {
      const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method);
      return {
        method,
        path,
        body: hasBody ? body : '',
        headers: {
          ...more,
          ...(hasBody && { 'content-type': contentType }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      };
    });
}
