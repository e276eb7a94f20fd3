import { expect } from 'chai';
import { check } from '../../server/foundation/errors.ts';
import { checkExpression } from '../../server/flow/expressionCheck.ts';
import { isTooCostly } from '../../server/flow/expressionCost.ts';
import { plainProgram } from '../../server/flow/plainExpressions.ts';
import { checkTemplate } from '../../server/flow/templates.ts';
import { flow, refusalOf } from './flows.ts';

/** JSONata parses the left side of these operators twice. */
const inEachOther = (operator: string, count: number, before = '', after = '') =>
  `(${before}`.repeat(count) + 'a' + ` ${operator} b${after})`.repeat(count);

/** Processor time of the work, whatever else the machine does. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('parsing an expression', () => {
  it('is refused if nested brackets would double the time each, even if hidden in texts and patterns', () => {
    for (const operator of ['??', '?:'])
      for (const expression of [
        inEachOther(operator, 16),
        inEachOther(operator, 16, '"(" & '),
        inEachOther(operator, 16, '$match(a, /[(]/) & '),
        inEachOther(operator, 16, '/* ( */ `(` & '),
        inEachOther(operator, 16, '', ' & ")"'),
      ]) {
        expect(checkExpression(expression), expression).to.deep.equal(check('expressionDeep'));
        expect(plainProgram(expression)).to.equal(null);
      }
  });

  it('accepts as many of these operators as anybody uses', () => {
    for (const expression of [
      inEachOther('??', 4),
      'a' + ' ?? b'.repeat(200),
      `{${Array.from({ length: 100 }, (_, n) => `"f${n}": f${n} ?? (g${n} ?: 0)`).join(', ')}}`,
      `${Array.from({ length: 100 }, (_, n) => `(f${n} ?? 0)`).join(' + ')} ?? 0`,
    ]) {
      expect(isTooCostly(expression), expression).to.equal(false);
      expect(checkExpression(expression)).to.equal(null);
    }
  });

  it('takes time in proportion to its length, as does a template that never ends', () => {
    expect(cpuMs(() => void checkExpression('a?b:'.repeat(2490) + 'c'))).to.be.below(1000);
    for (const part of ['/(', '/', '(/', '"', '`', '/*', '$', '(a', '\\\\/('])
      expect(
        cpuMs(() => void isTooCostly(part.repeat(10_000 / part.length))),
        part,
      ).to.be.below(1000);
    expect(cpuMs(() => void checkTemplate(`{{${'a + ('.repeat(1600)}${'}}'.repeat(60)}`))).to.be.below(1000);
  });

  it('refuses nesting too deep for any reader, whichever reads it first', () => {
    for (const count of [1100, 1500, 1900, 3000]) {
      const total = `${'('.repeat(count)}secret("key")${')'.repeat(count)}`;
      const definition = flow({ go: 'start', sum: ['set', { values: { total } }], done: 'end' }, ['go > sum > done']);
      expect(refusalOf(definition)).to.deep.equal({ 'nodes.sum.config.values.total': check('expressionDeep') });
    }
    const deep = `${'('.repeat(500)}secret("key")${')'.repeat(500)}`;
    const definition = flow({ go: 'start', sum: ['set', { values: { total: deep } }], done: 'end' }, [
      'go > sum > done',
    ]);
    expect(refusalOf(definition)['nodes.sum.config.values.total']?.id).to.equal('secretOutsideHttp');
  });
});
