import { expect } from 'chai';
import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../../server/foundation/errors.ts';
import { checkPattern, matches } from '../../server/flow/patterns.ts';

const millisecondsOf = (work: () => void): number => {
  const before = performance.now();
  work();
  return performance.now() - before;
};

describe('A pattern', () => {
  it('must match the whole text', () => {
    expect(matches('[A-Z]{2}-\\d+', 'AB-12')).to.equal(true);
    expect(matches('[A-Z]{2}-\\d+', 'xAB-12')).to.equal(false);
    expect(matches('[A-Z]{2}-\\d+', 'AB-12\n')).to.equal(false);
    expect(matches('a|ab', 'ab')).to.equal(true);
    expect(matches('\\p{L}+', 'Ångström')).to.equal(true);
  });

  for (const explosive of ['(a+)+$', '(a|aa)+', '(a|a?)+b', '([a-z]+)*\\d'])
    it(`${explosive} handles 100,000 characters at once`, () => {
      const text = `${'a'.repeat(100_000)}!`;
      expect(millisecondsOf(() => matches(explosive, text))).to.be.below(1000);
      expect(matches(explosive, text)).to.equal(false);
    });

  const refused: [string, FailedCheck][] = [
    ['(', check('patternWrong', { part: '(' })],
    ['a(?=b)', check('patternWrong', { part: '(?=' })],
    ['(?<!a)b', check('patternWrong', { part: '(?<!a)b' })],
    ['(a)\\1', check('patternWrong', { part: '\\1' })],
    ['a{1001}', check('patternWrong', { part: '{1001}' })],
    ['a'.repeat(501), check('atMostCharacters', { count: 500 })],
    [[...'abcdefghijklmnopqrst'].map((letter) => `${letter}{400}`).join('|'), check('patternLarge')],
  ];
  for (const [regex, reason] of refused)
    it(`${regex.slice(0, 20)} is refused`, () => {
      expect(checkPattern(regex)).to.deep.equal(reason);
      expect(matches(regex, 'a')).to.equal(false);
    });

  it('of 500 characters can be used', () => expect(checkPattern('a'.repeat(500))).to.equal(null));
});
