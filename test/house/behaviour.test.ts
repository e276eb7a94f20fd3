import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'docs/behaviour.md';
const FOLDERS = [
  'contract',
  'server',
  'bot',
  'desktop',
  'sandbox',
  'manifests',
  'samples',
  'bench',
  'build',
  'test',
  'docs',
];

const read = (file: string): string => readFileSync(path.join(HOUSE, file), 'utf8');
const page = read(PAGE);
const sources = ['README.md', 'ARCHITECTURE.md', ...FOLDERS.flatMap(sourcesIn)];

describe('what Handback promises', () => {
  it('has a heading for every cited number', () => {
    const headings = headingsOf(page);
    const cited = sources.flatMap((file) => citedIn(read(file)).map((number) => ({ file, number })));
    expect(cited.length).to.be.above(100);
    expect(cited.filter(({ number }) => !headings.includes(number))).to.deep.equal([]);
  });

  it('is cited in one form', () => {
    const others = new RegExp(`\\bspec${' '}parts?\\b`, 'i');
    expect(sources.filter((file) => others.test(read(file)))).to.deep.equal([]);
  });

  it('is proved by tests whose words it quotes', () => {
    const { quotes } = linksOf(page);
    expect(quotes.length).to.be.above(100);
    const missing = quotes.filter(({ words, file }) => {
      if (!file || !existsSync(file)) return true;
      return words !== path.basename(file) && !readFileSync(file, 'utf8').includes(words);
    });
    expect(missing).to.deep.equal([]);
  });

  it('links to existing files, and defines no unused link', () => {
    const { quotes, named, others } = linksOf(page);
    expect([...named.values(), ...others].filter((file) => !existsSync(file))).to.deep.equal([]);
    const quoted = new Set(quotes.map(({ name }) => name));
    expect([...named.keys()].filter((name) => !quoted.has(name))).to.deep.equal([]);
  });

  it('is parsed correctly by this test', () => {
    expect(
      citedIn('(behaviour 1, step 2)\n// Behaviour 2.5, 2.6 and 8.\n as behaviour 5.3 A and B need it'),
    ).to.deep.equal(['1', '2.5', '2.6', '8', '5.3 A']);
    expect(headingsOf('# 1 Not this\n## 2.1 Things\n### 5.3 A Client\ntext ## 4 x')).to.deep.equal(['2.1', '5.3 A']);
    const { quotes, named, others } = linksOf(
      '- Is so: [it is `so`, said\n  x][one], [it][two] ([all](all.md#it)).\n\n[one]: ../a.ts\n',
    );
    expect(quotes.map(({ words, name, file }) => [words, name, file !== undefined])).to.deep.equal([
      ['it is `so`, said x', 'one', true],
      ['it', 'two', false],
    ]);
    expect([[...named.keys()], others]).to.deep.equal([['one'], [path.join(HOUSE, 'docs/all.md')]]);
  });
});

/** Numbers of the page that a text cites, including lists. */
function citedIn(text: string): string[] {
  const number = String.raw`\d(?:\.\d)?(?: [A-D]\b)?`;
  const lists = text.matchAll(new RegExp(`\\bbehaviour (${number}(?:(?:, | and )${number})*)`, 'gi'));
  return [...lists].flatMap(([, list]) => list!.split(/, | and /));
}

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^###? (\d(?:\.\d)?(?: [A-D]\b)?) /gm)].map(([, number]) => number!);
}

/**
 * `[words][name]` with `[name]: file` for tests, and `[text](file)` for anything else; anchors on the page are left
 * out.
 */
function linksOf(text: string) {
  const toFile = (target: string) => path.join(HOUSE, path.dirname(PAGE), target);
  const named = new Map([...text.matchAll(/^\[(\w+)\]: (\S+)$/gm)].map(([, name, target]) => [name!, toFile(target!)]));
  const quotes = [...text.matchAll(/\[([^[\]]+)\]\[(\w+)\]/g)].map(([, words, name]) => ({
    words: words!.replace(/\s+/g, ' '),
    name: name!,
    file: named.get(name!),
  }));
  const others = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => toFile(target!));
  return { quotes, named, others };
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(path.join(HOUSE, folder), { recursive: true }) as string[];
  return files.filter((file) => /\.(m?[jt]s|tsx|md)$/.test(file)).map((file) => path.join(folder, file));
}
