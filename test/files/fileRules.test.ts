import { expect } from 'chai';
import fc from 'fast-check';
import { isAccepted, mediaTypeOf, safeName } from '../../server/files/fileRules.ts';

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
    it(`${wanted ? 'take' : 'refuse'} ${file.name} (${file.type}) where ${JSON.stringify(accept)} is accepted`, () => {
      expect(isAccepted(accept, file)).to.equal(wanted);
    });

  it('keep of a name what is harmless', () => {
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

  it('never keep a path or a control character, nor nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const kept = safeName(name);
        expect(kept).to.match(/^[^/\\\p{Cc}\p{Cf}]+$/u);
        expect([...kept].length).to.be.within(1, 255);
      }),
      { numRuns: 500 },
    );
  });

  it('read a media type, and take what is none for bytes', () => {
    expect(mediaTypeOf('Text/CSV; charset=utf-8')).to.equal('text/csv');
    for (const wrong of [undefined, '', 'pdf', 'a/b/c', 'text/<script>', `${'x'.repeat(200)}/y`])
      expect(mediaTypeOf(wrong), String(wrong)).to.equal('application/octet-stream');
  });
});
