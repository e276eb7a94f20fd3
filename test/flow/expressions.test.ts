import { execFile } from 'node:child_process';
import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../../server/foundation/errors.ts';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createExpressions } from '../../server/flow/expressions.ts';
import { NodeError } from '../../server/flow/nodeType.ts';

const AMPLE = { perMinuteMs: 600_000, totalMs: 600_000 };
const TURN = { author: 'ada', execution: 'one' };
const service = createExpressions({ count: 2, budget: AMPLE });
const expressions = service.of(TURN);
after(() => service.close());

async function failureOf(work: Promise<unknown>): Promise<NodeError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NodeError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const evaluate = (expression: string, context = {}) => expressions.evaluate(expression, context);

describe('An expression', () => {
  const context = { amount: 1200, review: { value: 'approved', note: 'ok' }, list: [1, 2, 3] };
  const results: [string, unknown][] = [
    ['amount > 1000', true],
    ['review.value = "approved"', true],
    ['$sum(list)', 6],
    ['{ "total": amount * 2 }', { total: 2400 }],
    ['list[$ > 1]', [2, 3]],
    ['review.missing', null],
    ['missing.deeper', null],
    ['$string(review)', '{"value":"approved","note":"ok"}'],
  ];
  for (const [expression, value] of results)
    it(`${expression} gives ${JSON.stringify(value)}`, async () =>
      expect(await evaluate(expression, context)).to.deep.equal(value));

  const failures: [string, RegExp][] = [
    ['"x" + 1', /must evaluate to a number/],
    ['$error("no budget")', /no budget/],
    ['function($x) { $x }', /holds a function/],
    ['[$sum]', /holds a function/],
    ['[1..9999999]', /sequence length/],
    ['($f := function($n) { $append($n, $f($append($n, $n))) }; $f([1, 2]))', /sequence length/],
    ['$eval("1 + 1")', /non-function/],
    ['amount +', /Unexpected end/],
    ['$pad("x", 2000000)', /larger than 1000000 characters/],
  ];
  for (const [expression, reason] of failures)
    it(`${expression} fails`, async () => {
      const { code, message } = await failureOf(evaluate(expression, context));
      expect(code).to.equal('expression_failed');
      expect(message).to.match(reason);
    });

  it('is named by the failure, also in a template with others', async () => {
    const template = 'Dear {{ $uppercase(name) }}, {{ $sum(\n  a, b, c) }} {{ $lowercase(name) }}';
    const { message } = await failureOf(expressions.render(template, { name: 'Ada' }));
    expect(message).to.match(/^`\$sum\( a, b, c\)`: Argument 2 /);
    const long = `$number("x") + ${Array.from({ length: 100 }, () => '1').join(' + ')}`;
    expect((await failureOf(expressions.evaluate(long, {}))).message).to.match(/^`\$number\("x"\) \+ .{104}…`: /);
  });
});

describe('A runaway expression', () => {
  const bombs: Record<string, string> = {
    'a loop of 90 million': '$map([1..90000], function($v) { $map([1..1000], function($w) { $v & $w }) })',
    'endless recursion': '($f := function($n) { $f($n + 1) }; $f(1))',
    'thousands of large arrays': '$map([1..90000], function($v) { [1..90000] })',
    'one huge allocation': '$base64encode($reduce([1..26], function($a, $b) { $a & $a }, "xxxx"))',
    'a picture of 100 million digits': '$formatNumber(1, $pad("0", 100000000))',
  };
  for (const [name, bomb] of Object.entries(bombs))
    it(`is stopped, and the next one is evaluated: ${name}`, async () => {
      const { code } = await failureOf(evaluate(bomb));
      expect(code).to.equal('expression_timeout');
      expect(await evaluate('1 + 1')).to.equal(2);
    });

  it('is stopped if its recursion is too deep', async () => {
    const { code } = await failureOf(evaluate('($f := function($n) { 1 + $f($n + 1) }; $f(1))'));
    expect(code).to.be.oneOf(['expression_failed', 'expression_timeout']);
    expect(await evaluate('1 + 1')).to.equal(2);
  });

  it('does not affect concurrent ones', async () => {
    const beside = Array.from({ length: 200 }, (_, n) => evaluate('$sum([n, n])', { n }));
    const [failure, ...results] = await Promise.all([failureOf(evaluate(bombs['one huge allocation']!)), ...beside]);
    expect(failure.code).to.equal('expression_timeout');
    expect(results).to.deep.equal(Array.from({ length: 200 }, (_, n) => n * 2));
  });
});

