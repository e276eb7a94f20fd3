import { expect } from 'chai';
import fc from 'fast-check';
import { lineAt, readJson, type Span } from '../../desktop/renderer/flows/jsonPlaces.ts';

/** In the server's field paths a name with a dot, or an empty one, would be ambiguous. */
const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((name) => !name.includes('.'));
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const indents = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.constantFrom('\t', ' \t', '\n'));
const texts = fc.tuple(values, indents).map(([value, indent]) => JSON.stringify(value, null, indent));

function everyPath(value: unknown, path = ''): [string, unknown][] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const below = parts.flatMap(([name, part]) => everyPath(part, path === '' ? name : `${path}.${name}`));
  return [[path, value], ...below];
}
const cut = (text: string, { start, end }: Span): string => text.slice(start, end);
function read(text: string) {
  const result = readJson(text);
  if (!result.ok) throw new Error(`It is JSON, and ceases to be at ${result.offset}.`);
  return result;
}

/** Where JavaScript's own parser stops; undefined if it does not say, null if it parses to the end. */
function stopsAt(text: string): number | null | undefined {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const named = /at position (\d+)/.exec(String(error))?.[1];
    if (named !== undefined) return Number(named);
    return String(error).includes('Unexpected end') ? text.length : undefined;
  }
}

describe('Positions in JSON', () => {
  it('are found for every part of every value, however it is indented', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const { value, places } = read(text);
        const paths = everyPath(value);
        expect(places.size).to.equal(paths.length);
        for (const [path, part] of paths) expect(JSON.parse(cut(text, places.get(path)!)), path).to.deep.equal(part);
      }),
    ));

  it('begin with the value, not with the whitespace before it', () => {
    const { places } = read('{ "a" :\n  [ 1 ,\t{"b": "x\\"}"} ] }');
    const text = '{ "a" :\n  [ 1 ,\t{"b": "x\\"}"} ] }';
    expect(cut(text, places.get('a')!)).to.equal('[ 1 ,\t{"b": "x\\"}"} ]');
    expect(cut(text, places.get('a.1.b')!)).to.equal('"x\\"}"');
    expect(lineAt(text, places.get('a.0')!.start)).to.equal(2);
  });

  it('are those of the effective part, if a name occurs twice', () => {
    const text = '{"a": {"b": 1}, "a": 2}';
    expect(cut(text, read(text).places.get('a')!)).to.equal('2');
  });

  it('give each line its number', () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 30 }), (numbers) => {
        const text = JSON.stringify(numbers, null, 1);
        const { places } = read(text);
        numbers.forEach((_, n) => expect(lineAt(text, places.get(String(n))!.start)).to.equal(n + 2));
      }),
    ));

  it('survive extreme depth', () => {
    const deep = '['.repeat(50_000);
    expect(readJson(deep)).to.deep.equal({ ok: false, offset: deep.length });
  });

  /** A text with one part replaced. */
  const broken = fc
    .tuple(texts, fc.nat(), fc.nat({ max: 3 }), fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n\u00a0-+.e01tn') }))
    .map(([text, at, length, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + length);
    });

  it("are unavailable for broken JSON, exactly where JavaScript's parser fails", () =>
    fc.assert(
      fc.property(broken, (text) => {
        const stop = stopsAt(text);
        const result = readJson(text);
        expect(result.ok).to.equal(stop === null);
        if (result.ok || typeof stop !== 'number') return;
        expect(result.offset).to.be.at.most(stop);
        // the rest starts with a single token, which is broken or misplaced
        expect(text.slice(result.offset, stop)).to.match(/^(?:"(?:[^"\\]|\\.)*\\?|[^\s{}[\],:"]*)$/s);
      }),
      { numRuns: 2000 },
    ));

  for (const [text, offset] of [
    ['', 0],
    ['  ', 2],
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a":\n', 6],
    ['["open]', 1],
    ['{} {}', 3],
    ['{a: 1}', 1],
    ['\u00a0{}', 0],
    ['{"a":\u00a01}', 5],
  ] as const)
    it(`are lost from ${offset} on in ${JSON.stringify(text)}`, () =>
      expect(readJson(text)).to.deep.equal({ ok: false, offset }));
});
