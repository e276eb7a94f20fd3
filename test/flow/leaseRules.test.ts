import { expect } from 'chai';
import fc from 'fast-check';
import { silentFor, updateSightings, type Sightings } from '../../server/flow/leaseRules.ts';

const LEASE_MS = 10_000;

describe('a server that is presumed dead', () => {
  const after = (...looks: [at: number, seen: { id: string; beat: number | null }[]][]): Sightings =>
    looks.reduce<Sightings>((known, [at, seen]) => updateSightings(known, seen, at), new Map());

  it('has said nothing new for the time of a lease, counted from when it was first seen', () => {
    const known = after([0, [{ id: 'a', beat: 7 }]], [9000, [{ id: 'a', beat: 7 }]]);
    expect(silentFor(known, LEASE_MS - 1, LEASE_MS)).to.deep.equal([]);
    expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal(['a']);
  });

  it('has not said anything since, even to an observer that was away in between', () => {
    const beaten = after([0, [{ id: 'a', beat: 7 }]], [9000, [{ id: 'a', beat: 8 }]]);
    const returned = after([0, [{ id: 'a', beat: 7 }]], [5000, []], [9000, [{ id: 'a', beat: 7 }]]);
    for (const known of [beaten, returned]) expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal([]);
  });

  it('has never said anything, if it was seen long enough ago', () => {
    const known = after([5, [{ id: 'a', beat: null }]], [LEASE_MS, [{ id: 'a', beat: null }]]);
    expect(silentFor(known, LEASE_MS, LEASE_MS)).to.deep.equal([]);
    expect(silentFor(known, LEASE_MS + 5, LEASE_MS)).to.deep.equal(['a']);
  });

  it('is never one that beats every third of a lease, whatever either wall clock says', () => {
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