describe('The context of an expression', () => {
  it('is data, whatever its keys are', async () => {
    const hostile = JSON.parse(
      '{"__proto__": {"isAdmin": true}, "constructor": 1, "f": {"_jsonata_lambda": true, "body": 1}, "g": {"_jsonata_function": true, "kept": 2}}',
    ) as Record<string, unknown>;
    expect(await evaluate('isAdmin', hostile)).to.equal(null);
    expect(await evaluate('constructor', hostile)).to.equal(1);
    expect(await evaluate('f.body', hostile)).to.equal(1);
    expect(await evaluate('$type(g) & g.kept', hostile)).to.equal('object2');
    expect(JSON.stringify(await evaluate('$', hostile))).to.equal('{"constructor":1,"f":{"body":1},"g":{"kept":2}}');
  });

  it('cannot reach inherited properties', async () => {
    for (const path of ['constructor', '__proto__', 'a.constructor.constructor', '$sum.constructor', 'toString'])
      expect(await evaluate(path, { a: {} }).catch(() => null), path).to.equal(null);
  });

  it("loses the key that changes an object's prototype", async () => {
    const result = await evaluate('{ "__proto__": { "isAdmin": true }, "b": 2 }');
    expect(result).to.deep.equal({ b: 2 });
    expect(await evaluate('$keys({})')).to.equal(null);
  });

  it("is not kept: one expression's assignments are invisible to another", async () => {
    await evaluate('($secret := a; $secret)', { a: 1 });
    expect(await evaluate('$secret')).to.equal(null);
    expect(await evaluate('| $ | { "a": 2 } |', { a: 1 }).catch(() => 'refused')).to.equal('refused');
    expect(await evaluate('$ ~> | $ | { "a": 2 } |', { a: 1 })).to.deep.equal({ a: 2 });
    expect(await evaluate('a', { a: 1 })).to.equal(1);
  });

  it('is never evaluated, even if it looks like a template', async () => {
    const context = { answer: '{{ secret }}', secret: 'hidden' };
    expect(await expressions.render('You said: {{ answer }}', context)).to.equal('You said: {{ secret }}');
  });
});

describe('A template', () => {
  const context = { name: 'Ada', total: 12.5, none: null, who: { id: 1 }, isLarge: false };
  const rendered: [string, string][] = [
    ['Nothing to do', 'Nothing to do'],
    ['Hello {{ name }}, {{total}} euro', 'Hello Ada, 12.5 euro'],
    ['{{ none }}{{ missing }}|{{ isLarge }}', '|false'],
    ['{{ who }}', '{"id":1}'],
    ['{{ {"a": {"b": name}} }}', '{"a":{"b":"Ada"}}'],
    ['{{{"a": 1}}}', '{"a":1}'],
    ['{{ "}}" & name }} }}', '}}Ada }}'],
    ['{{ name\n & "!" }}', 'Ada!'],
  ];
  for (const [template, text] of rendered)
    it(`${JSON.stringify(template)} becomes ${JSON.stringify(text)}`, async () =>
      expect(await expressions.render(template, context)).to.equal(text));

  it('encodes the values, not itself', async () =>
    expect(await expressions.render('/a b/{{ name }}', { name: 'x/y?' }, encodeURIComponent)).to.equal(
      '/a b/x%2Fy%3F',
    ));

  const mistakes: [string, FailedCheck][] = [
    ['Hello {{ name', check('templateOpen', { position: 7 })],
    ['{{ }}', check('expressionEmpty')],
    ['{{ name + }}', check('expressionUnfinished', { position: 9 })],
    ['Hi {{\n  name)}}', check('expressionToken', { token: ')', position: 13 })],
    ['{{ $eval(name) }}', check('expressionEval')],
    ['{{'.repeat(5000) + '}}'.repeat(5000), check('expressionDeep')],
  ];
  for (const [template, mistake] of mistakes)
    it(`${template.slice(0, 30)} is refused`, async () => {
      expect(service.checkTemplate(template)).to.deep.equal(mistake);
      expect((await failureOf(expressions.render(template, context))).code).to.equal('expression_failed');
    });
});

describe('Checking an expression', () => {
  const mistakes: [string, FailedCheck][] = [
    ['', check('expressionEmpty')],
    ['a +', check('expressionUnfinished', { position: 3 })],
    ['a[', check('expressionNeeds', { expected: ']', position: 2 })],
    ['a ] b', check('expressionToken', { token: ']', position: 3 })],
    [' {{ a.b }}', check('expressionBraces')],
    ['{{ a }} of {{ b }}', check('expressionBraces')],
    ['"\\u12"', check('expressionWrong', { code: 'S0104', position: 2 })],
    ['($e := $eval; $e("1"))', check('expressionEval')],
    ['$map(a, $eval)', check('expressionEval')],
    ['('.repeat(9000), check('expressionDeep')],
    ['a'.repeat(10_001), check('expressionLong', { count: 10_000 })],
  ];
  for (const [expression, mistake] of mistakes)
    it(`${expression.slice(0, 30)} is refused`, () => expect(service.check(expression)).to.deep.equal(mistake));

  it('evaluates nothing', () => expect(service.check('$error("now")')).to.equal(null));
});

describe('The processes behind expressions', () => {
  it('do not keep an otherwise idle process alive', async () => {
    const module = new URL('../../server/flow/expressions.ts', import.meta.url);
    const script = `const { createExpressions } = await import(${JSON.stringify(module.href)});
      console.log(await createExpressions({ count: 1 }).of({ author: 'ada', execution: 'one' }).evaluate('$sum([1, 1])', {}));`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 50_000 });
    expect(stdout.trim()).to.equal('2');
  });

  it('tell waiting callers that they are closed', async () => {
    const closing = createExpressions({ count: 1 });
    const waiting = closing
      .of(TURN)
      .evaluate('$sum([1])', {})
      .catch((error: Error) => error.message);
    await closing.close();
    expect(await waiting).to.equal('Expressions are closed.');
    expect(
      await closing
        .of(TURN)
        .evaluate('$sum([1])', {})
        .catch((error: Error) => error.message),
    ).to.equal('Expressions are closed.');
  });
});
