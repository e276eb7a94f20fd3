import fc from 'fast-check';

type Path = string[];

const pathsIn = (part: unknown, at: Path = []): Path[] =>
  typeof part === 'object' && part !== null
    ? [at, ...Object.entries(part).flatMap(([key, value]) => pathsIn(value, [...at, key]))]
    : [at];

const GONE = Symbol('gone');

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(GONE, null, 0, -1, true, '', 'x', [], {}, [null], 'x'.repeat(100_000), '\u202e', '\ud800'),
  fc.jsonValue(),
);

function withChange(body: object, path: Path, value: unknown): object {
  const last = path.at(-1);
  if (last === undefined) return {};
  const copy = structuredClone(body);
  const place = path
    .slice(0, -1)
    .reduce((part, key) => part[key] as Record<string, unknown>, copy as Record<string, unknown>);
  if (value === GONE) delete place[last];
  else place[last] = value;
  return copy;
}

/** A genuine body in which one part, however deep, is missing or something else. */
export const strangeBody = (body: object): fc.Arbitrary<object> =>
  fc.tuple(fc.constantFrom(...pathsIn(body)), strangeValue).map(([path, value]) => withChange(body, path, value));
