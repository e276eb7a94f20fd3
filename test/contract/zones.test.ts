import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers, clockHint, inZone, withOffset, zoneOf } from '../../contract/answers.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const zones = fc.constantFrom(...ZONES);
/** Whole seconds of the years in which all offsets are whole minutes. */
const instants = fc.integer({ min: Date.UTC(1973, 0) / 1000, max: Date.UTC(2100, 0) / 1000 }).map((at) => at * 1000);
const HOUR_MS = 3_600_000;

const clockIn = (moment: string): string => moment.slice(0, 19);
const clockOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

const offsetAt = (at: number, zone: string): number => Date.parse(`${clockIn(inZone(at, zone))}Z`) - at;

/** The second in which the offset changes; null if it does not. */
function changeBetween(from: number, to: number, zone: string): number | null {
  const before = offsetAt(from, zone);
  if (offsetAt(to, zone) === before) return null;
  let [last, first] = [from, to];
  while (first - last > 1000) {
    const middle = Math.floor((last + first) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) last = middle;
    else first = middle;
  }
  return first;
}

describe('a date and time without an offset', () => {
  const CASES: [string, string, string, string][] = [
    ['in winter', '2026-12-24T18:00', 'Europe/Berlin', '2026-12-24T18:00:00+01:00'],
    ['in summer', '2026-07-01T18:00', 'Europe/Berlin', '2026-07-01T18:00:00+02:00'],
    ['west of Greenwich', '2026-12-24T18:00:30', 'America/St_Johns', '2026-12-24T18:00:30-03:30'],
    ['in UTC', '2026-12-24T18:00', 'UTC', '2026-12-24T18:00:00+00:00'],
    ['with parts of a second', '2026-12-24T18:00:00.125', 'Asia/Kathmandu', '2026-12-24T18:00:00.125+05:45'],
    ['before clocks go forward', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T01:59:00+01:00'],
    ['in a skipped hour', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
    ['after it', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
    ['in a repeated hour', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
    ['after that', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T03:00:00+01:00'],
    ['in a skipped half hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45:00+11:00'],
    ['on a skipped day', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T12:00:00+14:00'],
    ['when offsets had seconds', '1880-01-01T12:00', 'Europe/Berlin', '1880-01-01T12:00:00+00:53'],
    ['at the end of the range of years', '9999-12-31T23:59', 'Europe/Berlin', '9999-12-31T23:59:00+01:00'],
  ];
  for (const [when, bare, zone, moment] of CASES)
    it(`is ${moment} ${when}: ${bare} in ${zone}`, () => {
      expect(withOffset(bare, zone)).to.equal(moment);
    });

  it('stays unchanged if it has one, or is not a moment', () => {
    for (const text of [
      '2026-12-24T18:00Z',
      '2026-12-24T18:00-05:00',
      '2026-02-30T10:00',
      '2026-12-24T24:00',
      '2026-12-24',
      'x',
    ])
      expect(withOffset(text, 'Europe/Berlin')).to.equal(text);
  });

  it('shows what was typed, and is the first moment at which clocks show it', () => {
    const property = fc.property(instants, zones, (at, zone) => {
      const shown = inZone(at, zone);
      expect(Date.parse(shown)).to.equal(at);
      const read = withOffset(clockIn(shown), zone);
      expect(clockIn(read)).to.equal(clockIn(shown));
      expect(Date.parse(read)).to.be.within(at - 24 * HOUR_MS, at);
      expect(inZone(Date.parse(read), zone)).to.equal(read);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is later by the skipped time, and the first of two repeated times, at any clock change', () => {
    const halves = fc.record({ year: fc.integer({ min: 1975, max: 2037 }), month: fc.constantFrom(0, 6) });
    const property = fc.property(zones, halves, fc.nat(), (zone, { year, month }, some) => {
      const changed = changeBetween(Date.UTC(year, month), Date.UTC(year, month + 6), zone);
      fc.pre(changed !== null);
      const before = offsetAt(changed - 1000, zone);
      const shift = offsetAt(changed, zone) - before;
      const into = (some % (Math.abs(shift) / 1000)) * 1000;
      const typed = clockOf(changed + (shift > 0 ? before : before + shift) + into);
      const read = withOffset(typed, zone);
      expect(Date.parse(read)).to.equal(shift > 0 ? changed + into : changed + shift + into, `${typed} in ${zone}`);
      expect(inZone(Date.parse(read), zone)).to.equal(read);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('passes every check, whatever was typed', () => {
    const property = fc.property(instants, zones, (clock, zone) => {
      const value = withOffset(clockOf(clock).slice(0, 16), zone);
      expect(checkAnswers([{ name: 'at', type: 'datetime' }], { at: value })).to.include({ ok: true });
    });
    fc.assert(property, { numRuns: 50 });
  });
});

describe('a time zone', () => {
  it('needs a name', () => {
    for (const zone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])
      expect(zoneOf(zone)).to.equal(zone);
    for (const other of ['', 'Mars/Olympus', '+01:00', 'Europe/Berlin\n', 'a'.repeat(65), null, 60, undefined])
      expect(zoneOf(other)).to.equal(undefined);
  });

  it("is named beside the field, and called the person's if it is", () => {
    expect(clockHint({ zone: 'Europe/Berlin', isOwn: true }, ENGLISH_SPEECH)).to.equal('Your time, Europe/Berlin.');
    expect(clockHint({ zone: 'UTC', isOwn: false }, ENGLISH_SPEECH)).to.equal('Time zone: UTC.');
  });
});
