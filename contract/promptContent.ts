import { z } from 'zod';
import { oneLineTitle } from './titles.ts';

/** Text with one style. Its line breaks are kept. */
export const Span = z
  .object({
    text: z.string(),
    strong: z.literal(true).optional(),
    emphasis: z.literal(true).optional(),
    code: z.literal(true).optional(),
    href: z.string().optional().describe('http, https or mailto'),
  })
  .meta({ id: 'PromptSpan' });
export type Span = z.infer<typeof Span>;

const place = {
  indent: z.int().optional().describe('the list depth; absent: not in a list'),
  quoted: z.literal(true).optional(),
};
const Cells = z.array(z.array(Span));

/** A block of a prompt. Lists are flat: each item says its depth. */
export const PromptBlock = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['paragraph', 'heading']), spans: z.array(Span), ...place }),
    z.object({ kind: z.literal('item'), spans: z.array(Span), number: z.int().optional(), ...place }),
    z.object({ kind: z.literal('code'), text: z.string(), ...place }),
    z.object({ kind: z.literal('table'), head: Cells, rows: z.array(Cells), ...place }),
  ])
  .meta({ id: 'PromptBlock' });
export type PromptBlock = z.infer<typeof PromptBlock>;
export type ItemBlock = Extract<PromptBlock, { kind: 'item' }>;
export type TableBlock = Extract<PromptBlock, { kind: 'table' }>;

/** A prompt taken literally, without markup. */
export const verbatim = (text: string): PromptBlock[] =>
  text === '' ? [] : [{ kind: 'paragraph', spans: [{ text }] }];

/** The content of a question; those of older servers, which do not know Markdown, are taken literally. */
export const contentOf = ({
  prompt,
  content,
}: {
  prompt: string;
  content?: PromptBlock[] | undefined;
}): PromptBlock[] => content ?? verbatim(prompt.trim());

export const wordsOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

const LOOKS_LIKE_ADDRESS = /:\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/** The target of a link if its text looks like a different address, to show beside the text; otherwise null. */
export function trueAddress(span: Span): string | null {
  const { text, href } = span;
  if (href === undefined || !LOOKS_LIKE_ADDRESS.test(text)) return null;
  return isItsTarget(span) ? null : href;
}

const bare = (address: string): string =>
  address
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\/$/, '');

/** Whether the text of a link is its target. */
export const isItsTarget = ({ text, href }: Span): boolean => href !== undefined && bare(text) === bare(href);

/** A link as text: its label and its target. */
const inWords = (span: Span): string =>
  span.href === undefined || isItsTarget(span) ? span.text : `${span.text} (${span.href})`;

const lineOf = (spans: readonly Span[]): string => spans.map(inWords).join('');

/** The bullet or number before an item. */
export const markOf = ({ number }: ItemBlock): string => (number === undefined ? '•' : `${number}.`);

