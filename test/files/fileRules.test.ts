import { expect } from 'chai';
import fc from 'fast-check';
import { isAccepted, mediaTypeOf, uploadAllowance, removalDelayMs, safeName } from '../../server/files/fileRules.ts';

describe('rules of files', () => {
  const PDF = { name: 'Receipt.PDF', type: 'application/pdf' };
  const CASES: [accept: string[], file: { name: string; type: string }, isAccepted: boolean][] = [
    [[], PDF, true],
    [['.pdf'], PDF, true],
    [[' .PDF '], PDF, true],
    [['.pdf'], { name: 'receipt.pdf.exe', type: 'application/pdf' }, false],
    [['application/pdf'], { name: 'receipt', type: 'application/pdf' }, true],
    [['image/*'], { name: 'a.png', type: 'image/png' }, true],
    [['image/*'], PDF, false],
    [['image/*'], { name: 'a', type: 'imagery/png' }, false],
    [['image/*', '.pdf'], PDF, true],
    [['*'], PDF, true],
    [['pdf'], PDF, false],
  ];
  for (const [accept, file, wanted] of CASES)
    it(`${wanted ? 'accept' : 'refuse'} ${file.name} (${file.type}) if ${JSON.stringify(accept)} is accepted`, () => {
      expect(isAccepted(accept, file)).to.equal(wanted);
    });

  describe('find a place for an upload', () => {
    const LIMITS = { fileBytes: 25, unboundFiles: 3, dayBytes: 100 };
    const PLACES: [announced: number | null, unbound: number, bytes: number, place: number | string][] = [
      [25, 0, 0, 25],
      [26, 0, 0, 'fileTooLarge'],
      [0, 2, 100, 0],
      [1, 3, 0, 'tooManyUploads'],
      [10, 0, 90, 10],
      [11, 0, 90, 'tooManyBytes'],
      [null, 0, 0, 25],
      [null, 0, 90, 10],
      [null, 0, 100, 'tooManyBytes'],
      [null, 3, 0, 'tooManyUploads'],
    ];
    for (const [announced, unbound, bytes, wanted] of PLACES)
      it(`of ${announced ?? 'unknown'} bytes after ${unbound} files, ${bytes} bytes: ${wanted}`, () => {
        const place = uploadAllowance(announced, { unbound, bytes }, LIMITS);
        expect(place).to.deep.equal(typeof wanted === 'number' ? { bytes: wanted } : { refusal: wanted });
      });

    it("and never one beyond the person's remaining quota", () => {
      const amount = fc.nat(200);
      fc.assert(
        fc.property(fc.option(amount), amount, amount, (announced, unbound, bytes) => {
          const place = uploadAllowance(announced, { unbound, bytes }, LIMITS);
          if ('refusal' in place) return;
          expect(bytes + place.bytes).to.be.at.most(Math.max(bytes, LIMITS.dayBytes));
          expect(place.bytes).to.be.at.most(LIMITS.fileBytes);
          expect(unbound).to.be.below(LIMITS.unboundFiles);
        }),
      );
    });
  });

  it('keep the harmless part of a name', () => {
    const names: [given: string, kept: string][] = [
      ['receipt.pdf', 'receipt.pdf'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\temp\\receipt.pdf', 'receipt.pdf'],
      ['.htaccess', 'htaccess'],
      ['a\u202E.exe', 'a.exe'],
      ['a\r\nb: c.txt', 'ab c.txt'],
      ['résumé 2026 🧾.xlsx', 'résumé 2026 🧾.xlsx'],
      ['/', 'file'],
      ['...', 'file'],
    ];
    for (const [given, kept] of names) expect(safeName(given), given).to.equal(kept);
  });

  it('never keep a path or a control character, and never an empty name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const kept = safeName(name);
        expect(kept).to.match(/^[^/\\\p{Cc}\p{Cf}]+$/u);
        expect([...kept].length).to.be.within(1, 255);
      }),
      { numRuns: 500 },
    );
  });

  it('parse a media type, and treat an invalid one as bytes', () => {
    expect(mediaTypeOf('Text/CSV; charset=utf-8')).to.equal('text/csv');
    for (const wrong of [undefined, '', 'pdf', 'a/b/c', 'text/<script>', `${'x'.repeat(200)}/y`])
      expect(mediaTypeOf(wrong), String(wrong)).to.equal('application/octet-stream');
  });

  it('retry a failed removal at growing intervals, up to a day', () => {
    const hours = [0, 1, 2, 3, 4, 5, 100, 5000].map((failures) => removalDelayMs(failures) / 3_600_000);
    expect(hours).to.deep.equal([1, 2, 4, 8, 16, 24, 24, 24]);
  });
});
