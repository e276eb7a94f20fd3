import fc from 'fast-check';

/** Real ids as targets; no shot can contain anything valid about them. */
export interface Targets {
  /** An execution whose question was answered. */
  endedId: string;
  /** Bearer tokens; an empty one means none. */
  tokens: string[];
  /** By the prefix of their paths. */
  ids: Record<string, string[]>;
  mailToken: string;
  executionId: string;
}

export const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
export const STRANGE_TEXTS = [
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

/** Half a character cannot occur in an address. */
export const wellFormed = (each: string): string => Buffer.from(each).toString();
export const toSearch = (pairs: [string, string][]): string =>
  new URLSearchParams(pairs.map(([name, each]): [string, string] => [name, wellFormed(each)])).toString();

export const text = fc.oneof(fc.constantFrom(...STRANGE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
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

/** What every schema here refuses: no object is empty, or has only known names of the right types. */
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

/** Of the right shape, for a question whose valid answers cannot be guessed, or that is closed. */
const lateOrWrong = ({ executionId, endedId }: Targets) => {
  const values = fc.dictionary(fc.constantFrom('code', ...NAMES), value, { maxKeys: 3 });
  return fc.oneof(
    fc.record({ values }),
    fc.record({ executionId: fc.constantFrom(executionId, endedId), nodeId: fc.constant('ask'), values }),
    text,
  );
};

const TYPES = [
  'start',
  'end',
  'human',
  'set',
  'condition',
  'parallel',
  'join',
  'delay',
  'http',
  'message',
  'directory_get_user',
  'directory_search_users',
  'search',
  'llm',
  ...NAMES,
];
const CONFIG = [
  'inputType',
  'prompt',
  'assignees',
  'strategy',
  'timeout',
  'options',
  'variables',
  'channels',
  'fallback',
  'outputVariable',
  'values',
  'expression',
  'for',
  'until',
  'url',
  'headers',
  'json',
  'text',
  'output',
  'user',
  ...NAMES,
];
const EXPRESSIONS = [
  '$',
  '{{',
  '{{ $eval("1") }}',
  '(',
  '$map([1..1e9], $)',
  'a.b[c',
  '/(a+)+$/',
  'PT1H',
  'P1Y',
  'https://x.test',
  'any',
  'form',
];

/** An almost valid flow; nothing leads to its node `lost`. */
const almostFlow = fc
  .record({
    id: fc.constantFrom('target', 'fuzzed', '__proto__'),
    nodes: fc.array(
      fc.record({
        id: fc.constantFrom('start', 'a', 'b', 'end', ...NAMES),
        type: fc.constantFrom(...TYPES),
        config: fc.dictionary(
          fc.constantFrom(...CONFIG),
          fc.oneof(
            value,
            fc.constantFrom(...EXPRESSIONS),
            fc.dictionary(fc.constantFrom('users', 'groups', 'variable', ...NAMES), value),
          ),
          { maxKeys: 6 },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    edges: fc.array(
      fc.record(
        {
          from: fc.constantFrom('start', 'a', 'b', ...NAMES),
          to: fc.constantFrom('a', 'b', 'end', ...NAMES),
          when: fc.constantFrom(...EXPRESSIONS),
        },
        { requiredKeys: ['from', 'to'] },
      ),
      { maxLength: 6 },
    ),
  })
  .map(({ id, nodes, edges }) => ({
    id,
    name: 'Fuzzed',
    nodes: [...nodes, { id: 'lost', type: 'end', config: {} }],
    edges,
  }));

/** Bodies that no route accepts, in every form. */
export function bodiesFor(targets: Targets): fc.Arbitrary<string> {
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
  return fc.oneof(
    { weight: 3, arbitrary: brokenJson },
    { weight: 3, arbitrary: almostRight(targets).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: lateOrWrong(targets).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: almostFlow.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: form },
  );
}
