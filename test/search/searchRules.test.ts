// cspell:ignore Holi
import { expect } from 'chai';
import fc from 'fast-check';
import { EVERYONE, InvalidDocument } from '../../server/search/searchIndex.ts';
import { batchesOf, excerptOf, toStored } from '../../server/search/searchRules.ts';
import { wantedIn } from '../../server/search/wordRules.ts';
import { aDocument } from './documents.ts';

const ADA = '10000000-0000-4000-8000-00000000000A';

describe('a stored document', () => {
  it('is one line of plain text, with its search terms', () => {
    const stored = toStored(
      aDocument({
        title: ' Holi\u00addays \u202e2026 ',
        text: 'Thirty\n\tdays\0 \ud800each',
        readers: [ADA, EVERYONE, ADA],
      }),
    );
    expect(stored).to.deep.include({
      title: 'Holidays 2026',
      text: 'Thirty days each',
      titleWords: 'holidays 2026',
      words: 'holidays 2026 thirty days each',
      readers: [ADA.toLowerCase(), EVERYONE],
    });
  });

  it('is named by its address if it has no title', () =>
    expect(toStored(aDocument({ title: ' ' })).title).to.equal('https://documents.test/d'));

  it('is cut if it is long', () => {
    const { title, text, words } = toStored(aDocument({ title: 'x'.repeat(500), text: 'ab '.repeat(60_000) }));
    expect([title.length, text.length]).to.deep.equal([300, 100_000]);
    expect(words.split(' ')).to.include('ab');
  });

  const refusals: [what: string, change: Parameters<typeof aDocument>[0]][] = [
    ['without an id', { id: '' }],
    ['with an id that is too long', { id: 'x'.repeat(201) }],
    ['with an id that no database can store', { id: 'a\0b' }],
    ['without a source', { source: '' }],
    ['at an address that runs code', { address: 'javascript:alert(1)' }],
    ['at a mail address', { address: 'mailto:ada@sandbox.test' }],
    ['at an address that names another host first', { address: 'https://bank.example@evil.example' }],
    ['without a time', { modifiedAt: Number.NaN }],
    ['at a time before the range', { modifiedAt: -1 }],
    ['at a time beyond the range', { modifiedAt: 8.64e15 }],
    ['with readers by address', { readers: ['ada@sandbox.test'] }],
  ];
  for (const [what, change] of refusals)
    it(`is refused ${what}`, () => expect(() => toStored(aDocument(change))).to.throw(InvalidDocument));
});

describe('documents that are stored together', () => {
  const idsIn = (documents: Parameters<typeof aDocument>[0][]) =>
    [...batchesOf(documents.map((each) => toStored(aDocument(each))))].map((batch) => batch.map(({ id }) => id));

  it('are in the order of their ids, each once, in the last version given', () => {
    const [batch] = batchesOf(['b', 'a', 'b'].map((id, n) => toStored(aDocument({ id, title: `Title ${n}` }))));
    expect(batch!.map(({ id, title }) => [id, title])).to.deep.equal([
      ['a', 'Title 1'],
      ['b', 'Title 2'],
    ]);
    expect(idsIn([])).to.deep.equal([]);
  });

  it('are limited in number and length', () => {
    const many = Array.from({ length: 120 }, (_, n) => ({ id: `d${String(n).padStart(3, '0')}` }));
    expect(idsIn(many).map(({ length }) => length)).to.deep.equal([20, 20, 20, 20, 20, 20]);
    const long = many.slice(0, 9).map(({ id }) => ({ id, text: 'ab '.repeat(33_333) }));
    expect(idsIn(long).map(({ length }) => length)).to.deep.equal([2, 2, 2, 2, 1]);
  });
});

describe('an excerpt', () => {
  const said = (text: string, query: string): string =>
    excerptOf(text, wantedIn(query)!)
      .map((span) => (span.isMatch ? `[${span.text}]` : span.text))
      .join('');

  it('marks the search words', () =>
    expect(said('Everybody has thirty days.', 'thirty day')).to.equal('Everybody has [thirty] [days].'));

  it('is the beginning if only the title matches', () => {
    expect(said('Everybody has thirty days.', 'holidays')).to.equal('Everybody has thirty days.');
    expect(said('', 'holidays')).to.equal('');
    expect(said('word '.repeat(100).trim(), 'holidays'))
      .to.match(/^word .* word …$/)
      .and.have.length.below(250);
  });

  it('is around the first match, at word boundaries', () => {
    const text = `${'before '.repeat(50)}needle ${'after '.repeat(100)}needle`;
    const excerpt = said(text, 'needle');
    expect(excerpt).to.match(/^… before (before )+\[needle\] after .* after …$/);
    expect(excerpt).to.have.length.below(260);
  });

  it('is cut within a word that is longer than the excerpt', () => {
    expect(said('x'.repeat(500), 'xx')).to.equal(`[${'x'.repeat(240)}] …`);
    expect(said(`${'y'.repeat(300)}、needle`, 'needle')).to.equal('… [needle]');
  });

  it('is literal text, whatever it contains', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 600 }),
        fc.string({ minLength: 1, maxLength: 5 }),
        (text, query) => {
          const wanted = wantedIn(query);
          if (!wanted) return;
          const { text: stored } = toStored(aDocument({ text }));
          const shown = excerptOf(stored, wanted)
            .map((span) => span.text)
            .join('');
          expect(stored).to.include(shown.replace(/^… /, '').replace(/ …$/, ''));
        },
      ),
    ));
});
