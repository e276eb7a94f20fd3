import { expect } from 'chai';
import { relativeTime } from '../../desktop/renderer/relativeTime.ts';

const at = (local: string): number => new Date(local).getTime(); // local time: days are the person's
const NIGHT = '2026-03-04T21:00:00';
const MORNING = '2026-03-04T06:00:00';

describe('desktop/renderer/relativeTime', () => {
  const table: [string, string, string, ReturnType<typeof relativeTime>][] = [
    ['in the morning of the day before', NIGHT, '2026-03-03T10:00:00', { unit: 'day', count: -1 }],
    ['47 hours ago, and not yesterday', NIGHT, '2026-03-02T22:00:00', { unit: 'day', count: -2 }],
    ['25 hours ago, and not yesterday', '2026-03-04T00:30:00', '2026-03-02T23:30:00', { unit: 'day', count: -2 }],
    ['tomorrow in the evening', MORNING, '2026-03-05T23:00:00', { unit: 'day', count: 1 }],
    ['in 44 hours, and not tomorrow', MORNING, '2026-03-06T02:00:00', { unit: 'day', count: 2 }],
    ['in the next year', '2026-12-31T23:50:00', '2027-01-02T00:10:00', { unit: 'day', count: 2 }],
    ['after a leap day', '2028-02-28T12:00:00', '2028-03-01T12:00:00', { unit: 'day', count: 2 }],
    ['yesterday, less than a day ago', MORNING, '2026-03-03T20:00:00', { unit: 'hour', count: -10 }],
    ['almost two hours away', MORNING, '2026-03-04T07:59:59', { unit: 'hour', count: 1 }],
    ['minutes ago, across midnight', '2026-03-04T00:10:00', '2026-03-03T23:50:00', { unit: 'minute', count: -20 }],
    ['just now', MORNING, '2026-03-04T06:00:59', { unit: 'second', count: 0 }],
  ];
  for (const [name, now, time, expected] of table)
    it(`counts in the person's calendar what is ${name}`, () =>
      expect(relativeTime(at(time), at(now))).to.deep.equal(expected));
});
