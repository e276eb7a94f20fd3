import { expect } from 'chai';
import fc from 'fast-check';
import {
  decideStarts,
  isLimited,
  nameOfKey,
  nameOfLog,
  type Beginning,
  type StoredStarts,
} from '../../server/flow/beginRules.ts';
import { UNLIMITED } from '../../server/foundation/limits.ts';

const FREE = { startsPerHour: UNLIMITED, unfinishedExecutions: UNLIMITED };
const aStart = (id: string, changes: Partial<Beginning> = {}): Beginning => ({
  id,
  flowId: 'flow',
  starterId: 'ada',
  log: null,
  key: null,
  ...changes,
});
const NOTHING: StoredStarts = { keys: new Map(), retired: new Set(), closed: new Set(), counts: new Map() };
const key = (name: string, bodyHash = 'body') => ({ key: name, bodyHash });

describe('the outcome of start calls', () => {
  it('is one execution per key, per caller and per flow', () => {
    const starts = [
      aStart('1', { key: key('k') }),
      aStart('2', { key: key('k') }),
      aStart('3', { key: key('k', 'other') }),
      aStart('4', { key: key('k'), starterId: 'grace' }),
      aStart('5', { key: key('k'), flowId: 'other' }),
      aStart('6', { key: key('l') }),
    ];
    const known = new Map([[nameOfKey(starts[5]!, key('l')), { bodyHash: 'body', executionId: '0' }]]);
    expect(decideStarts(starts, { ...NOTHING, keys: known }, FREE)).to.deep.equal([
      { kind: 'begun' },
      { kind: 'repeated', executionId: '1' },
      { kind: 'key_reused' },
      { kind: 'begun' },
      { kind: 'begun' },
      { kind: 'repeated', executionId: '0' },
    ]);
  });

  it('is a refusal above the limits, which repeated starts do not count towards', () => {
    const counts = new Map([
      ['ada', { startsPerHour: 4, unfinishedExecutions: 1 }],
      ['grace', { startsPerHour: 0, unfinishedExecutions: 3 }],
    ]);
    const starts = [
      aStart('1', { key: key('k') }),
      aStart('2'),
      aStart('3', { key: key('k') }),
      aStart('4', { starterId: 'grace' }),
      aStart('5', { starterId: 'alan' }),
    ];
    const decided = decideStarts(starts, { ...NOTHING, counts }, { startsPerHour: 5, unfinishedExecutions: 3 });
    expect(decided).to.deep.equal([
      { kind: 'begun' },
      { kind: 'refused', limit: 'startsPerHour' },
      { kind: 'repeated', executionId: '1' },
      { kind: 'refused', limit: 'unfinishedExecutions' },
      { kind: 'begun' },
    ]);
  });

  it('is a refusal for a retired flow, but not for a key that has started it before', () => {
    const starts = [
      aStart('1', { key: key('k') }),
      aStart('2', { key: key('l') }),
      aStart('3', { key: key('k', 'other') }),
      aStart('4', { flowId: 'other' }),
      aStart('5', { key: key('l') }),
    ];
    const keys = new Map([[nameOfKey(starts[0]!, key('k')), { bodyHash: 'body', executionId: '0' }]]);
    expect(decideStarts(starts, { ...NOTHING, keys, retired: new Set(['flow']) }, FREE)).to.deep.equal([
      { kind: 'repeated', executionId: '0' },
      { kind: 'retired', what: 'flow' },
      { kind: 'key_reused' },
      { kind: 'begun' },
      { kind: 'retired', what: 'flow' },
    ]);
  });

  it('is a refusal in a log that nobody can begin, but not for a key that has started something there before', () => {
    const log = { chatId: 'chat', person: 'ada' };
    const starts = [
      aStart('1', { log, key: key('k') }),
      aStart('2', { log }),
      aStart('3', { log: { ...log, person: 'grace' } }),
      aStart('4', { log: { ...log, chatId: 'other' } }),
      aStart('5'),
    ];
    const keys = new Map([[nameOfKey(starts[0]!, key('k')), { bodyHash: 'body', executionId: '0' }]]);
    expect(decideStarts(starts, { ...NOTHING, keys, closed: new Set([nameOfLog(log)]) }, FREE)).to.deep.equal([
      { kind: 'repeated', executionId: '0' },
      { kind: 'retired', what: 'chat' },
      { kind: 'begun' },
      { kind: 'begun' },
      { kind: 'begun' },
    ]);
  });

  it('never exceeds a limit, whatever comes in one batch', () => {
    const start = fc.record({
      starterId: fc.constantFrom('a', 'b'),
      key: fc.option(fc.record({ key: fc.constantFrom('k', 'l'), bodyHash: fc.constantFrom('x', 'y') })),
    });
    fc.assert(
      fc.property(fc.array(start), fc.nat(6), fc.nat(6), (starts, before, most) => {
        const counts = new Map([['a', { startsPerHour: before, unfinishedExecutions: before }]]);
        const limits = { startsPerHour: most, unfinishedExecutions: most };
        const orders = starts.map((each, n) => aStart(String(n), each));
        const decided = decideStarts(orders, { ...NOTHING, counts }, limits);
        for (const [starter, had] of [
          ['a', before],
          ['b', 0],
        ] as const) {
          const begun = decided.filter(({ kind }, n) => kind === 'begun' && starts[n]!.starterId === starter);
          expect(begun.length).to.be.at.most(Math.max(most - had, 0));
        }
      }),
    );
  });

  it('is checked only if there is a limit', () => {
    expect([isLimited(FREE), isLimited({ ...FREE, startsPerHour: 1 })]).to.deep.equal([false, true]);
    expect(isLimited({ ...FREE, unfinishedExecutions: 1 })).to.equal(true);
  });
});
