// cspell:ignore Straße Æther Łódź strasse über Ёлка ΟΔΟΣ οδός לוֹם елка οδοσ שלום reun
import { expect } from 'chai';
import fc from 'fast-check';
import { cut, matchesIn, toFts5, toTsquery, wantedIn, wordList, wordsIn } from '../../server/search/wordRules.ts';

const words = (text: string): string[] => [...wordsIn(text)];
const anyText = fc.string({ unit: 'binary', maxLength: 200 });

describe('the search terms of a document', () => {
  const cases: [what: string, text: string, words: string[]][] = [
    ['letters and digits', 'Room 12b, 3rd floor', ['room', '12b', '3rd', 'floor']],
    ['without case and accents', 'ÉCLAIR Crème Ångström naïve', ['eclair', 'creme', 'angstrom', 'naive']],
    [
      'spelt out if there is no accent to remove',
      'Straße Æther Łódź Øre ﬁn',
      ['strasse', 'aether', 'lodz', 'ore', 'fin'],
    ],
    ['however an accent is encoded', 'u\u0308ber über', ['uber', 'uber']],
    ['in other alphabets', 'Ёлка ΟΔΟΣ οδός שָׁלוֹם', ['елка', 'οδοσ', 'οδοσ', 'שלום']],
    ['each character in scripts without spaces', '東京 2020年', ['東', '京', '2020', '年']],
    ['with marks that distinguish words', 'कि की', ['कि', 'की']],
    [
      'with everything else as a separator',
      'e-mail@x.test l’été "quoted"*',
      ['e', 'mail', 'x', 'test', 'l', 'ete', 'quoted'],
    ],
    ['and nothing of symbols', '❤️ 👍🏽 -- () :* \0 \ud800', []],
  ];
  for (const [what, text, expected] of cases) it(`are ${what}`, () => expect(words(text)).to.deep.equal(expected));

  it('are never empty for a letter or digit, in any alphabet', () => {
    const signs = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const letters = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign));
    expect(letters).to.have.lengthOf.above(100_000);
    expect(letters.filter((letter) => words(letter).length === 0)).to.deep.equal([]);
  });

  it('are cut if they are long, and never within a character', () => {
    expect(words('x'.repeat(100))).to.deep.equal(['x'.repeat(60)]);
    expect(cut('a😀', 2)).to.equal('a');
    const [long] = words(`${'x'.repeat(59)}𝕩𐐨`);
    expect(long)
      .to.have.length.below(61)
      .and.not.match(/[\ud800-\udbff]$/);
  });

  it('are listed once each, up to what a database accepts', () => {
    expect(wordList('one two ONE Twó')).to.equal('one two');
    const many = Array.from({ length: 40_000 }, (_, n) => `${n}`.padStart(40, 'x')).join(' ');
    expect(wordList(many).length).to.be.below(1_000_000);
  });

  it('stay the same when they are folded again', () =>
    fc.assert(fc.property(anyText, (text) => words(words(text).join(' ')).join() === words(text).join())));
});

describe('the terms of a query', () => {
  it('are every word, and a prefix for the last', () => {
    expect(wantedIn('Annual lea')).to.deep.equal({ words: ['annual'], start: 'lea' });
    expect(wantedIn('leave')).to.deep.equal({ words: [], start: 'leave' });
    expect(wantedIn('to be or to be')).to.deep.equal({ words: ['to', 'be', 'or'], start: null });
  });

  it('are whole words if they have only one letter', () =>
    expect(wantedIn('plan b')).to.deep.equal({ words: ['plan', 'b'], start: null }));

  it('are empty without words', () => {
    for (const query of ['', ' ', '&', '"*" :', '-(', '\0']) expect(wantedIn(query), query).to.equal(null);
  });

  it('are the first 32 different words of many', () => {
    const many = Array.from({ length: 50 }, (_, n) => `w${n}`).join(' ');
    expect(wantedIn(many)!.words).to.have.length(32);
    expect(wantedIn(many)!.start).to.equal(null);
  });

  it('are passed to both databases without operators', () => {
    const wanted = wantedIn('AND "or" NOT near(a*) b:c !d <-> fi')!;
    expect(toFts5(wanted)).to.equal('"and" AND "or" AND "not" AND "near" AND "a" AND "b" AND "c" AND "d" AND "fi"*');
    expect(toTsquery(wanted)).to.equal("'and' & 'or' & 'not' & 'near' & 'a' & 'b' & 'c' & 'd' & 'fi':*");
    expect(toTsquery(wantedIn('x')!)).to.equal("'x'");
    expect(toFts5(wantedIn('x')!)).to.equal('"x"');
  });

  it('contain nothing that could be an operator, whatever was typed', () =>
    fc.assert(
      fc.property(anyText, (query) => {
        const wanted = wantedIn(query);
        if (!wanted) return true;
        return [...wanted.words, wanted.start ?? 'x'].every((word) => /^[\p{L}\p{N}\p{M}]+$/u.test(word));
      }),
    ));
});

describe('the matches in a text', () => {
  const marked = (text: string, query: string): string[] =>
    [...matchesIn(text, wantedIn(query)!)].map(({ from, to }) => text.slice(from, to));

  it('are all words that equal a term or begin like the last', () => {
    expect(marked('Réunion of the re-union, reunions', 'the reun')).to.deep.equal(['Réunion', 'the', 'reunions']);
    expect(marked('nothing', 'else')).to.deep.equal([]);
    expect(marked('plan b before bed', 'b')).to.deep.equal(['b']);
    expect(marked('東京都', '京')).to.deep.equal(['京']);
  });

  it('exist for every word of a text', () =>
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), fc.nat(), (text, n) => {
        const all = words(text);
        return marked(text, all[n % all.length]!).length > 0;
      }),
    ));
});
