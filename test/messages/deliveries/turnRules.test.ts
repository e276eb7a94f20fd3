import { expect } from 'chai';
import fc from 'fast-check';
import { afterTurn, turnOf } from '../../../server/messages/deliveries/turnRules.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Slots that become free one after the other, at random, while the queue never runs empty. */
interface Served {
  order: string[];
  /** Deliveries in progress for each, after each turn. */
  counts: Map<string, number>[];
}

function serve(waiting: string[], places: number, ends: number[]): Served {
  let queue = waiting;
  const underWay: string[] = [];
  const order: string[] = [];
  const counts: Served['counts'] = [];
  const countOf = (name: string) => underWay.filter((each) => each === name).length;
  for (const end of ends) {
    if (underWay.length === places) underWay.splice(end % places, 1);
    const name = turnOf(queue, countOf)!;
    queue = afterTurn(queue, name);
    underWay.push(name);
    order.push(name);
    counts.push(new Map(waiting.map((each) => [each, countOf(each)])));
  }
  return { order, counts };
}

describe('turnOf', () => {
  const CASES: [string, queue: string[], underWay: Record<string, number>, next: string | null][] = [
    ['is nobody where nobody waits', [], {}, null],
    ['is of whoever was served longest ago', ['b', 'a'], {}, 'b'],
    ['is of whoever has the fewest under way', ['a', 'b'], { a: 1 }, 'b'],
    ['is of the first of those with equally few', ['a', 'b', 'c'], { a: 2, b: 1, c: 1 }, 'b'],
  ];
  for (const [name, queue, underWay, next] of CASES)
    it(name, () => {
      expect(turnOf(queue, (each) => underWay[each] ?? 0)).to.equal(next);
    });

  it('leaves no waiting one far behind, whichever attempts end first', () => {
    const many = fc.integer({ min: 2, max: NAMES.length });
    const ends = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 12 }), ends, (count, places, ended) => {
        const waiting = NAMES.slice(0, count);
        const { order, counts } = serve(waiting, places, ended);
        for (const name of waiting) {
          let without = 0;
          order.forEach((served, n) => {
            without = served === name || counts[n]!.get(name)! > 0 ? 0 : without + 1;
            expect(without, `${name} has nothing under way and waits`).to.be.below(count);
          });
        }
      }),
    );
  });

  it('gives each the same number of turns, to within one, if slots are freed in turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 80 }), (count, turns) => {
        const waiting = NAMES.slice(0, count);
        const { order } = serve(
          waiting,
          1,
          Array.from({ length: turns }, () => 0),
        );
        const counted = waiting.map((name) => order.filter((each) => each === name).length);
        expect(Math.max(...counted) - Math.min(...counted)).to.be.at.most(1);
      }),
    );
  });
});

describe('afterTurn', () => {
  it('puts the one just served behind the others', () => {
    expect(afterTurn(['a', 'b', 'c'], 'b')).to.deep.equal(['a', 'c', 'b']);
  });
});
