import { expect } from 'chai';
import { isTheirs, mentionsOf, replacePasswords, type Known } from '../../server/composition/person/personRules.ts';

const ANN: Known = { id: '0a1b', names: ['Ann Lee'], addresses: ['ann@x.test'] };

describe('what is of a person', () => {
  it('is a text that is their id or address, in whatever case', () => {
    for (const own of ['0a1b', 'ann@x.test', 'Ann@X.test']) expect(isTheirs(ANN, own), own).to.equal(true);
    for (const other of ['0A1C', 'ann@x.test.org', '', null, 7]) expect(isTheirs(ANN, other)).to.equal(false);
  });

  it('is found within texts, and not within longer words', () => {
    const [names, only] = [mentionsOf(ANN, true), mentionsOf(ANN, false)];
    for (const text of ['to ANN@x.test.', '(ann@x.test)', 'answered:r-1:f:0a1b', '0a1b'])
      expect(only(text), text).to.equal(true);
    for (const text of ['joann@x.test', 'ann@x.test.org', '0a1bc', 'Ann Lee']) expect(only(text), text).to.equal(false);
    expect(names('Ann Lee answered')).to.equal(true);
    for (const text of ['Joann Lee', 'Ann Leery', 'ann lee']) expect(names(text), text).to.equal(false);
    expect(mentionsOf({ ...ANN, names: [] }, true)('Ann Lee')).to.equal(false);
  });

  it('holds passwords, which are replaced wherever they stand', () => {
    const stored = {
      value: null,
      values: { a: { sealed: 'x' }, b: [{ sealed: 'x', was: 'y' }, { secret: 'z' }], c: 1 },
    };
    expect(replacePasswords(stored, '*')).to.deep.equal({ value: null, values: { a: '*', b: ['*', '*'], c: 1 } });
    const others = { sealed: 1, secret: 'a', more: { sealed: 'x', other: 'y' }, two: { secret: 'x', b: 1 } };
    expect(replacePasswords(others, '*')).to.deep.equal(others);
  });
});
