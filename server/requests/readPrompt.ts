// cspell:ignore noncharacters softbreak hardbreak
import MarkdownIt, { type Token } from 'markdown-it';
import { addressIn, safeAddress } from '../../contract/addresses.ts';
import { firstLineOf, textOf, verbatim, type PromptBlock, type Span } from '../../contract/promptContent.ts';
import { oneLineTitle } from '../../contract/titles.ts';

/** What is stored of a question's prompt. */
export interface ReadPrompt {
  /** The prompt as plain text. */
  text: string;
  /** Its first line. */
  title: string;
  content: PromptBlock[];
}

/** Nesting limit of lists and quotes; anything deeper is shown as source text. */
const DEEPEST = 24;
/**
 * Number of characters with a meaning in Markdown; a text with more is an attack rather than a prompt, and is shown as
 * source text.
 */
const MOST_SIGNS = 3000;
const MOST_SPANS = 3000;
/** Limit of table cells: short rows are padded, so a small text can produce very many. */
const MOST_CELLS = 20_000;
const DEEPEST_LIST = 5;

/*
 * Inserted values are not Markdown. Until the prompt is parsed, their punctuation is replaced by noncharacters, which
 * Unicode reserves for internal use; one range of them is as long as the list of ASCII punctuation. So a value never
 * affects the structure, wherever its template puts it, and needs no unescaping where it is shown as code.
 */
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const FIRST_HIDDEN = 0xfdd0;
const HIDDEN_LINE_END = '\uffff';
const NONCHARACTERS = /[\ufdd0-\ufdef\ufffe\uffff]/g;
const SIGN = /[!-/:-@[-`{-~]/g;

/** Encodes a value that is inserted into a prompt. */
export const asValue = (value: string): string =>
  value
    .replace(NONCHARACTERS, '\ufffd')
    .replace(/\r\n?|\n/g, HIDDEN_LINE_END)
    .replace(SIGN, (sign) => String.fromCharCode(FIRST_HIDDEN + SIGNS.indexOf(sign)));

const shown = (text: string): string =>
  text.replace(NONCHARACTERS, (hidden) => SIGNS[hidden.charCodeAt(0) - FIRST_HIDDEN] ?? '\n');

const markdown = new MarkdownIt('zero', { maxNesting: DEEPEST }).enable([
  ...['table', 'fence', 'blockquote', 'list', 'heading'],
  ...['newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink'],
]);
markdown.normalizeLink = (href) => href;
markdown.normalizeLinkText = (text) => text;
markdown.validateLink = (href) => safeAddress(shown(href)) !== null;

/**
 * Parses a prompt whose values were inserted by `asValue`: emphasis, code, headings, lists, tables, quotes and links of
 * CommonMark and GFM. A line break stays one. Images and HTML are shown as source text, and so is anything that would
 * take too long.
 */
export function readPrompt(source: string): ReadPrompt {
  const content = blocksOf(source.trim());
  const text = textOf(content);
  return { text, title: oneLineTitle(firstLineOf(content)), content };
}

/** An asterisk between two digits is a multiplication sign. */
const TIMES = /(?<=\d)\*(?=\d)/g;

function blocksOf(source: string): PromptBlock[] {
  const asWritten = verbatim(shown(source));
  if ((source.match(/[*_`[<|]/g) ?? []).length > MOST_SIGNS || hasTooManyCells(source)) return asWritten;
  const tokens = markdown.parse(source.replace(TIMES, asValue('*')), {});
  if (tokens.some(({ level }) => level >= DEEPEST - 1)) return asWritten;
  const blocks = readBlocks(tokens);
  if (countSpans(blocks) > MOST_SPANS) return asWritten;
  const isPlain = blocks.every((block) => block.kind === 'paragraph' && block.spans.every(isUnmarked));
  return isPlain && !/\\[!-/:-@[-`{-~]/.test(source) ? asWritten : blocks;
}

/** Upper bound of table cells: every line might have as many as the longest. */
function hasTooManyCells(source: string): boolean {
  const lines = source.split('\n');
  const widest = Math.max(...lines.map((line) => line.split('|').length));
  return widest > 1 && widest * lines.length > MOST_CELLS;
}

const isUnmarked = (span: Span): boolean => Object.keys(span).length === 1;

const countSpans = (blocks: readonly PromptBlock[]): number =>
  blocks.reduce((sum, block) => {
    if (block.kind === 'table') return sum + [block.head, ...block.rows].flat(2).length;
    return sum + ('spans' in block ? block.spans.length + 1 : 1);
  }, 0);

/** The state of the token reader. */
interface Place {
  blocks: PromptBlock[];
  /** The next number of each enclosing list. */
  lists: { next: number | undefined }[];
  quotes: number;
  /** An item whose text has not come yet. */
  item: { number: number | undefined } | null;
  isHeading: boolean;
  rows: Span[][][] | null;
}

function readBlocks(tokens: readonly Token[]): PromptBlock[] {
  const place: Place = { blocks: [], lists: [], quotes: 0, item: null, isHeading: false, rows: null };
  for (const token of tokens) READERS[token.type]?.(place, token);
  return place.blocks;
}

const whereabouts = ({ lists, quotes }: Place) => ({
  ...(lists.length > 0 && { indent: Math.min(lists.length, DEEPEST_LIST) }),
  ...(quotes > 0 && { quoted: true as const }),
});

/** Adds an item that starts with something other than text, or is empty. */
function putItem(place: Place, spans: Span[] = []): void {
  if (place.item === null) return;
  const { number } = place.item;
  place.blocks.push({ kind: 'item', spans, ...(number !== undefined && { number }), ...whereabouts(place) });
  place.item = null;
}

function putText(place: Place, { children, content }: Token): void {
  const spans = spansOf(children ?? [], content);
  if (place.rows) return void place.rows.at(-1)!.push(spans);
  if (place.item) return putItem(place, place.isHeading ? spans.map((span) => ({ ...span, strong: true })) : spans);
  if (spans.length > 0)
    place.blocks.push({ kind: place.isHeading ? 'heading' : 'paragraph', spans, ...whereabouts(place) });
}

const openList = (place: Place, next: number | undefined): void => {
  putItem(place);
  place.lists.push({ next });
};

/** The handler of each token type; all others are ignored. */
const READERS: Record<string, (place: Place, token: Token) => void> = {
  inline: putText,
  heading_open: (place) => void (place.isHeading = true),
  heading_close: (place) => void (place.isHeading = false),
  bullet_list_open: (place) => openList(place, undefined),
  ordered_list_open: (place, token) => openList(place, Number(token.attrGet('start') ?? 1)),
  bullet_list_close: (place) => void place.lists.pop(),
  ordered_list_close: (place) => void place.lists.pop(),
  list_item_open(place) {
    const list = place.lists.at(-1)!;
    place.item = { number: list.next };
    if (list.next !== undefined) list.next++;
  },
  list_item_close: (place) => putItem(place),
  blockquote_open(place) {
    putItem(place);
    place.quotes++;
  },
  blockquote_close: (place) => void place.quotes--,
  fence(place, { content }) {
    putItem(place);
    place.blocks.push({ kind: 'code', text: shown(content).replace(/\n$/, ''), ...whereabouts(place) });
  },
  table_open(place) {
    putItem(place);
    place.rows = [];
  },
  tr_open: (place) => void place.rows!.push([]),
  table_close(place) {
    const [head = [], ...rows] = place.rows!;
    place.rows = null;
    place.blocks.push({ kind: 'table', head, rows, ...whereabouts(place) });
  },
};

type Marks = Omit<Span, 'text'>;

function spansOf(tokens: readonly Token[], whole: string): Span[] {
  const spans: Span[] = [];
  const open = { strong: 0, em: 0, href: null as string | null };
  const put = (text: string, more: Marks = {}): void => {
    const marks: Marks = {
      ...(open.strong > 0 && { strong: true }),
      ...(open.em > 0 && { emphasis: true }),
      ...(open.href !== null && { href: open.href }),
      ...more,
    };
    const last = spans.at(-1);
    if (last && isSame(last, marks)) last.text += text;
    else if (text !== '') spans.push({ text, ...marks });
  };
  for (const token of tokens) {
    const { type, content, nesting } = token;
    if (type === 'strong_open' || type === 'strong_close') open.strong += nesting;
    else if (type === 'em_open' || type === 'em_close') open.em += nesting;
    else if (type === 'link_open') open.href = safeAddress(shown(String(token.attrGet('href'))));
    else if (type === 'link_close') open.href = null;
    else if (type === 'softbreak' || type === 'hardbreak') put('\n');
    else if (type === 'code_inline') put(shown(content), { code: true });
    else if (open.href !== null) put(shown(content));
    else for (const [text, href] of piecesOf(content)) put(shown(text), href === null ? {} : { href });
  }
  return spans.length === 0 && whole !== '' ? [{ text: shown(whole) }] : spans;
}

const isSame = (span: Span, marks: Marks): boolean =>
  span.strong === marks.strong &&
  span.emphasis === marks.emphasis &&
  span.code === marks.code &&
  span.href === marks.href;

/** The author's text, split at bare addresses. Addresses within values are not linked. */
function piecesOf(text: string): [text: string, href: string | null][] {
  const pieces: [string, string | null][] = [];
  let end = 0;
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    if (index < end) continue;
    const address = addressIn(text.slice(index).split(HIDDEN_LINE_END, 1)[0]!);
    const href = address && safeAddress(shown(address));
    if (!href) continue;
    if (index > end) pieces.push([text.slice(end, index), null]);
    pieces.push([address, href]);
    end = index + address.length;
  }
  if (end < text.length) pieces.push([text.slice(end), null]);
  return pieces;
}