/** A table as text in columns, for monospaced fonts. */
export function tableText({ head, rows }: TableBlock): string {
  const lines = [head, ...rows].map((cells) => cells.map((spans) => lineOf(spans).replace(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
  const inColumns = (cells: readonly string[]): string =>
    widths
      .map((width, column) => (cells[column] ?? '').padEnd(Math.min(width, WIDEST_COLUMN)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(Math.min(width, WIDEST_COLUMN))).join('  ');
  const [first, ...others] = lines.map(inColumns);
  return [first, rule, ...others].join('\n');
}

const WIDEST_COLUMN = 40;

function blockText(block: PromptBlock): string {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'table') return tableText(block);
  if (block.kind === 'item') return `${'  '.repeat((block.indent ?? 1) - 1)}${markOf(block)} ${lineOf(block.spans)}`;
  return lineOf(block.spans);
}

/** A prompt as plain text. */
export const textOf = (blocks: readonly PromptBlock[]): string =>
  blocks
    .map((block, index) => {
      const before = blocks[index - 1];
      const gap = before === undefined ? '' : block.kind === 'item' && before.kind === 'item' ? '\n' : '\n\n';
      return gap + blockText(block);
    })
    .join('');

/** The first line of a prompt, used if there is no title. */
export function firstLineOf(blocks: readonly PromptBlock[]): string {
  for (const block of blocks) {
    const text = 'spans' in block ? wordsOf(block.spans) : blockText(block);
    const line = text.trim().split('\n', 1)[0]!;
    if (line.trim() !== '') return line;
  }
  return '';
}

/** A question split in two, so that nothing is repeated. */
export interface PromptHead {
  /** The heading; null if the title is the cut start of a longer first line, which stays in `rest`. */
  lead: Span[] | null;
  /** The content below the heading. */
  rest: PromptBlock[];
}

/** Splits a question into heading and rest. A first line used as heading keeps its links and styles. */
export function headOf(question: { title: string; prompt: string; content?: PromptBlock[] | undefined }): PromptHead {
  const { title } = question;
  const blocks = contentOf(question);
  const [first, ...others] = blocks;
  const asItIs: PromptHead = { lead: [{ text: title }], rest: blocks };
  if (!first || first.quoted || (first.kind !== 'paragraph' && first.kind !== 'heading')) return asItIs;
  const [line, below] = splitLine(first.spans);
  const words = wordsOf(line)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (words === title)
    return { lead: line, rest: below.length > 0 ? [{ ...first, kind: 'paragraph', spans: below }, ...others] : others };
  return oneLineTitle(words) === title ? { lead: null, rest: blocks } : asItIs;
}

/** The title, if it is not the beginning of the prompt; null if the prompt says it already. */
export function ownTitleOf(question: Parameters<typeof headOf>[0]): string | null {
  const { lead, rest } = headOf(question);
  return lead !== null && textOf(rest) === textOf(contentOf(question)) ? question.title : null;
}

/** Splits spans after the first line. */
function splitLine(spans: readonly Span[]): [line: Span[], below: Span[]] {
  const at = spans.findIndex(({ text }) => text.includes('\n'));
  if (at < 0) return [[...spans], []];
  const { text, ...marks } = spans[at]!;
  const end = text.indexOf('\n');
  const before = { text: text.slice(0, end).trimEnd(), ...marks };
  const after = { text: text.slice(end).replace(/^\s*\n/, ''), ...marks };
  return [
    [...spans.slice(0, at), ...(before.text === '' ? [] : [before])],
    [...(after.text === '' ? [] : [after]), ...spans.slice(at + 1)],
  ];
}

/** Blocks for a page, with list items nested in their list. */
export type Nested =
  | Exclude<PromptBlock, ItemBlock>
  | { kind: 'list'; start: number | undefined; items: { spans: Span[]; children: Nested[] }[] }
  | { kind: 'quote'; children: Nested[] };

/** Nests blocks for pages: quotes and lists contain their parts. */
export function nested(blocks: readonly PromptBlock[]): Nested[] {
  return runsOf(blocks, (a, b) => a.quoted === b.quoted).flatMap((run): Nested[] =>
    run[0]!.quoted ? [{ kind: 'quote', children: inLists(run, 0) }] : inLists(run, 0),
  );
}

function inLists(blocks: readonly PromptBlock[], depth: number): Nested[] {
  const isDeeper = ({ indent = 0 }: PromptBlock): boolean => indent > depth;
  return runsOf(blocks, (a, b) => isDeeper(a) === isDeeper(b)).flatMap((run) =>
    isDeeper(run[0]!) ? listsOf(run, depth + 1) : (run as Nested[]),
  );
}

function listsOf(blocks: readonly PromptBlock[], depth: number): Nested[] {
  const items = runsOf(blocks, (_, b) => !(b.kind === 'item' && b.indent === depth));
  const lists: Extract<Nested, { kind: 'list' }>[] = [];
  for (const [first, ...others] of items) {
    const isItem = first!.kind === 'item' && first!.indent === depth;
    const number = isItem ? (first as ItemBlock).number : undefined;
    const item = isItem
      ? { spans: (first as ItemBlock).spans, children: inLists(others, depth) }
      : { spans: [], children: inLists([first!, ...others], depth) };
    const last = lists.at(-1);
    const follows = last && (last.start === undefined ? undefined : last.start + last.items.length) === number;
    if (follows) last.items.push(item);
    else lists.push({ kind: 'list', start: number, items: [item] });
  }
  return lists;
}

/** Groups adjacent items that belong together. */
function runsOf<Item>(items: readonly Item[], belong: (before: Item, item: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && belong(run.at(-1)!, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Applies a change to all text in the blocks. Code has no span. */
export function mapWords(blocks: readonly PromptBlock[], change: (text: string, span?: Span) => string): PromptBlock[] {
  const changed = (spans: Span[]): Span[] => spans.map((span) => ({ ...span, text: change(span.text, span) }));
  return blocks.map((block): PromptBlock => {
    if (block.kind === 'code') return { ...block, text: change(block.text) };
    if (block.kind === 'table')
      return { ...block, head: block.head.map(changed), rows: block.rows.map((cells) => cells.map(changed)) };
    return { ...block, spans: changed(block.spans) };
  });
}
