import { expect } from 'chai';
import fc from 'fast-check';
import { parseQuery } from '../../sandbox/search/lucene.ts';
import { parseFilter } from '../../sandbox/search/odata.ts';
import {
  API_VERSIONS,
  definitionOf,
  filterOf,
  fits,
  keyOf,
  queryOf,
  sourceFilterOf,
  toDocument,
  toReaderChange,
} from '../../server/search/azureRules.ts';
import { EVERYONE } from '../../server/search/searchIndex.ts';
import { toStored } from '../../server/search/searchRules.ts';
import { wantedIn, wordList } from '../../server/search/wordRules.ts';
import { aDocument } from './documents.ts';

const ADA = '10000000-0000-4000-8000-000000000001';
const anyField = () => true;

describe('an index at Azure AI Search', () => {
  it('is ours if it has our fields, whatever else it has', () => {
    for (const enforcement of ['personal', 'none'] as const)
      expect(fits(definitionOf('x', enforcement), enforcement)).to.equal('yes');
    expect(fits(definitionOf('x', 'none'), 'personal')).to.equal('to_update');
    expect(fits(definitionOf('x', 'personal'), 'none')).to.equal('to_update');
    const { fields } = definitionOf('x', 'none') as { fields: { name: string; type: string }[] };
    expect(fits({ fields: [...fields, { name: 'more', type: 'Edm.String' }] }, 'none')).to.equal('yes');
    expect(fits({ fields: fields.slice(1) }, 'none')).to.equal('not_ours');
    expect(fits({ fields: fields.map((each) => ({ ...each, type: 'Edm.Int32' })) }, 'none')).to.equal('not_ours');
  });

  it('filters by people and groups in a preview of the service only', () => {
    expect(JSON.stringify(definitionOf('x', 'none'))).to.not.include('permissionFilter');
    expect(JSON.stringify(definitionOf('x', 'personal'))).to.include('"permissionFilterOption":"enabled"');
    expect(API_VERSIONS.personal).to.match(/-preview$/);
    expect(API_VERSIONS.none).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it('holds a document under a key of limited characters, with its readers in every list', () => {
    const document = toDocument(toStored(aDocument({ id: 'a/ä', readers: [ADA, EVERYONE] })));
    expect(document).to.include({ '@search.action': 'upload', id: 'a/ä', key: keyOf('a/ä') });
    expect(keyOf('a/ä')).to.match(/^[0-9a-f]{64}$/);
    expect(document).to.deep.include({ readers: [ADA, EVERYONE], userIds: ['all'], groupIds: [ADA] });
    const alone = toDocument(toStored(aDocument({ readers: [ADA] })));
    expect(alone).to.deep.include({ readers: [ADA], userIds: [ADA], groupIds: [ADA] });
  });

  it('is changed only in its readers', () => {
    expect(toReaderChange('d', [ADA])).to.deep.equal({
      '@search.action': 'merge',
      key: keyOf('d'),
      readers: [ADA],
      userIds: [ADA],
      groupIds: [ADA],
    });
  });

  it("filters by at most the service's number of people per document, and loses none of our own list", () => {
    const readers = Array.from({ length: 1_500 }, (_, n) => ADA.slice(0, -6) + String(n).padStart(6, '0'));
    const document = toDocument(toStored(aDocument({ readers }))) as Record<string, string[]>;
    expect([document['readers']!.length, document['userIds']!.length, document['groupIds']!.length]).to.deep.equal([
      1_500, 1_000, 1_000,
    ]);
  });

  it('searches for words, and for a prefix of the last, in the title or elsewhere', () => {
    const wanted = wantedIn('Big zeb')!;
    expect(queryOf(wanted, true)).to.equal('(titleWords:big AND titleWords:zeb*)');
    expect(queryOf(wanted, false)).to.equal('(words:big AND words:zeb*) AND NOT (titleWords:big AND titleWords:zeb*)');
    expect(queryOf({ words: ['x'], start: null }, true)).to.equal('(titleWords:x)');
  });

  /** More than there are words in the input. */
  const MORE_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

  it('searches for words and nothing else, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const wanted = wantedIn(typed);
        if (wanted === null) return;
        const matches = parseQuery(queryOf(wanted, true), anyField);
        const words = wordList(typed);
        expect(matches({ titleWords: words })).to.equal(true);
        const other = [...MORE_LETTERS].find((letter) => !words.split(' ').some((word) => word.startsWith(letter)));
        expect(matches({ titleWords: other })).to.equal(false);
      }),
    );
  });

  it('filters by reader, and continues after a position', () => {
    expect(filterOf([ADA, EVERYONE], null)).to.equal(`readers/any(r: search.in(r, '${ADA},everyone', ','))`);
    const passes = parseFilter(filterOf([ADA], { inTitle: 1, modifiedAt: 5, key: 'm' }), anyField);
    const document = (modifiedAt: number, key: string, readers = [ADA]) => ({ modifiedAt, key, readers });
    expect(passes(document(4, 'z'))).to.equal(true);
    expect(passes(document(5, 'l'))).to.equal(true);
    expect(passes(document(5, 'm'))).to.equal(false);
    expect(passes(document(6, 'a'))).to.equal(false);
    expect(passes(document(4, 'z', [EVERYONE]))).to.equal(false);
  });

  it('accepts any text as text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (source, key) => {
        const passes = parseFilter(sourceFilterOf(source, key), anyField);
        expect(passes({ source, key: `${key}x` })).to.equal(true);
        expect(passes({ source: `${source}x`, key: `${key}x` })).to.equal(false);
        expect(passes({ source, key })).to.equal(false);
      }),
    );
  });
});
