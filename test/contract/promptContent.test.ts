import { expect } from 'chai';
import { cutContent } from '../../contract/cutContent.ts';
import {
  contentOf,
  firstLineOf,
  headOf,
  ownTitleOf,
  mapWords,
  nested,
  tableText,
  textOf,
  trueAddress,
  type PromptBlock,
} from '../../contract/promptContent.ts';
import { titleOf } from '../../contract/titles.ts';

const paragraph = (text: string): PromptBlock => ({ kind: 'paragraph', spans: [{ text }] });
const item = (text: string, indent: number, number?: number): PromptBlock => ({
  kind: 'item',
  spans: [{ text }],
  indent,
  ...(number !== undefined && { number }),
});
const TABLE = {
  kind: 'table' as const,
  head: [[{ text: 'Name' }], [{ text: 'EUR' }]],
  rows: [[[{ text: 'Desk' }], [{ text: '900', strong: true as const }]], [[{ text: 'A\nchair' }]]],
};

describe('the content of a prompt', () => {
  it('reads as text without markup', () => {
    const link = {
      kind: 'paragraph' as const,
      spans: [{ text: 'the shop', href: 'https://a.example/' }, { text: '!' }],
    };
    expect(textOf([{ kind: 'heading', spans: [{ text: 'Facts' }] }, item('one', 1, 1), item('two', 2), link])).to.equal(
      'Facts\n\n1. one\n  • two\n\nthe shop (https://a.example/)!',
    );
    expect(textOf([{ kind: 'code', text: 'let x' }, TABLE])).to.equal(`let x\n\n${tableText(TABLE)}`);
  });

  it('has tables in columns', () => {
    expect(tableText(TABLE)).to.equal('Name     EUR\n-------  ---\nDesk     900\nA chair');
  });

  it('is the plain text for questions of older servers', () => {
    expect(contentOf({ prompt: ' *a*\n\nb ' })).to.deep.equal([paragraph('*a*\n\nb')]);
    expect(contentOf({ prompt: ' ' })).to.deep.equal([]);
  });

  it('takes its first line from whatever comes first', () => {
    expect(firstLineOf([paragraph(' '), paragraph('\n b\nc')])).to.equal('b');
    expect(firstLineOf([TABLE])).to.equal('Name     EUR');
    expect(firstLineOf([])).to.equal('');
  });

  it('can have its words changed', () => {
    const loud = mapWords([paragraph('a'), TABLE, { kind: 'code', text: 'b' }], (text) => text.toUpperCase());
    expect(textOf(loud)).to.equal('A\n\nNAME     EUR\n-------  ---\nDESK     900\nA CHAIR\n\nB');
  });

  it('shows where a link leads if its text says something else', () => {
    const href = 'https://evil.example/';
    for (const text of ['https://bank.example', 'bank.example', 'www.bank', 'mail me@bank.example'])
      expect(trueAddress({ text, href }), text).to.equal(href);
    for (const text of ['click here', 'https://evil.example', 'https://evil.example/', 'Version 2.0'])
      expect(trueAddress({ text, href }), text).to.equal(null);
    expect(trueAddress({ text: 'bank.example' })).to.equal(null);
    expect(trueAddress({ text: 'a@b.example', href: 'mailto:a@b.example' })).to.equal(null);
  });

  describe('below its title', () => {
    const head = (title: string, content: PromptBlock[]) => headOf({ title, prompt: textOf(content), content });

    it('omits the first line that the title repeats, but keeps its links', () => {
      const linked = { text: 'it', href: 'https://a.example/' };
      const spans = [{ text: 'Buy ' }, linked, { text: '?\n\nIt is cheap.' }];
      expect(head('Buy it?', [{ kind: 'heading', spans }, item('a', 1)])).to.deep.equal({
        lead: [{ text: 'Buy ' }, linked, { text: '?' }],
        rest: [paragraph('It is cheap.'), item('a', 1)],
      });
      expect(head('Buy?', [paragraph('Buy?'), item('a', 1)])).to.deep.equal({
        lead: [{ text: 'Buy?' }],
        rest: [item('a', 1)],
      });
      const marked: PromptBlock = { kind: 'paragraph', spans: [{ text: 'Buy?' }, { text: '\nNow', strong: true }] };
      expect(head('Buy?', [marked])).to.deep.equal({
        lead: [{ text: 'Buy?' }],
        rest: [{ kind: 'paragraph', spans: [{ text: 'Now', strong: true }] }],
      });
      expect(headOf({ title: 'Shall we?', prompt: 'Shall we? \r\n\r\nIt costs.\nMore\n' })).to.deep.equal({
        lead: [{ text: 'Shall we?' }],
        rest: [paragraph('It costs.\nMore')],
      });
    });

    it('is whole if the title is another line, or its first line is not a line of text', () => {
      for (const blocks of [
        [paragraph('Buy?')],
        [item('Desk', 1)],
        [{ ...paragraph('Desk'), quoted: true as const }],
        [],
      ])
        expect(head('Desk', blocks)).to.deep.equal({ lead: [{ text: 'Desk' }], rest: blocks });
    });

    it('stands alone if the title is only the beginning of a long line', () => {
      for (const end of ['end', '…']) {
        const prompt = `${'word '.repeat(100)}${end}\nand more`;
        expect(headOf({ title: titleOf(undefined, prompt), prompt })).to.deep.equal({
          lead: null,
          rest: [paragraph(prompt)],
        });
      }
    });

    it('has a title of its own only if the prompt does not begin with it', () => {
      const own = (title: string, prompt: string) => ownTitleOf({ title, prompt });
      expect(own('Desk', 'Shall we buy it?')).to.equal('Desk');
      expect(own('Shall we buy it?', 'Shall we buy it?\nIt is cheap.')).to.equal(null);
      const long = 'word '.repeat(100);
      expect(own(titleOf(undefined, long), long)).to.equal(null);
    });
  });

  it('is nested for pages', () => {
    const quoted = { ...paragraph('said'), quoted: true as const };
    const inside: PromptBlock = { kind: 'code', text: 'x', indent: 1 };
    const blocks = [paragraph('a'), item('1', 1, 3), item('1.1', 2), inside, item('2', 1, 4), item('b', 1), quoted];
    expect(nested(blocks)).to.deep.equal([
      paragraph('a'),
      {
        kind: 'list',
        start: 3,
        items: [
          {
            spans: [{ text: '1' }],
            children: [{ kind: 'list', start: undefined, items: [{ spans: [{ text: '1.1' }], children: [] }] }, inside],
          },
          { spans: [{ text: '2' }], children: [] },
        ],
      },
      { kind: 'list', start: undefined, items: [{ spans: [{ text: 'b' }], children: [] }] },
      { kind: 'quote', children: [quoted] },
    ]);
    expect(nested([item('deep', 3)])[0], 'what stands in a list of which there is no item').to.deep.include({
      kind: 'list',
    });
  });

  describe('that has to fit', () => {
    it('is whole if it fits', () => {
      const blocks = [paragraph('a\nb'), TABLE, { kind: 'code' as const, text: 'x' }];
      expect(cutContent(blocks, { characters: 1000, lines: 20 })).to.deep.equal({ blocks, isCut: false });
    });

    it('ends in an ellipsis, between characters', () => {
      expect(cutContent([paragraph('🪑🪑🪑🪑'), paragraph('b')], { characters: 3 })).to.deep.equal({
        blocks: [paragraph('🪑🪑🪑…')],
        isCut: true,
      });
    });

    it('ends between characters as readers see them', () => {
      for (const sign of ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301'])
        for (let characters = 12; characters < 40; characters++) {
          const [block] = cutContent([paragraph(sign.repeat(30))], { characters }).blocks;
          expect(textOf([block!]).replaceAll(sign, ''), `${sign}, ${characters}`).to.equal('…');
        }
    });

    it('ends after a maximum number of lines', () => {
      expect(cutContent([paragraph('a\nb\nc')], { characters: 100, lines: 2 })).to.deep.equal({
        blocks: [paragraph('a\nb…')],
        isCut: true,
      });
      expect(cutContent([paragraph('a'), paragraph('b')], { characters: 100, lines: 1 }).blocks).to.deep.equal([
        paragraph('a'),
      ]);
    });

    it('loses rows of a table, never columns', () => {
      const { blocks, isCut } = cutContent([TABLE], { characters: 100, lines: 2 });
      expect(isCut).to.equal(true);
      expect(blocks).to.deep.equal([{ ...TABLE, rows: TABLE.rows.slice(0, 1) }]);
    });

    it('counts link addresses, and keeps the text of a link whose address does not fit', () => {
      const href = `https://a.test/${'x'.repeat(85)}`;
      const links = Array.from({ length: 5 }, () => ({ text: 'a', href }));
      expect(cutContent([{ kind: 'paragraph', spans: links }], { characters: 250 })).to.deep.equal({
        blocks: [{ kind: 'paragraph', spans: [links[0], links[1], { text: 'a' }] }],
        isCut: true,
      });
      const misleading = { text: 'b.test', href };
      expect(cutContent([{ kind: 'paragraph', spans: [misleading] }], { characters: 199 }).isCut).to.equal(true);
      expect(cutContent([{ kind: 'paragraph', spans: [misleading] }], { characters: 220 }).isCut).to.equal(false);
    });

    it('shows no more of many small parts than of few large ones', () => {
      const spans = Array.from({ length: 1000 }, (_, n) => ({ text: 'a', ...(n % 2 && { strong: true as const }) }));
      const [block] = cutContent([{ kind: 'paragraph', spans }], { characters: 900 }).blocks;
      expect(block?.kind === 'paragraph' && block.spans).to.have.length(100);
    });
  });
});
