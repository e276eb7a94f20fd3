import fc from 'fast-check';
import { ROUTES } from '../../contract/routes.ts';

/** One malformed request. */
export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Real ids, to aim at; nothing that these shots say of them can be right. */
export interface Targets {
  /** An execution whose question was answered. */
  endedId: string;
  /** Bearer tokens; an empty one means none. */
  tokens: string[];
  /** By the beginning of the paths that they belong to. */
  ids: Record<string, string[]>;
  mailToken: string;
  executionId: string;
}

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
const STRANGE_TEXTS = [
  ...NAMES,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '💣'.repeat(50),
  "' or 1=1 --",
  '"; drop table requests; --',
  '{{ $eval("1") }}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'x'.repeat(300),
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV-ask',
  '-1',
  'NaN',
  '1e999',
  'null',
];

/** Half a character cannot stand in an address. */
const wellFormed = (each: string): string => Buffer.from(each).toString();
const toSearch = (pairs: [string, string][]): string =>
  new URLSearchParams(pairs.map(([name, each]): [string, string] => [name, wellFormed(each)])).toString();

const text = fc.oneof(fc.constantFrom(...STRANGE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...NAMES, 'id', 'name', 'values', 'value', 'note'), text), tie('value'), {
      maxKeys: 4,
    }),
  ),
}));

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** What every schema here refuses: no object that is empty or has only known names of the right types is among them. */
const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    'undefined',
    '\ufeff{}x',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    deep(5000, '[', ']'),
    deep(25, '{"values":', '}').replace(':}', ':1}'),
    '"\\ud800',
    '{"name":"\\u0000"}',
    '{"values":{"a\\u0000b":1},"value":"x","executionId":"x","nodeId":"ask"}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }).map((typed) => `${typed}{`),
  value.map((each) => JSON.stringify({ [NAMES[4]!]: each, strange: each })),
  value.map((each) => JSON.stringify([each])),
);

const almostRight = ({ executionId }: Targets) =>
  fc.record(
    {
      executionId: fc.oneof(fc.constant(executionId), scalar),
      nodeId: fc.oneof(fc.constantFrom('ask', 'ask.2', 'ask.0'), scalar),
      values: fc.oneof(value, fc.dictionary(fc.constantFrom('code', ...NAMES), value)),
      note: scalar,
      name: scalar,
      users: value,
      flowId: text,
      content: fc.oneof(fc.integer(), fc.array(scalar)),
      variables: value,
      nodes: value,
      edges: value,
      unheardOf: scalar,
    },
    { requiredKeys: ['unheardOf'] },
  );

/** Of the right shape, for a question that takes nothing that can be guessed, or nothing any more. */
const lateOrWrong = ({ executionId, endedId }: Targets) => {
  const values = fc.dictionary(fc.constantFrom('code', ...NAMES), value, { maxKeys: 3 });
  return fc.oneof(
    fc.record({ values }),
    fc.record({ executionId: fc.constantFrom(executionId, endedId), nodeId: fc.constant('ask'), values }),
    text,
  );
};

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

/** Cursors as a server would write them, which none of ours has. */
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

/** Requests that no client of ours would send, on every route there is and beside them. */
export function shots(targets: Targets): fc.Arbitrary<Shot> {
  const routes = [
    ...ROUTES.map(({ method, path }) => ({ method, path })),
    { method: 'GET', path: '/:nowhere' },
    { method: 'POST', path: '/:nowhere/:id' },
  ];
  const form = fc.oneof(
    fc.constantFrom(
      '',
      '&',
      '=',
      '%zz=%zz',
      'token',
      'token=&token=',
      `token=${targets.mailToken}&f_code=no&%`,
      `token=${targets.mailToken}&f___proto__=1`,
    ),
    fc
      .array(fc.tuple(fc.constantFrom('token', 'nonce', 'f_code', 'f_constructor', 'note', ...NAMES), text), {
        maxLength: 5,
      })
      .map(toSearch),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const bodies = fc.oneof(
    { weight: 3, arbitrary: brokenJson },
    { weight: 3, arbitrary: almostRight(targets).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: lateOrWrong(targets).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: form },
  );
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
