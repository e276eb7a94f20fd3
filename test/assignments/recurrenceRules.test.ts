import { expect } from 'chai';
import fc from 'fast-check';
import parser from 'cron-parser';
import { datesAfter, dueOf, faultOf, MOST_MISSED } from '../../server/assignments/recurrenceRules.ts';

const HOUR_MS = 60 * 60_000;
const BERLIN = 'Europe/Berlin';
const iso = (ms: number) => new Date(ms).toISOString();
const at = (text: string) => Date.parse(text);

describe('recurrence rules (behaviour 2.8)', () => {
  it('compute dates in a time zone, across a clock change', () => {
    const nine = { cron: '0 9 * * *', timeZone: BERLIN };
    expect(datesAfter(nine, at('2026-03-27T12:00Z'), 3).map(iso)).to.deep.equal([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
  });

  it('reject schedules that never occur, occur too often, or cannot be parsed', () => {
    const fault = (cron: string, timeZone = BERLIN) => faultOf({ cron, timeZone });
    expect(fault('0 9 * * 1')).to.equal(null);
    expect(fault('0 9 29 2 *')).to.equal(null);
    for (const rare of ['0 9 * 2 1#5', '0 9 29 2 0#5', '0 0 L 2 *', '0 0 30,31 2,4 *'])
      expect(fault(rare), rare).to.equal(null);
    for (const never of ['0 9 31 2 *', '0 0 31 4,6 *', '0 0 31 2,4 *', '0 0 30,31 2 *', '0 9 * * 1#4.5'])
      expect(fault(never), never).to.deep.equal({ field: 'cron', check: 'cronNever' });
    for (const often of ['* * * * *', '*/30 * * * *', '0,59 8 * * *'])
      expect(fault(often), often).to.deep.equal({ field: 'cron', check: 'cronTooOften' });
    for (const form of [
      '* * * * * *',
      '@daily at',
      '61 * * * *',
      'a b c d e',
      '0 9 * *',
      '0 9 * * L',
      '0 9 1L * *',
      '0 9 15,L1 * *',
    ])
      expect(fault(form), form).to.deep.equal({ field: 'cron', check: 'cronForm' });
    expect(fault('0 9 * * 1', 'Mars/Olympus')).to.deep.equal({ field: 'timeZone', check: 'timeZoneUnknown' });
  });

  it('compute dates that are decades apart', () => {
    const leap = { cron: '0 9 * 2 1#5', timeZone: 'UTC' }; // a Monday that is the 29th of February
    expect(datesAfter(leap, at('2026-11-20T09:00Z'), 5).map((each) => iso(each).slice(0, 4))).to.deep.equal([
      '2044',
      '2072',
      '2112',
      '2140',
      '2168',
    ]);
  });

  it('have no dates for unreadable schedules, but still create the due one', () => {
    const now = at('2026-11-20T09:00Z');
    for (const schedule of [
      { cron: '0 9 * * *', timeZone: 'Mars/Olympus' },
      { cron: 'x', timeZone: BERLIN },
      { cron: '0 9 * * L', timeZone: BERLIN },
      { cron: '0 0 31 4,6 *', timeZone: BERLIN },
    ]) {
      expect(datesAfter(schedule, now, 5), schedule.cron).to.deep.equal([]);
      expect(dueOf(schedule, now - HOUR_MS, now)).to.deep.equal({ made: now - HOUR_MS, missed: [], nextAt: null });
    }
  });

  it('create the latest due date, and miss the others', () => {
    const daily = { cron: '0 9 * * *', timeZone: 'UTC' };
    const due = dueOf(daily, at('2026-11-20T09:00Z'), at('2026-11-23T08:59Z'));
    expect(iso(due.made)).to.equal('2026-11-22T09:00:00.000Z');
    expect(due.missed.map(iso)).to.deep.equal(['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']);
    expect(iso(due.nextAt!)).to.equal('2026-11-23T09:00:00.000Z');
    const moved = at('2026-11-20T09:30Z'); // the time zone's rules have changed since it was computed
    expect(dueOf(daily, moved, moved)).to.deep.include({ made: moved, missed: [] });
  });

  for (const [cron, first, now] of [
    ['0 9 * * *', '2020-01-01T09:00Z', '2026-11-23T12:00Z'],
    ['0 9 * * *', '2026-01-01T09:00Z', '2026-02-20T12:00Z'], // as many as are kept
    ['0 9 * * *', '2026-01-01T09:00Z', '2026-03-04T12:00Z'], // some more
    ['15 * * 1 *', '2025-01-01T00:15Z', '2026-02-15T12:00Z'], // many at once, then none for long
    ['0 0 1 1 *', '1940-01-01T00:00Z', '2026-02-15T12:00Z'],
  ] as const)
    it(`create the latest of very many dates, and record the earlier ones: ${cron} from ${first} to ${now}`, () => {
      const schedule = { cron, timeZone: 'UTC' };
      const due = dueOf(schedule, at(first), at(now));
      const kept = [...due.missed, due.made];
      expect(due.missed).to.have.length(MOST_MISSED);
      expect(datesAfter(schedule, kept[0]! - 1, MOST_MISSED + 2)).to.deep.equal([...kept, due.nextAt]);
      expect(due.made).to.be.at.most(at(now));
      expect(due.nextAt).to.be.above(at(now));
    });

  it('skip no date and create none twice, however the looks are spaced', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 * 24 }), { minLength: 1, maxLength: 10 }), (hours) => {
        const weekly = { cron: '30 6 * * 1,4', timeZone: BERLIN };
        const start = at('2026-01-01T00:00Z');
        let nextAt = datesAfter(weekly, start, 1)[0]!;
        let now = start;
        const seen: number[] = [];
        for (const hour of hours) {
          now += hour * HOUR_MS;
          if (nextAt > now) continue;
          const due = dueOf(weekly, nextAt, now);
          seen.push(...due.missed, due.made);
          expect(due.made).to.be.at.most(now);
          expect(due.nextAt).to.be.above(now);
          nextAt = due.nextAt!;
        }
        const all = datesAfter(weekly, start, seen.length + 1);
        expect(seen).to.deep.equal(all.slice(0, seen.length));
        expect(all.at(-1)).to.be.above(now);
      }),
      { numRuns: 8 },
    ));

  const listOf = (...items: string[]) =>
    fc.oneof(fc.constant('*'), fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: 3 }).map(String));

  it('read the fields of a schedule as cron does', () => {
    const dates = (of: string) => datesAfter({ cron: `0 9 ${of}`, timeZone: 'UTC' }, at('2027-01-01T12:00Z'), 3);
    for (const [of, ...expected] of [
      ['L * *', '2027-01-31', '2027-02-28', '2027-03-31'],
      ['* * 5L', '2027-01-29', '2027-02-26', '2027-03-26'],
      ['* * 1#2', '2027-01-11', '2027-02-08', '2027-03-08'],
      ['5-9 2 *', '2027-02-05', '2027-02-06', '2027-02-07'],
      ['13 * fri', '2027-01-08', '2027-01-13', '2027-01-15'], // either will do
      ['1-31 * fri', '2027-01-08', '2027-01-15', '2027-01-22'],
    ] as const)
      expect(
        dates(of).map((each) => iso(each).slice(0, 10)),
        of,
      ).to.deep.equal(expected);
  });

  it('agree with the parser on any expression, within the range that it walks', () =>
    fc.assert(
      fc.property(
        listOf('1', '5-9', '28', '29', '*/10', 'L'),
        listOf('1', '2', '4-6', 'jul', '*/5'),
        fc.oneof(listOf('0', '1-5', '3', 'fri', '7', '5L', '0-6', '1-7'), fc.constantFrom('1#1', '2#3', '0#4', '?')),
        fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2031-01-01T00:00Z') }),
        (date, month, weekday, after) => {
          const schedule = { cron: `30 6,18 ${date} ${month} ${weekday}`, timeZone: 'UTC' };
          fc.pre(faultOf(schedule) === null);
          const known = parser.parseExpression(schedule.cron, { currentDate: new Date(after), tz: 'UTC' });
          expect(datesAfter(schedule, after, 4), schedule.cron).to.deep.equal(
            Array.from({ length: 4 }, () => known.next().getTime()),
          );
        },
      ),
      { numRuns: 60 },
    ));
});
