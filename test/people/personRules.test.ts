import { expect } from 'chai';
import {
  isTheirs,
  replacePasswords,
  rewriting,
  usersWithout,
  type PersonIdentifiers,
} from '../../server/composition/person/personRules.ts';

const ANN: PersonIdentifiers = { id: '0a1b', names: ['Ann Lee'], addresses: ['ann@x.test'] };

describe('personal data', () => {
  it('is text that is their id or address, regardless of case', () => {
    for (const own of ['0a1b', 'ann@x.test', 'Ann@X.test']) expect(isTheirs(ANN, own), own).to.equal(true);
    for (const other of ['0A1C', 'ann@x.test.org', '', null, 7]) expect(isTheirs(ANN, other)).to.equal(false);
  });

  it('includes passwords, which are replaced wherever they are', () => {
    const stored = {
      value: null,
      values: { a: { sealed: 'x' }, b: [{ sealed: 'x', was: 'y' }, { secret: 'z' }], c: 1 },
    };
    expect(replacePasswords(stored, '*')).to.deep.equal({ value: null, values: { a: '*', b: ['*', '*'], c: 1 } });
    const others = { sealed: 1, secret: 'a', more: { sealed: 'x', other: 'y' }, two: { secret: 'x', b: 1 } };
    expect(replacePasswords(others, '*')).to.deep.equal(others);
  });
});

describe('the replacement of a person', () => {
  const NOBODY = 'erased-1';
  const [only, names] = [rewriting(ANN, NOBODY, false), rewriting(ANN, NOBODY, true)];

  it('is a pseudonym for id and addresses, wherever they are, except within longer words', () => {
    for (const [text, without] of [
      ['to ANN@x.test.', `to ${NOBODY}.`],
      ['(ann@x.test)', `(${NOBODY})`],
      ['answered:r-1:f:0a1b', `answered:r-1:f:${NOBODY}`],
    ] as const)
      expect(only.text(text)).to.equal(without);
    for (const text of ['joann@x.test', 'ann@x.test.org', '0a1bc', 'Ann Lee']) expect(only.text(text)).to.equal(text);
  });

  it('is a pseudonym for names if the text is about them', () => {
    expect(names.text('Ann Lee answered: of Ann Lee.txt')).to.equal(`${NOBODY} answered: of ${NOBODY}.txt`);
    for (const text of ['Joann Lee', 'Ann Leery', 'ann lee']) expect(names.text(text)).to.equal(text);
    expect(rewriting({ ...ANN, names: [] }, NOBODY, true).text('Ann Lee')).to.equal('Ann Lee');
  });

  it('leaves only the pseudonym of their record', () => {
    const record = {
      id: '0a1b',
      displayName: 'Ann Lee',
      email: 'ann@x.test',
      jobTitle: 'Boss',
      businessPhones: ['1'],
      at: 5,
    };
    const left = { id: NOBODY, displayName: NOBODY, email: null, jobTitle: null, businessPhones: [], at: 5 };
    expect(only.json({ by: [record], '0a1b': null })).to.deep.equal({ by: [left], [NOBODY]: null });
    expect(only.json({ displayName: 'A. Lee', mail: 'Ann@x.test' })).to.deep.equal({ displayName: NOBODY, mail: null });
    expect(only.json({ displayName: 'Other', mail: 5 })).to.deep.equal({ displayName: 'Other', mail: 5 });
  });

  it('does not affect a namesake, whose record has another id', () => {
    const namesake = { id: 'other', displayName: 'Ann Lee', email: 'lee@x.test' };
    expect(names.json([namesake, 'Ann Lee'])).to.deep.equal([namesake, NOBODY]);
    expect(names.json({ id: '0a1b', by: 'Ann Lee' }), 'a thing with their id').to.deep.equal({
      id: NOBODY,
      by: NOBODY,
    });
  });

  it('never leaves the list of a closed chat empty', () => {
    const without = (users: string[], isMaker = false) => usersWithout(ANN, users, isMaker, 'nobody@x.test');
    expect(without(['ann@x.test', 'bob@x.test'], true)).to.deep.equal(['bob@x.test']);
    expect(without([])).to.deep.equal([]);
    expect(without(['ann@x.test'])).to.deep.equal(['nobody@x.test']);
    expect(without(['ann@x.test'], true)).to.equal(null);
  });
});
