import { expect } from 'chai';
import fc from 'fast-check';
import { createExpressionWorkers, type ExpressionWorkers } from '../../server/flow/expressionWorkers.ts';
import { NodeError } from '../../server/flow/nodeType.ts';
import { isPlainData, plainProgram } from '../../server/flow/plainExpressions.ts';

const PLAIN = [
  'round + 1',
  'ask.value = "approved"',
  'a.b.c',
  '`a name`',
  '1',
  '"text"',
  'null',
  'a > 1 and b != -2.5',
];

/** One of everything that could run, grow or reach beyond the data. */
const NOT_PLAIN = [
  '$sum(a)',
  '$eval("1")',
  'a & a',
  'a[0]',
  'a[b = 1]',
  'a.(b; c)',
  '(a; b)',
  'a ? b : c',
  'a ?: b',
  'function($x) { $x }',
  'a ~> $sum',
  '*',
  '**',
  'a.%',
  '$',
  '$$.a',
  '{ "a": 1 }',
  '[1..100]',
  '/a+/',
  'a^(b)',
  'a{ b: c }',
  'a@$x.b',
  'a#$i.b',
  'a[]',
  'a | b | c |',
  'constructor',
  'a.constructor.constructor',
  'a.__proto__',
  'a.toString',
  'a +',
  Array(40).fill('a').join(' + '),
];

describe('plain expressions', () => {
  for (const expression of PLAIN)
    it(`include ${expression}`, () => expect(plainProgram(expression)).to.be.a('function'));

  for (const expression of NOT_PLAIN)
    it(`do not include ${expression.slice(0, 40)}`, () => expect(plainProgram(expression)).to.equal(null));

  it('do not include data with special names', () => {
    expect(isPlainData('{"a":{"_jsonata_lambda":true}}')).to.equal(false);
    expect(isPlainData('{"__proto__":{}}')).to.equal(false);
    expect(isPlainData('{"a":"__proto__"}')).to.equal(true);
  });

  it('return a fresh value', async () => {
    const context = { a: { b: [{ c: 1 }, { c: 2 }] } };
    const found = (await plainProgram('a.b')!(context)) as { c: number }[];
    found[0]!.c = 99;
    expect(context.a.b[0]!.c).to.equal(1);
  });

  it('fail like others do', async () => {
    const error = await plainProgram('a + 1')!({ a: 'text' }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(NodeError).with.property('code', 'expression_failed');
    expect((error as NodeError).message).to.match(/^`a \+ 1`: The left side of the "\+" operator/);
  });

  it('do not return an infinite number', async () => {
    const error = await plainProgram('1 / 0')!({}).catch((caught: unknown) => caught);
    expect(error)
      .to.be.instanceOf(NodeError)
      .with.property('message', '`1 / 0`: the result holds a number without end');
  });

  it('do not return what is too large', async () => {
    const error = await plainProgram('a')!({ a: ['x'.repeat(1_000_001)] }).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(NodeError).with.property('code', 'expression_failed');
  });

  describe('return the same', function () {
    const budget = { perMinuteMs: 60_000, totalMs: 60_000 };
    let workers: ExpressionWorkers;
    before(() => (workers = createExpressionWorkers({ count: 1, timeoutMs: 500, memoryMb: 64, budget })));
    after(() => workers.close());

    const elsewhere = async (expression: string, context: object): Promise<unknown> => {
      const [result] = await workers
        .of({ author: 'ada', execution: 'one' })
        .run({ expressions: [expression], context: JSON.stringify(context) });
      return JSON.parse(result!);
    };
    const outcome = (work: Promise<unknown>) =>
      work.then(
        (value) => ({ value }),
        (error: NodeError) => ({ code: error.code, message: error.message }),
      );

    it('as in a separate process', async () => {
      const name = fc.constantFrom('a', 'b', 'c');
      const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.'));
      const literal = fc.oneof(fc.integer().map(String), fc.constantFrom('0', '"x"', '""', 'true', 'false', 'null'));
      const { expression } = fc.letrec<{ expression: string }>((tie) => ({
        expression: fc.oneof(
          { maxDepth: 3, withCrossShrink: true },
          path,
          literal,
          fc
            .tuple(
              tie('expression'),
              fc.constantFrom('+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'and', 'or'),
              tie('expression'),
            )
            .map(([left, operator, right]) => `${left} ${operator} ${right}`),
        ),
      }));
      const { value } = fc.letrec<{ value: unknown }>((tie) => ({
        value: fc.oneof(
          { maxDepth: 4 },
          fc.integer(),
          fc.constantFrom('x', '', 'y'),
          fc.boolean(),
          fc.constant(null),
          fc.array(tie('value'), { maxLength: 3 }),
          fc.dictionary(name, tie('value'), { maxKeys: 3 }),
        ),
      }));
      const context = fc.record({ a: value, b: value, c: value });
      await fc.assert(
        fc.asyncProperty(expression, context, async (text, given) => {
          const program = plainProgram(text);
          fc.pre(program !== null);
          const before = JSON.stringify(given);
          expect(await outcome(program(given))).to.deep.equal(await outcome(elsewhere(text, given)));
          expect(JSON.stringify(given)).to.equal(before);
        }),
        { numRuns: 400 },
      );
    });
  });
});
