import { expect } from 'chai';
import fc from 'fast-check';
import { datesAfter } from '../../server/assignments/recurrenceRules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ZONES = Intl.supportedValuesOf('timeZone');

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The local time, in ms as if it were UTC. */
function shownAt(at: number, timeZone: string): number {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  clocks.set(timeZone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** Clocks change at quarters of an hour, by at most three hours. */
const QUARTERS = Array.from({ length: 12 }, (_, n) => (n + 1) * 15 * MINUTE_MS);

describe('recurrences across clock changes (behaviour 2.8)', () => {
  const CASES: [what: string, cron: string, zone: string, after: string, dates: string[]][] = [
    [
      'a skipped midnight',
      '0 0 * * *',
      'Africa/Cairo',
      '2027-04-29T00:00Z',
      ['2027-04-29T22:00Z', '2027-04-30T21:00Z'],
    ],
    ['another one', '0 0 * * *', 'Asia/Beirut', '2027-03-27T00:00Z', ['2027-03-27T22:00Z', '2027-03-28T21:00Z']],
    [
      'the midnight of a week',
      '0 0 * * 0',
      'America/Santiago',
      '2027-08-31T00:00Z',
      ['2027-09-05T04:00Z', '2027-09-12T03:00Z'],
    ],
    [
      'a repeated half hour',
      '30 1 * * *',
      'Australia/Lord_Howe',
      '2027-04-03T00:00Z',
      ['2027-04-03T14:30Z', '2027-04-04T15:00Z'],
    ],
    [
      'two skipped times that become one moment',
      '30 2,3 * * *',
      'Europe/Berlin',
      '2027-03-28T00:00Z',
      ['2027-03-28T01:00Z', '2027-03-28T01:30Z', '2027-03-29T00:30Z'],
    ],
    [
      'the hours of a night with a repeated one',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00Z', '2026-10-25T02:00Z'],
    ],
  ];
  for (const [what, cron, timeZone, after, dates] of CASES)
    it(`have each date once: ${what}, ${cron} in ${timeZone}`, () => {
      const found = datesAfter({ cron, timeZone }, Date.parse(after), dates.length);
      expect(found.map((at) => new Date(at).toISOString().replace(':00.000Z', 'Z'))).to.deep.equal(dates);
    });

  it('have each date once, as soon as the clock shows its time or a later one, in every zone', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 2026, max: 2030 }),
        fc.integer({ min: 0, max: 4 * 24 - 1 }), // a time of the day, in quarters of an hour
        fc.constantFrom(1, 7),
        (timeZone, year, quarter, days) => {
          const start = Date.UTC(year, 0, 1);
          const today = Math.floor(shownAt(start, timeZone) / DAY_MS) * DAY_MS + quarter * 15 * MINUTE_MS;
          const first = today > shownAt(start, timeZone) ? today : today + DAY_MS;
          const weekday = days === 7 ? new Date(first).getUTCDay() : '*';
          const cron = `${(quarter % 4) * 15} ${Math.floor(quarter / 4)} * * ${weekday}`;
          const dates = datesAfter({ cron, timeZone }, start, Math.ceil(370 / days));
          dates.forEach((at, n) => {
            const wanted = first + n * days * DAY_MS;
            const where = `${cron} in ${timeZone}, ${new Date(at).toISOString()}`;
            expect(shownAt(at, timeZone), where).to.be.at.least(wanted);
            for (const before of QUARTERS)
              if (shownAt(at - before, timeZone) >= wanted) expect.fail(`shown before: ${where}`);
          });
        },
      ),
      { numRuns: 60 },
    ));
});
