import { expect } from 'chai';
import { conditionNode } from '../../../server/flow/nodes/condition.ts';
import { createDelayNode } from '../../../server/flow/nodes/delay.ts';
import { endNode } from '../../../server/flow/nodes/end.ts';
import { joinNode, parallelNode } from '../../../server/flow/nodes/parallel.ts';
import { setNode } from '../../../server/flow/nodes/set.ts';
import { startNode } from '../../../server/flow/nodes/start.ts';
import { NOW, visits } from './visit.ts';

const { visit, failureOf } = visits();
const HOUR = 3_600_000;

describe('The computing nodes', () => {
  it('start continues', async () => expect(await visit(startNode, {})).to.deep.equal({ kind: 'output', output: null }));
  it('parallel forks', async () => expect(await visit(parallelNode, {})).to.deep.equal({ kind: 'fork' }));
  it('join joins', async () => expect(await visit(joinNode, {})).to.deep.equal({ kind: 'join' }));

  it('end tells the result of the execution', async () => {
    expect(await visit(endNode, {})).to.deep.equal({ kind: 'end', output: null });
    expect(await visit(endNode, { output: 'a + 1' }, { a: 1 })).to.deep.equal({ kind: 'end', output: 2 });
  });

  it('condition returns the value of its expression', async () => {
    expect(await visit(conditionNode, {})).to.deep.equal({ kind: 'output', output: null });
    expect(await visit(conditionNode, { expression: 'a > 1' }, { a: 2 })).to.deep.equal({
      kind: 'output',
      output: true,
    });
  });

  it('set evaluates all its values on the context before the node', async () => {
    const result = await visit(setNode, { values: { a: 'a + 1', b: 'a', __assignmentPassed: 'true' } }, { a: 1 });
    expect(result).to.deep.include({ kind: 'output', assign: { a: 2, b: 1, __assignmentPassed: true } });
    expect((await failureOf(setNode, { values: { a: '$error("no")' } })).code).to.equal('expression_failed');
  });
});

describe('The delay node', () => {
  const delayNode = createDelayNode({ timeZone: 'Europe/Berlin' });
  const instant = (at: number) => new Date(at).toISOString();

  it('sleeps for a while', async () =>
    expect(await visit(delayNode, { for: 'PT1H' })).to.deep.equal({ kind: 'wait', record: null, wakeAt: NOW + HOUR }));

  it('sleeps until an instant', async () => {
    expect(await visit(delayNode, { until: 'due' }, { due: instant(NOW + HOUR) })).to.include({ wakeAt: NOW + HOUR });
    expect(await visit(delayNode, { until: 'due' }, { due: NOW + 1 })).to.include({ wakeAt: NOW + 1 });
  });

  it('rests even if the instant has passed', async () =>
    expect(await visit(delayNode, { until: 'due' }, { due: 1 })).to.include({ kind: 'wait', wakeAt: NOW }));

  it('reads ISO 8601, in the time zone of the installation without an offset', async () => {
    const DUE = [
      ['2027-03-28T02:30:00+02:00', '2027-03-28T00:30:00.000Z'],
      ['2027-03-28T02:30+0200', '2027-03-28T00:30:00.000Z'],
      ['2027-03-28T02:30:00.25Z', '2027-03-28T02:30:00.250Z'],
      [' 2027-03-28 ', '2027-03-27T23:00:00.000Z'],
      ['2027-07-01T08:00', '2027-07-01T06:00:00.000Z'],
      ['2027-01-01 08:00:30.5', '2027-01-01T07:00:30.500Z'],
      ['2027-03-28T24:00', '2027-03-28T22:00:00.000Z'],
      ['2026-12-31T24:00:00', '2026-12-31T23:00:00.000Z'],
    ] as const;
    for (const [due, at] of DUE)
      expect(await visit(delayNode, { until: 'due' }, { due }), due).to.include({ wakeAt: Date.parse(at) });
  });

  const GUESSED = [
    '5',
    '10.12.2026',
    '3/4/2026',
    'week 7',
    '2026-02-30',
    '2026-03-29T25:00Z',
    '2026-03-29T24:30',
    '9999-12-31T24:00',
  ];
  for (const due of ['soon', null, {}, NOW + 367 * 24 * HOUR, ...GUESSED])
    it(`refuses ${JSON.stringify(due)}`, async () =>
      expect((await failureOf(delayNode, { until: 'due' }, { due })).code).to.equal('bad_instant'));

  it('says whether a time is missing, unreadable or too far away', async () => {
    const messageOf = async (due: unknown) => (await failureOf(delayNode, { until: 'due' }, { due })).message;
    expect(await messageOf(null)).to.equal('The expression for the time to wait for finds nothing.');
    expect(await messageOf('soon')).to.match(/^What it waits for is not a time/);
    expect(await messageOf(NOW + 367 * 24 * HOUR)).to.equal('The time to wait for is more than 366 days away.');
  });
});
