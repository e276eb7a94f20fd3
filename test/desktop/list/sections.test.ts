import { expect } from 'chai';
import { dueSection, sectionsOf } from '../../../desktop/renderer/list/sections.ts';
import { fieldText, snoozePresets } from '../../../desktop/renderer/list/snoozeTimes.ts';
import { notification } from '../support/samples.ts';

const at = (local: string): number => new Date(local).getTime(); // local time: days are the person's
const WEDNESDAY = at('2026-03-04T10:00:00');
const row = (id: string, local: string, flowId = 'flow') =>
  notification({ id, flowId, flowName: `Flow ${flowId}`, expiresAt: new Date(at(local)).toISOString() });

describe('the sections of an inbox', () => {
  it("sort questions by due date in the person's calendar, in weeks that end with Sunday", () => {
    const due = (local: string, now = WEDNESDAY) => dueSection(at(local), now);
    expect(due('2026-03-04T09:00:00'), 'over, and not closed yet').to.equal('hour');
    expect(due('2026-03-04T10:59:59')).to.equal('hour');
    expect(due('2026-03-04T11:00:00')).to.equal('today');
    expect(due('2026-03-05T00:00:00')).to.equal('tomorrow');
    expect(due('2026-03-06T00:00:00')).to.equal('week');
    expect(due('2026-03-08T23:59:00')).to.equal('week');
    expect(due('2026-03-09T00:00:00')).to.equal('later');
    expect(due('2026-03-09T09:00:00', at('2026-03-08T12:00:00')), 'on Sunday').to.equal('tomorrow');
    expect(due('2026-03-10T09:00:00', at('2026-03-08T12:00:00')), 'on Sunday').to.equal('later');
    expect(due('2026-03-05T00:20:00', at('2026-03-04T23:50:00')), 'soon goes before tomorrow').to.equal('hour');
  });

  it('divide the rows in their order: by due date, by flow, or not at all', () => {
    const rows = [
      row('a', '2026-03-04T10:30:00'),
      row('b', '2026-03-04T12:00:00', 'trip'),
      row('c', '2026-03-04T18:00:00'),
    ];
    const parted = (sort: 'due' | 'flow' | 'newest') =>
      sectionsOf(rows, sort, WEDNESDAY).map(({ heading, rows: own }) => [heading, own.map(({ id }) => id).join('')]);
    expect(parted('due')).to.deep.equal([
      [{ due: 'hour' }, 'a'],
      [{ due: 'today' }, 'bc'],
    ]);
    expect(parted('flow')).to.deep.equal([
      [{ flow: 'Flow flow' }, 'a'],
      [{ flow: 'Flow trip' }, 'b'],
      [{ flow: 'Flow flow' }, 'c'],
    ]);
    expect(parted('newest')).to.deep.equal([[null, 'abc']]);
    expect(sectionsOf([], 'due', WEDNESDAY)).to.deep.equal([]);
  });
});

describe('suggested snooze times', () => {
  const presets = (now: string, due: string) =>
    snoozePresets(at(now), at(due)).map(({ id, at: time }) => `${id} ${fieldText(time)}`);

  it("are the usual ones, in the person's time zone", () => {
    expect(presets('2026-03-04T10:00:00', '2026-04-01T00:00:00')).to.deep.equal([
      'hour 2026-03-04T11:00',
      'afternoon 2026-03-04T14:00',
      'tomorrow 2026-03-05T09:00',
      'monday 2026-03-09T09:00',
    ]);
    expect(presets('2026-03-08T15:00:00', '2026-04-01T00:00:00'), 'on Sunday').to.deep.equal([
      'hour 2026-03-08T16:00',
      'tomorrow 2026-03-09T09:00',
    ]);
  });

  it('are before the deadline, or absent', () => {
    expect(presets('2026-03-04T10:00:00', '2026-03-04T14:00:00')).to.deep.equal(['hour 2026-03-04T11:00']);
    expect(presets('2026-03-04T10:00:00', '2026-03-04T10:30:00')).to.deep.equal([]);
  });
});
