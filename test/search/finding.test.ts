// cspell:ignore Über uberall Straße strasse holi Dáys thirtyone olidays Straßenfest Überlingen Οδός Ερμού STRASSENFEST uberling ΟΔΟΣ ΕΡΜΟΥ
import { expect } from 'chai';
import fc from 'fast-check';
import { ProblemError } from '../../contract/problem.ts';
import { EVERYONE, type Hits, type SearchIndex } from '../../server/search/searchIndex.ts';
import { rejection } from '../people/tenant.ts';
import { aDocument } from './documents.ts';
import { forEachIndex } from './eachIndex.ts';

const ADA = '10000000-0000-4000-8000-000000000001';
const GRACE = '10000000-0000-4000-8000-000000000002';
const LEGAL = '20000000-0000-4000-8000-00000000000a';

describe('an index search', () => {
  forEachIndex(({ index: current, empty }) => {
    const index: Pick<SearchIndex, 'put' | 'find'> = {
      put: (documents) => current().put(documents),
      find: (search) => current().find(search),
    };

    const find = (words: string, principals: string[] = [EVERYONE], rest: { limit?: number; cursor?: string } = {}) =>
      index.find({ words, principals, limit: 50, ...rest });
    const idsOf = ({ items }: Hits) => items.map(({ id }) => id);
    const found = async (words: string, principals?: string[]) => idsOf(await find(words, principals));

    it('finds a document by its words, and shows where they are', async () => {
      await index.put([aDocument({ modifiedAt: 5 })]);
      expect(await find('days THIRTY')).to.deep.equal({
        items: [
          {
            id: 'd',
            title: 'Holidays',
            address: 'https://documents.test/d',
            excerpt: [
              { text: 'Everybody has ', isMatch: false },
              { text: 'thirty', isMatch: true },
              { text: ' ', isMatch: false },
              { text: 'days', isMatch: true },
              { text: '.', isMatch: false },
            ],
            modifiedAt: 5,
          },
        ],
        nextCursor: null,
      });
    });

    it('finds by all of the words, in title and text, the last of which may be a prefix', async () => {
      await index.put([aDocument()]);
      for (const words of ['holidays', 'HOLI', 'holidays thi', 'thirty everybody has', 'Dáys'])
        expect(await found(words), words).to.deep.equal(['d']);
      for (const words of ['holi days', 'thirtyone', 'days forty', 'olidays', 'd'])
        expect(await found(words), words).to.deep.equal([]);
    });

    it('ignores case and accents, in any alphabet', async () => {
      await index.put([
        aDocument({ id: 'german', title: 'Straßenfest in Überlingen', text: '' }),
        aDocument({ id: 'greek', title: 'Οδός Ερμού', text: '' }),
        aDocument({ id: 'japanese', title: '東京都の休暇', text: '' }),
      ]);
      const cases = {
        STRASSENFEST: 'german',
        uberling: 'german',
        'ΟΔΟΣ ΕΡΜΟΥ': 'greek',
        休暇: 'japanese',
        東: 'japanese',
      };
      for (const [words, id] of Object.entries(cases)) expect(await found(words), words).to.deep.equal([id]);
    });

    it('finds a document by its title, whatever characters it has', async () => {
      const unseen = [
        '\u00ad',
        '\u200b',
        '\u200c',
        '\u202e',
        '\u2060',
        '\ufeff',
        '\ud800',
        '\u0301',
        'ﬁ',
        'İ',
        'ab',
        ' ',
      ];
      const title = fc
        .oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.array(fc.constantFrom(...unseen), { maxLength: 10 }).map((parts) => parts.join('')),
        )
        .filter((typed) => /\p{L}/u.test(typed));
      await fc.assert(
        fc.asyncProperty(title, async (typed) => {
          await index.put([aDocument({ title: typed, text: '' })]);
          expect(await found(typed)).to.deep.equal(['d']);
        }),
        {
          numRuns: 60,
          examples: [
            ['Holi\u00addays'],
            ['\u200bHoli\u200bdays'],
            ['Holi\u202edays'],
            ['Holi\ud800days'],
            ['\ufe72'],
            ['\u037a'],
          ],
        },
      );
    });

    it('finds what a scan of all documents would find, for any words and readers', async () => {
      const words = {
        Über: 'uber',
        uberall: 'uberall',
        Straße: 'strasse',
        STRAND: 'strand',
        Plan: 'plan',
        planet: 'planet',
        x: 'x',
      };
      const written = fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[]));
      const text = fc.array(written, { maxLength: 4 });
      const readers = fc.subarray([EVERYONE, ADA, GRACE, LEGAL]);
      const documents = fc.array(fc.record({ title: text, text, readers, modifiedAt: fc.nat(5) }), {
        minLength: 1,
        maxLength: 12,
      });
      const query = fc.tuple(fc.array(written, { maxLength: 2 }), written, fc.integer({ min: 2, max: 7 }));
      await fc.assert(
        fc.asyncProperty(documents, query, readers, async (given, [whole, last, length], principals) => {
          await empty();
          await index.put(
            given.map((each, n) =>
              aDocument({ ...each, id: `d${n}`, title: each.title.join(' '), text: each.text.join(', ') }),
            ),
          );
          const start = words[last].slice(0, length);
          const has = (text: readonly (keyof typeof words)[]) =>
            whole.every((word) => text.includes(word)) &&
            text.some((word) => (start.length === 1 ? words[word] === start : words[word].startsWith(start)));
          const expected = given
            .map((each, n) => ({ ...each, id: `d${n}`, n, inTitle: has(each.title) }))
            .filter(
              (each) =>
                has([...each.title, ...each.text]) && each.readers.some((reader) => principals.includes(reader)),
            )
            .sort((a, b) => Number(b.inTitle) - Number(a.inTitle) || b.modifiedAt - a.modifiedAt);
          const seen = (await find([...whole, start].join(' '), principals)).items;
          expect(seen.map(({ id }) => id)).to.have.members(expected.map(({ id }) => id));
          const order = new Map(expected.map(({ id, inTitle, modifiedAt }) => [id, `${inTitle} ${modifiedAt}`]));
          expect(seen.map(({ id }) => order.get(id))).to.deep.equal([...order.values()]);
        }),
        { numRuns: 150 },
      );
    });

    it('finds documents for those who may read them, and for nobody else', async () => {
      await index.put([
        aDocument({ id: 'all' }),
        aDocument({ id: 'ada', readers: [ADA.toUpperCase()] }),
        aDocument({ id: 'legal', readers: [LEGAL, GRACE] }),
        aDocument({ id: 'none', readers: [] }),
      ]);
      const seen = async (...principals: string[]) => (await found('holidays', principals)).sort();
      expect(await seen(EVERYONE)).to.deep.equal(['all']);
      expect(await seen(ADA, EVERYONE)).to.deep.equal(['ada', 'all']);
      expect(await seen(ADA, LEGAL.toUpperCase())).to.deep.equal(['ada', 'legal']);
      expect(await seen(GRACE)).to.deep.equal(['legal']);
      expect(await seen()).to.deep.equal([]);
    });

    it('lists those with all words in the title first, and the newest first', async () => {
      await index.put([
        aDocument({ id: 'text', title: 'Other', text: 'About holidays', modifiedAt: 9 }),
        aDocument({ id: 'old', modifiedAt: 1 }),
        aDocument({ id: 'new', modifiedAt: 2 }),
        aDocument({ id: 'later', modifiedAt: 2 }),
      ]);
      expect((await found('holiday')).slice(2)).to.deep.equal(['old', 'text']);
      expect((await found('holiday')).slice(0, 2)).to.have.members(['new', 'later']);
    });

    it('returns pages without gaps or duplicates while documents are added', async () => {
      const many = Array.from({ length: 57 }, (_, n) =>
        aDocument({ id: `d${n}`, title: n % 3 === 0 ? 'Holidays' : 'Other', text: 'holidays', modifiedAt: n % 7 }),
      );
      await index.put(many);
      const whole = idsOf(await find('holidays', [EVERYONE], { limit: 100 }));
      for (const limit of [1, 10, 56]) {
        const paged: string[] = [];
        let cursor: string | undefined;
        for (let n = 0; ; n++) {
          const page = await find('holidays', [EVERYONE], { limit, cursor });
          expect(page.items.length).to.be.at.most(limit);
          paged.push(...idsOf(page));
          await index.put([aDocument({ id: `new-${limit}-${n}`, modifiedAt: n % 9 })]);
          if (page.nextCursor === null) break;
          cursor = page.nextCursor;
        }
        expect(new Set(paged).size).to.equal(paged.length);
        expect(paged.filter((id) => /^d\d/.test(id))).to.deep.equal(whole);
      }
    });

    it('refuses a foreign cursor, by name', async () => {
      for (const cursor of ['x', '', Buffer.from('[1,"x"]').toString('base64url')]) {
        const refusal = await rejection(find('holidays', [EVERYONE], { cursor }), ProblemError);
        expect(Object.keys(refusal.extra.checks!)).to.deep.equal(['cursor']);
      }
    });

    it('takes any input as words, and finds nothing that nobody granted', async () => {
      await index.put([
        aDocument({ id: 'none', readers: [] }),
        aDocument({ id: 'legal', title: 'and or not near', readers: [LEGAL] }),
      ]);
      const parts = [
        '"',
        "'",
        '*',
        '(',
        ')',
        ':',
        '^',
        '-',
        '+',
        '&',
        '|',
        '!',
        '<->',
        '{',
        '}',
        '\\',
        '\0',
        '%',
        '_',
        '?',
        '$1',
      ];
      const words = [
        'AND',
        'OR',
        'NOT',
        'NEAR',
        'holidays',
        'thirty',
        'title_words',
        'words',
        'rowid',
        'select',
        'none',
      ];
      const typed = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.constantFrom(...parts, ...words, ' '), { maxLength: 15 }).map((some) => some.join('')),
        fc.array(fc.constantFrom(...parts, ...words), { maxLength: 15 }).map((some) => some.join(' ')),
      );
      await fc.assert(
        fc.asyncProperty(typed, async (query) => {
          expect(await found(query, [EVERYONE, ADA])).to.deep.equal([]);
          expect(await found(query, [LEGAL])).to.not.include('none');
        }),
        { numRuns: 300 },
      );
      expect(await found('x '.repeat(5_000))).to.deep.equal([]);
      expect(await found('AND OR NOT', [LEGAL])).to.deep.equal(['legal']);
      expect(await found('none" OR "holidays', [LEGAL])).to.deep.equal([]);
    });

    it('handles many groups at once', async () => {
      const groups = Array.from({ length: 3_000 }, (_, n) => LEGAL.slice(0, -6) + String(n).padStart(6, '0'));
      await index.put([aDocument({ readers: [groups[2_999]!] })]);
      expect(await found('holidays', groups)).to.deep.equal(['d']);
    });
  });
});
