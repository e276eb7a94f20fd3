import { expect } from 'chai';
import fc from 'fast-check';
import { silentFor, updateSightings, type Sightings } from '../../server/flow/leaseRules.ts';

const LEASE_MS = 10_000;

describe('who is held for dead', () => {
  const after = (...looks: [at: number, seen: { id: string; beat: number | null }[]][]): Sightings =>
    looks.reduce<Sightings>((known, [at, seen]) => updateSightings(known, seen, at), new Map());

  it('is who says nothing new for the time of a lease, counted from when it was first seen', () => {
    const known = after([0, [{ id: 'a', beat: 7 }]], [9000, [{ id: 'a', beat: 7 }]]);
    expect(silentFor(known, LEASE_MS - 1, LEASE_MS)).to.deep.equal([]);
    expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal(['a']);
  });

  it('is nobody who has said something since, or who was away in between', () => {
    const beaten = after([0, [{ id: 'a', beat: 7 }]], [9000, [{ id: 'a', beat: 8 }]]);
    const returned = after([0, [{ id: 'a', beat: 7 }]], [5000, []], [9000, [{ id: 'a', beat: 7 }]]);
    for (const known of [beaten, returned]) expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal([]);
  });

  it('is who has never said anything, when it has been there long enough', () => {
    const known = after([5, [{ id: 'a', beat: null }]], [LEASE_MS, [{ id: 'a', beat: null }]]);
    expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal([]);
    expect(silentFor(known, LEASE_MS + 5, LEASE_MS)).to.deep.equal(['a']);
  });

  it('is never a server that beats every third of a lease, whatever the wall clock of either says', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 2500 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 0, max: 3333 }), (waits, offset) => {
        let known: Sightings = new Map();
        let at = 0;
        for (const wait of waits) {
          at += wait;
          known = updateSightings(known, [{ id: 'a', beat: Math.floor((at + offset) / (LEASE_MS / 3)) }], at);
          expect(silentFor(known, at, LEASE_MS)).to.deep.equal([]);
        }
      }),
    );
  });
});
