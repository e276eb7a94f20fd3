import { expect } from 'chai';
import { MOST_REASONS, placesIn, reasonsOf } from '../../server/requests/askedAsRules.ts';

describe('the reasons of a question', () => {
  const group = (n: number) => ({ askedAs: { kind: 'group' as const, name: `G${n}` } });
  const people = [{ askedAs: { kind: 'person' as const } }, group(1), group(2), group(1)];

  it('are listed once each, and everybody sees their own', () => {
    const reasons = reasonsOf(people);
    expect(reasons).to.deep.equal([people[0]!.askedAs, group(1).askedAs, group(2).askedAs]);
    expect(people.map(placesIn(reasons))).to.deep.equal([0, 1, 2, 1]);
  });

  it('are limited in number', () => {
    const many = Array.from({ length: MOST_REASONS + 1 }, (_, n) => group(n));
    expect(reasonsOf(many)).to.have.length(MOST_REASONS);
    expect(placesIn(reasonsOf(many))(many.at(-1)!)).to.equal(null);
    expect(placesIn(undefined)(group(1))).to.equal(null);
  });
});
