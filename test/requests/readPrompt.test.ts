// cspell:ignore cript
import { expect } from 'chai';
import fc from 'fast-check';
import { readPrompt, asValue } from '../../server/requests/readPrompt.ts';
import { textOf, wordsOf, type PromptBlock, type Span } from '../../contract/promptContent.ts';

const blocksOf = (source: string): PromptBlock[] => readPrompt(source).content;
const spansIn = (blocks: readonly PromptBlock[]): Span[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
    return block.kind === 'code' ? [] : block.spans;
  });
const linksIn = (source: string): (string | undefined)[] =>
  spansIn(blocksOf(source)).flatMap(({ href }) => (href === undefined ? [] : [href]));
const verbatim = (text: string): PromptBlock[] => [{ kind: 'paragraph', spans: [{ text }] }];

describe('the Markdown of a prompt', () => {
  it('has emphasis, code and links in a line', () => {
    expect(blocksOf('**Buy** the *new* `desk` at [the shop](https://shop.example/desk)?')).to.deep.equal([
      {
        kind: 'paragraph',
        spans: [
          { text: 'Buy', strong: true },
          { text: ' the ' },
          { text: 'new', emphasis: true },
          { text: ' ' },
          { text: 'desk', code: true },
          { text: ' at ' },
          { text: 'the shop', href: 'https://shop.example/desk' },
          { text: '?' },
        ],
      },
    ]);
  });

  it('has headings, nested lists, quotes, code and tables', () => {
    const source = [
      '# Facts',
      '3. three',
      '4. four',
      '   - below',
      '',
      '> said',
      '> - in it',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | **2** |',
      '',
      '```sql',
      'select *',
      '  from t',
      '```',
    ].join('\n');
    expect(blocksOf(source)).to.deep.equal([
      { kind: 'heading', spans: [{ text: 'Facts' }] },
      { kind: 'item', spans: [{ text: 'three' }], number: 3, indent: 1 },
      { kind: 'item', spans: [{ text: 'four' }], number: 4, indent: 1 },
      { kind: 'item', spans: [{ text: 'below' }], indent: 2 },
      { kind: 'paragraph', spans: [{ text: 'said' }], quoted: true },
      { kind: 'item', spans: [{ text: 'in it' }], indent: 1, quoted: true },
      {
        kind: 'table',
        head: [[{ text: 'a' }], [{ text: 'b' }]],
        rows: [[[{ text: '1' }], [{ text: '2', strong: true }]]],
      },
      { kind: 'code', text: 'select *\n  from t' },
    ]);
  });

  it('keeps the lines of a text, as before', () => {
    expect(blocksOf('One\nTwo  \nThree **x**')[0]).to.deep.include({ kind: 'paragraph' });
    expect(readPrompt('One\nTwo  \nThree **x**').text).to.equal('One\nTwo\nThree x');
    const plain = 'First line\n\n\n  indented, and 2*3*4, snake_case_name, #4711, 5 * 3, <b>\n---\nend';
    expect(blocksOf(plain), 'where nothing is marked, all is as it was written').to.deep.equal(verbatim(plain));
    expect(readPrompt(plain).text).to.equal(plain);
  });

  it('takes an escaped character literally', () => {
    expect(readPrompt('\\*no\\* \\# \\[x](https://a.example)').text).to.equal('*no* # [x](https://a.example)');
  });

  it('has the items of empty lists, and the contents of items', () => {
    expect(
      blocksOf('-\n- # big\n- ```\n  code\n  ```\n- > said\n-\n  | a |\n  |---|').map(({ kind }) => kind),
    ).to.deep.equal([...['item', 'item', 'item', 'code', 'item', 'paragraph', 'item', 'table']]);
  });

  it('gives the first line as a title, without markup', () => {
    expect(readPrompt('## **Buy** [it](https://a.example)?\nMore').title).to.equal('Buy it?');
    expect(readPrompt('```\n\nlet x\n```').title).to.equal('let x');
    expect(readPrompt(' \n ')).to.deep.equal({ text: '', title: '', content: [] });
  });

  describe('and links', () => {
    it('use http, https and mailto only; others are shown as written', () => {
      expect(linksIn('[a](https://a.example) [b](http://b.example/x?y=1) [c](mailto:c@d.example)')).to.deep.equal([
        'https://a.example/',
        'http://b.example/x?y=1',
        'mailto:c@d.example',
      ]);
      for (const address of [
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'java&#115;cript:alert(1)',
        'javascript&colon;alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        '//evil.example',
        '/path',
        'https:evil.example',
        'https://bank.example@evil.example',
        'https://a:b@evil.example/',
        'https://',
        `https://a.example/${'x'.repeat(3000)}`,
      ]) {
        const source = `[click](${address}) <${address}>`;
        expect(linksIn(source), address).to.deep.equal([]);
        expect(readPrompt(source).text, address).to.equal(source);
      }
    });

    it('are made of bare addresses, without the full stop after them', () => {
      expect(linksIn('See https://a.example/x(1). And <https://b.example>, http://c.example')).to.deep.equal([
        'https://a.example/x(1)',
        'https://b.example/',
        'http://c.example/',
      ]);
      expect(linksIn('https:// https://[ `https://a.example`')).to.deep.equal([]);
    });

    it('are not nested', () => {
      expect(
        linksIn('[a [b](https://b.example) c](https://c.example)'),
        'the outer one is an address by itself',
      ).to.deep.equal(['https://b.example/', 'https://c.example/']);
    });

    it('show no images, and no HTML', () => {
      const html = '<b>bold</b> <a href="https://evil.example">x</a> <!-- y --> &lt;i&gt;';
      expect(readPrompt(html).text).to.equal(html);
      expect(linksIn('![x](https://a.example/x.png)')).to.deep.equal(['https://a.example/x.png']);
    });
  });

  describe('with values', () => {
    const HOSTILE =
      '# a\n- b [x](https://evil.example) https://evil.example **c** `d` | e\n> f\n```\n1. g\n<https://h.example>';

    it('shows them literally, in a line, in code and in a table', () => {
      const value = asValue(HOSTILE);
      const source = `Said: ${value}\n\n**${value}**\n\n| a |\n|---|\n| ${value} |\n\n\`${value}\`\n\n> ${value}\n\n\`\`\`\n${value}\n\`\`\``;
      const blocks = blocksOf(source);
      expect(blocks.map(({ kind }) => kind)).to.deep.equal([
        ...['paragraph', 'paragraph', 'table', 'paragraph', 'paragraph', 'code'],
      ]);
      expect(blocks[0]).to.deep.equal({ kind: 'paragraph', spans: [{ text: `Said: ${HOSTILE}` }] });
      expect(blocks[1]).to.deep.equal({ kind: 'paragraph', spans: [{ text: HOSTILE, strong: true }] });
      expect(blocks[2]).to.deep.include({ rows: [[[{ text: HOSTILE }]]] });
      expect(blocks[3]).to.deep.equal({ kind: 'paragraph', spans: [{ text: HOSTILE, code: true }] });
      expect(blocks[4]).to.deep.equal({ kind: 'paragraph', quoted: true, spans: [{ text: HOSTILE }] });
      expect(blocks[5]).to.deep.equal({ kind: 'code', text: HOSTILE });
    });

    it("lets them complete the author's link, within the same bounds", () => {
      expect(linksIn(`[order](https://shop.example/${asValue('a/b?c=1')})`)).to.deep.equal([
        'https://shop.example/a/b?c=1',
      ]);
      expect(linksIn(`[order](${asValue('javascript:alert(1)')})`)).to.deep.equal([]);
    });

    it('leaves no trace of their placeholders, whatever they are and wherever they are', () => {
      const around = fc.constantFrom(
        '',
        '**',
        '`',
        '# ',
        '- ',
        '> ',
        '| a |\n|---|\n| ',
        '```\n',
        '[x](',
        'https://a.example/',
        '\\',
      );
      fc.assert(
        fc.property(
          fc.array(fc.tuple(around, fc.string({ unit: 'grapheme', maxLength: 60 }), around), { maxLength: 6 }),
          (parts) => {
            const { text, content } = readPrompt(
              parts.map(([before, value, after]) => before + asValue(value) + after).join(' '),
            );
            expect(text + JSON.stringify(content)).to.not.match(/[\ufdd0-\ufdef\ufffe\uffff]/);
          },
        ),
      );
    });

    it('parses nothing in a value itself', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (value) => {
          const { content } = readPrompt(asValue(value));
          expect(content.every(({ kind }) => kind === 'paragraph')).to.equal(true);
          expect(spansIn(content).every((span) => Object.keys(span).length === 1)).to.equal(true);
          expect(wordsOf(spansIn(content)).trim()).to.equal(
            value
              .replace(/[\ufdd0-\ufdef\ufffe\uffff]/g, '\ufffd')
              .replace(/\r\n?/g, '\n')
              .replaceAll('\0', '\ufffd')
              .trim(),
          );
        }),
      );
    });
  });

  describe('that was made to be slow', () => {
    const LONG = 20_000;
    const fill = (piece: string): string =>
      piece
        .repeat(Math.ceil(LONG / piece.length))
        .slice(0, LONG)
        .trim();
    const HOSTILE: Record<string, string> = {
      asterisks: '*'.repeat(10_000),
      'nested quotes': '>'.repeat(10_000),
      brackets: '['.repeat(10_000),
      'endless links': fill('[a]('),
      'underscores between letters': fill('a_'),
      'lists in one line': fill('- '),
      'numbers in one line': fill('1. '),
      backslashes: '\\'.repeat(LONG),
      backticks: fill('` `` '),
      'nested lists': Array.from({ length: 180 }, (_, n) => `${' '.repeat(n)}- a`).join('\n'),
      addresses: fill('https://'),
    };
    for (const [what, source] of Object.entries(HOSTILE))
      it(`${what}: is shown whole, in few parts`, () => {
        const { text, content } = readPrompt(source);
        expect(content.length + spansIn(content).length).to.be.at.most(6000);
        if (what === 'addresses' || what === 'backslashes') return;
        expect(text).to.equal(source);
        expect(content).to.deep.equal(verbatim(source));
      });

    it('a table with too few cells in its rows: is shown as text before they are filled up', () => {
      const line = (cell: string) => `|${`${cell}|`.repeat(400)}\n`;
      const source = `${line('a')}${line('-')}${'|\n'.repeat(1500)}`.trim();
      const before = performance.now();
      for (let n = 0; n < 20; n++) expect(blocksOf(source)).to.deep.equal(verbatim(source));
      expect(performance.now() - before).to.be.below(2000);
    });

    it('a table of 20,000 characters: is shown as text', () => {
      const source = fill('|1|2|3\n').replace('1|2|3\n', 'a|b|c\n|-|-|-\n');
      expect(blocksOf(source)).to.deep.equal(verbatim(source));
    });

    it('unterminated code: ends with the prompt', () => {
      expect(blocksOf('```\nlet x\n> y')).to.deep.equal([{ kind: 'code', text: 'let x\n> y' }]);
      expect(blocksOf(fill('~~~\n')).length, 'or is shown as it was written').to.be.at.most(3000);
    });

    it('whatever it is: keeps every word', () => {
      const word = fc.constantFrom(
        'a',
        'b',
        '*',
        '**',
        '_',
        '`',
        '```',
        '\n',
        '\n\n',
        ' ',
        '- ',
        '1. ',
        '> ',
        '# ',
        '|',
        '|-|',
        '[',
        '](',
        ')',
        '<',
        '\\',
      );
      fc.assert(
        fc.property(fc.array(word, { maxLength: 120 }), (words) => {
          const source = words.join('');
          const letters = (text: string): string => text.replace(/[^ab]/g, '');
          const { text, content } = readPrompt(source);
          // the language of a code block is not part of it, and a table row has no more cells than its header
          if (content.some(({ kind }) => kind === 'code' || kind === 'table')) return;
          expect(letters(text)).to.equal(letters(source));
          expect(textOf(content)).to.equal(text);
        }),
      );
    });
  });
});
