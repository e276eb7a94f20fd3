import { expect } from 'chai';
import fc from 'fast-check';
import { inZone } from '../../../contract/answers.ts';
import { workOf } from '../../../contract/profileRules.ts';
import { asReader, nextNight, photoIn } from '../../../server/people/profiles/profileRules.ts';

const HOUR_MS = 60 * 60_000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', 'Pacific/Chatham'];
const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) });

describe('profiles: the rules', () => {
  it('are read in the next night, by the clocks of the installation', () => {
    fc.assert(
      fc.property(moments, fc.uuid(), fc.constantFrom(...ZONES), (now, person, zone) => {
        const at = nextNight(now, person, zone);
        expect(at - now).to.be.within(1, 26 * HOUR_MS);
        expect(Number(inZone(at, zone).slice(11, 13))).to.be.within(2, 5); // in spring two o'clock may be three
        expect(nextNight(now, person, zone)).to.equal(at);
      }),
    );
  });

  it('are read in the next night, also if it is shorter because the clocks go forward', () => {
    for (const [now, zone] of [
      ['2027-03-27T23:30:00+01:00', 'Europe/Berlin'],
      ['2027-03-13T23:30:00-05:00', 'America/New_York'],
    ] as const) {
      const day = Number(now.slice(8, 10));
      expect(inZone(nextNight(Date.parse(now), 'ada', zone), zone).slice(8, 10), zone).to.equal(String(day + 1));
    }
  });

  it('are not all read at once', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const people = Array.from({ length: 10_000 }, (_, n) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const perMinute = new Map<number, number>();
    for (const person of people) {
      const at = nextNight(now, person, 'UTC');
      perMinute.set(at, (perMinute.get(at) ?? 0) + 1);
    }
    expect(perMinute.size).to.be.above(150);
    expect(Math.max(...perMinute.values())).to.be.below(300);
  });

  it('have pictures of two kinds, whatever the directory sends', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    expect(photoIn(jpeg)).to.deep.equal({ type: 'image/jpeg', content: jpeg.toString('base64') });
    expect(photoIn(png)).to.deep.equal({ type: 'image/png', content: png.toString('base64') });
    for (const other of ['<svg onload="alert(1)"/>', '<html>', 'GIF89a', '', '\u0089PNG'])
      expect(photoIn(Buffer.from(other)), other).to.equal(null);
    expect(photoIn(null)).to.equal(null);
  });

  it("choose a person's language: their own choice, then the directory's, then the one when they were asked", () => {
    const person = { id: 'x', displayName: 'X', email: null, userPrincipalName: null };
    const asked = { ...person, language: 'fr' };
    expect(asReader(asked, { spoken: 'de', language: 'en', timeZone: 'Europe/Berlin' })).to.deep.equal({
      ...person,
      language: 'de',
      timeZone: 'Europe/Berlin',
    });
    expect(asReader(asked, { spoken: null, language: 'en', timeZone: null })).to.deep.equal({
      ...person,
      language: 'en',
    });
    expect(asReader(asked, { spoken: null, language: null, timeZone: null })).to.deep.equal(asked);
    expect(asReader(asked, null)).to.deep.equal(asked);
    expect(asReader(person, null)).to.deep.equal(person);
  });

  it('show what is known beside a name', () => {
    expect(workOf({ jobTitle: 'Engineer', department: 'Research' })).to.equal('Engineer, Research');
    expect(workOf({ jobTitle: null, department: 'Research' })).to.equal('Research');
    expect(workOf({ jobTitle: 'Engineer', department: ' ' })).to.equal('Engineer');
    expect(workOf({ jobTitle: null, department: null })).to.equal(null);
  });
});
