import { expect } from 'chai';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import fc from 'fast-check';
import { linesOf, plain, unmarked, whenOf } from '../../../bot/teams/text.ts';

const ZERO_WIDTH = /\u200b/g;

describe("people's text on a card", () => {
  it('reads as written, except for characters that cannot be displayed', () => {
    expect(plain('a *b* [c](https://x.test) $' + '{d} 1 < 2 & 3')).to.equal(
      'a *b* [c](https://x.test) $' + '{d} 1 < 2 & 3',
    );
    expect(plain('a\r\nb\rc\td\0e')).to.equal('a\nb\nc d\ufffde');
    expect(plain('\ud800 \u202eevil\u2066')).to.equal('\ufffd evil');
  });

  it('mentions nobody and is no date', () => {
    for (const text of ['<at>All</at>', '< AT >', '</at>', '{{DATE(2026-01-01T00:00:00Z)}}', '{{{{x']) {
      const safe = plain(text);
      expect(safe).to.not.match(/<\/?\s*at\b|\{\{/i);
      expect(safe.replace(ZERO_WIDTH, '')).to.equal(text);
    }
    expect(plain('<atlas>')).to.equal('<atlas>');
  });

  it('keeps short words as they are if Markdown might be parsed', () => {
    for (const text of ['Approve', 'low_risk', 'C# & F#', '3 - 4', 'a < b', 'Paris (France)', '1.5 %', 'you~me'])
      expect(unmarked(text)).to.equal(text);
  });

  it('means nothing if Markdown might be parsed', () => {
    const marked = fc.string({ unit: fc.constantFrom(...'*_`~[]()<>&#\\-+1.:/! \nax'), maxLength: 30 });
    const property = fc.property(marked, (text) => {
      const safe = unmarked(text);
      expect(safe).to.not.match(
        /[*`\\\n]|\]\(|\]\[|~~|<[a-z/!]|&[#a-z0-9]|:\/\/|(^|[^\p{L}\p{N}])_|_($|[^\p{L}\p{N}])/u,
      );
      expect(safe).to.not.match(/^([#>]|([-+]|\d+[.)])(\s|$))/);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('ends when there is no more room, and says so', () => {
    expect(linesOf(' a \n\n b\n', { characters: 100, lines: 10 }, ENGLISH_SPEECH)).to.deep.equal(['a', 'b']);
    expect(linesOf('a\nb\nc', { characters: 100, lines: 2 }, ENGLISH_SPEECH)).to.deep.equal([
      'a',
      'b … the rest is in the web client',
    ]);
    expect(linesOf('x'.repeat(200), { characters: 50, lines: 2 }, ENGLISH_SPEECH)[0]).to.match(
      /^x{19} … the rest is in the web client$/,
    );
    expect(linesOf('', { characters: 5, lines: 2 }, ENGLISH_SPEECH)).to.deep.equal([]);
  });

  it('gives an instant in the format of Teams', () => {
    expect(whenOf('2026-03-02T14:30:05.123Z')).to.equal(
      '{{DATE(2026-03-02T14:30:05Z, SHORT)}}, {{TIME(2026-03-02T14:30:05Z)}}',
    );
  });
});
