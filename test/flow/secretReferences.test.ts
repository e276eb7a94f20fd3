import { expect } from 'chai';
import fc from 'fast-check';
import { readReference, toReference, withoutReferences } from '../../server/flow/secretReferences.ts';

const EXECUTION = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const field = fc.record({
  requestId: fc.constantFrom(`${EXECUTION}-login`, `${EXECUTION}-Log_in2.12`),
  variable: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,10}$/),
  person: fc.constantFrom('10000000-0000-4000-8000-000000000002', 'mailto:a+b@c.test'),
});
const SEALED = `v1.${'Ab-_'.repeat(15)}`;

describe('references to answered passwords', () => {
  it('point to the field they were made for', () => {
    fc.assert(
      fc.property(field, (given) => {
        expect(readReference(toReference(given))).to.deep.equal(given);
      }),
    );
    for (const other of ['', 'answered:', 'answered:a:b', SEALED, 'provided'])
      expect(readReference(other)).to.equal(null);
  });

  it('are hidden wherever they are, and nothing else is', () => {
    fc.assert(
      fc.property(field, fc.jsonValue(), fc.string(), (given, other, text) => {
        const reference = toReference(given);
        const hidden = withoutReferences({
          other,
          list: [{ secret: reference }, [reference]],
          text: `${text} ${JSON.stringify({ a: { secret: reference } })}`,
          [`${reference} `]: 1,
        });
        expect(JSON.stringify(hidden)).to.not.include(given.requestId);
        expect(hidden.other).to.deep.equal(other);
        expect(hidden.list).to.deep.equal(['provided', ['provided']]);
      }),
    );
  });

  it('of older versions are hidden too', () => {
    const told = `{"key":{"secret":"${SEALED}"}}`;
    expect(withoutReferences({ key: { secret: SEALED }, told, again: JSON.stringify({ told }) })).to.deep.equal({
      key: 'provided',
      told: '{"key":{"secret":"provided"}}',
      again: JSON.stringify({ told: '{"key":{"secret":"provided"}}' }),
    });
  });

  it('leave lookalikes alone', () => {
    const alike = {
      secret: 'mine',
      token: SEALED,
      note: 'answered: yes',
      both: { secret: SEALED, more: 1 },
      none: null,
    };
    expect(withoutReferences(alike)).to.deep.equal(alike);
  });
});
