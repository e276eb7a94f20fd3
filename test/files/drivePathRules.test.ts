import { expect } from 'chai';
import fc from 'fast-check';
import { driveName } from '../../sandbox/graph/driveNames.ts';
import { drivePath, encodedPath } from '../../server/files/drivePathRules.ts';

const ID = '01JDK3V4Q80000000000000001';
const file = (name: string, title = 'Expenses', id = ID) =>
  drivePath({ id, name, title, createdAt: Date.UTC(2026, 10, 25, 23, 59) });

describe('rules of paths in drives (behaviour 2.9)', () => {
  it('contain the day, the question and the file name', () => {
    expect(file('receipt.pdf')).to.equal('Handback/2026-11-25 Expenses/receipt (0000000001).pdf');
  });

  const NAMES: [name: string, last: string][] = [
    ['../../x', '-..-x (0000000001)'],
    ['CON', 'CON (0000000001)'],
    ['CON.txt', 'CON (0000000001).txt'],
    ['desktop.ini', 'desktop (0000000001).ini'],
    ['.lock', 'lock (0000000001)'],
    ['~$report.docx', 'report (0000000001).docx'],
    ['a _vti_ b.txt', 'a vti b (0000000001).txt'],
    ['a:b?.txt', 'a-b- (0000000001).txt'],
    ['a\u202Eb.exe', 'ab (0000000001).exe'],
    ['🧾 Café.pdf', '🧾 Café (0000000001).pdf'],
    ['🧾🧾.🧾', '🧾🧾.🧾 (0000000001)'],
    ['  spaced . ', 'spaced (0000000001)'],
    ['', 'file (0000000001)'],
    ['...', 'file (0000000001)'],
    ['archive.tar.gz', 'archive.tar (0000000001).gz'],
    [`a.${'x'.repeat(40)}`, `a.${'x'.repeat(40)} (0000000001)`],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)} (0000000001).pdf`],
    ['e\u0301.txt', 'é (0000000001).txt'],
  ];
  for (const [name, last] of NAMES)
    it(`turn ${JSON.stringify(name.slice(0, 30))} into a name that OneDrive accepts`, () => {
      expect(file(name).split('/').at(-1)).to.equal(last);
    });

  it('never leave their folder, whatever people type, and use only names that OneDrive accepts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(
          fc.constantFrom('_vti_', '_v', 'ti_', '..', '/', '\\', '~', '$', ' ', '.', 'CON', '.lock', '🧾', '\ud83e'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, text, (name, title) => {
        const path = file(name, title);
        const segments = path.split('/');
        expect(segments).to.have.length(3);
        expect(segments[0]).to.equal('Handback');
        segments.forEach(driveName);
        expect(path.length).to.be.below(300);
        expect(decodeURIComponent(encodedPath(path))).to.equal(path);
        expect(encodedPath(path)).to.match(/^[\w\-.~!()*/%]+$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('differ for files of one name', () => {
    expect(file('a.txt')).to.not.equal(file('a.txt', 'Expenses', '01JDK3V4Q80000000000000002'));
  });
});
