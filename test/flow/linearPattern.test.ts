import { expect } from 'chai';
import fc from 'fast-check';
import { createExpressions } from '../../server/flow/expressions.ts';
import { check } from '../../server/foundation/errors.ts';
import { LinearPattern, PatternRefused } from '../../server/flow/linearPattern.mjs';

const AMPLE = { perMinuteMs: 600_000, totalMs: 600_000 };

interface Searches {
  lastIndex: number;
  exec(text: string): (string[] & { index: number }) | null;
}

/** The successive matches of the first searches, and where each stops. */
const searches = (pattern: Searches, text: string) =>
  Array.from({ length: 4 }, () => {
    const found = pattern.exec(text);
    return [found && { index: found.index, groups: [...found] }, pattern.lastIndex] as const;
  });

describe('A linear pattern', () => {
  const alike: [string, string, string][] = [
    ['a(b)?', 'g', 'xab a'],
    ['(?<=x)a', 'g', 'xa a xa'],
    ['(?<year>\\d{4})-\\d\\d', 'gi', 'of 2026-11 or 2027-01'],
    ['^b$', 'gm', 'a\nb\nb'],
    ['B', 'gi', 'abAB'],
    ['x*', 'g', 'ab'],
    ['\\d+', '', 'a😀12 13'],
    ['[^]\\u00e9\\/', 'g', 'né/'],
  ];
  for (const [source, flags, text] of alike)
    it(`finds what JavaScript finds: /${source}/${flags}`, () =>
      expect(searches(new LinearPattern(source, flags), text)).to.deep.equal(
        searches(new RegExp(source, flags), text),
      ));

  it('finds what JavaScript finds, whatever it is made of', () => {
    const { source } = fc.letrec<{ source: string }>((tie) => ({
      source: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', '\\w', '\\b', '^', '$'),
        fc.tuple(tie('source'), tie('source')).map((parts) => parts.join('')),
        fc.tuple(tie('source'), tie('source')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(fc.constantFrom('a', 'b', '(?:ab)'), fc.constantFrom('*', '+', '?', '{1,2}', '*?'))
          .map((p) => p.join('')),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 12 });
    fc.assert(
      fc.property(source, fc.constantFrom('', 'g', 'gi', 'gm'), text, (pattern, flags, searched) => {
        const native = searches(new RegExp(pattern, flags), searched);
        expect(searches(new LinearPattern(pattern, flags), searched)).to.deep.equal(native);
      }),
    );
  });

  it('can be built from another without recompilation, and searches independently', () => {
    const first = new LinearPattern('a', 'g');
    const second = new LinearPattern(first);
    first.exec('aa');
    expect([first.lastIndex, second.lastIndex, second.source, second.flags]).to.deep.equal([1, 0, 'a', 'g']);
  });

  const refused: Record<string, string> = {
    'x(?=y)': '(?=',
    'x(?!y)': '(?!',
    '(a)\\1': '\\1',
    '(?<n>a)\\k<n>': '\\k<',
    '(?:a{100}){100}': '{100}',
    ['[a-z][0-9]{900}'.repeat(6)]: '[a-z][0-9]{900}'.repeat(6),
  };
  for (const [source, part] of Object.entries(refused))
    it(`cannot be built from ${source.slice(0, 20)}`, () =>
      expect(() => new LinearPattern(source))
        .to.throw(PatternRefused)
        .with.property('part', part));

  it('is refused before compilation if its repeats are too many', () => {
    const before = performance.now();
    for (let n = 0; n < 100; n++)
      expect(() => new LinearPattern(`(${'a'.repeat(400)}${n}){1000}`)).to.throw(PatternRefused);
    expect(performance.now() - before).to.be.below(2000);
  });
});

describe('A pattern in an expression', () => {
  const service = createExpressions({ count: 1, budget: AMPLE });
  const expressions = service.of({ author: 'ada', execution: 'one' });
  after(() => service.close());

  const text = `${'a'.repeat(5000)}!`;
  const explosive: [string, unknown][] = [
    ['$match(text, /^(a+)+$/)', null],
    ['$contains(text, /^(a|a)*$/)', false],
    ['$replace(text, /(a+)+$/, "b") = text', true],
    ['$count($split(text, /(a|aa)+$/))', 1],
    ['($search := /^(a|a?)+$/; $exists($search(text)))', false],
    // JSONata builds patterns of these two itself: one from the picture, one from the signature
    [`$toMillis("${'one'.repeat(60)}x", "${'[Yw]'.repeat(6)}")`, null],
    [`function()<${'n+'.repeat(24)}:n>{ 1 }(${'1, '.repeat(60)}"x")`, /does not match function signature/],
  ];
  for (const [expression, result] of explosive)
    it(`takes no time that grows with its possible matches: ${expression.slice(0, 44)}`, async () => {
      const value = await expressions.evaluate(expression, { text }).catch((error: Error) => error.message);
      if (result instanceof RegExp) expect(value).to.match(result);
      else expect(value).to.equal(result);
    });

  const context = { line: 'Pay EUR 12 and EUR 7, née Öz' };
  const results: [string, unknown][] = [
    ['$match(line, /EUR (\\d+)/).groups', ['12', '7']],
    ['$match(line, /eur (\\d+)/i, 1).index', 4],
    ['$replace(line, /EUR (\\d+)/, "$1 euro", 1)', 'Pay 12 euro and EUR 7, née Öz'],
    ['$replace("ab", /(a)(b)/, function($m) { $m.groups[1] & $m.groups[0] })', 'ba'],
    ['$split("a1b22c", /\\d+/)', ['a', 'b', 'c']],
    ['$contains(line, /n\\u00e9e/)', true],
    ['line ~> /Öz$/ ~> $exists()', true],
    ['$toMillis("21 November 2026", "[D] [MNn] [Y]")', Date.UTC(2026, 10, 21)],
    ['$map([1, 2], function($n)<n:n>{ $n * 2 })', [2, 4]],
  ];
  for (const [expression, result] of results)
    it(`${expression} gives ${JSON.stringify(result)}`, async () =>
      expect(await expressions.evaluate(expression, context)).to.deep.equal(result));

  const faults: [string, string][] = [
    ['$match(a, /x(?=y)/)', '(?='],
    ['a[$contains(b, /(q)\\1/)]', '\\1'],
    ['$match(a, /[b-a]/)', '[b-a]'],
  ];
  for (const [expression, part] of faults)
    it(`${expression} is refused on save`, () =>
      expect(service.check(expression)).to.deep.equal(check('expressionPattern', { part })));

  it('that was saved before it was refused fails, and names the pattern', async () => {
    const failure = await expressions.evaluate('$match("xy", /x(?=y)/)', {}).catch((error: Error) => error);
    const message = '`$match("xy", /x(?=y)/)`: the pattern cannot be used: (?=';
    expect(failure).to.include({ code: 'expression_failed', message });
  });
});
