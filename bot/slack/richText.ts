import type {
  RichTextBlock,
  RichTextLink,
  RichTextList,
  RichTextPreformatted,
  RichTextQuote,
  RichTextSection,
  RichTextText,
} from '@slack/types';
import {
  markOf,
  tableText,
  trueAddress,
  type ItemBlock,
  type PromptBlock,
  type Span,
} from '../../contract/promptContent.ts';
import { LIMITS } from './limits.ts';
import { cleanInside, fit } from './text.ts';

/** `offset` is in Slack's reference but not in its types. */
type List = RichTextList & { offset?: number };
type Part = RichTextSection | List | RichTextPreformatted | RichTextQuote;
type Words = RichTextText | RichTextLink;

/** The deepest list level that Slack renders. */
const DEEPEST = 5;

/**
 * A prompt as rich text, in which Slack parses nothing: formatting, mentions and links exist only as explicit elements.
 * Tables become monospaced columns.
 */
export function richText(blocks: readonly PromptBlock[]): RichTextBlock {
  const parts: Part[] = [];
  for (const block of blocks) putBlock(parts, block);
  return { type: 'rich_text', elements: parts };
}

function putBlock(parts: Part[], block: PromptBlock): void {
  const last = parts.at(-1);
  if (block.kind === 'code') return void parts.push(preformatted(block.text));
  if (block.kind === 'table') return void parts.push(preformatted(tableText(block)));
  if (block.quoted) return putWords(parts, 'rich_text_quote', quotedWords(block));
  if (block.kind !== 'item') return putWords(parts, 'rich_text_section', wordsOf(block));
  const item: RichTextSection = { type: 'rich_text_section', elements: spansOf(block.spans) };
  if (last?.type === 'rich_text_list' && goesOn(last, block)) last.elements.push(item);
  else parts.push({ ...listOf(block), elements: [item] });
}

/** Joins paragraphs in one element, separated by empty lines. */
function putWords(parts: Part[], type: 'rich_text_section' | 'rich_text_quote', words: Words[]): void {
  const last = parts.at(-1);
  if (last?.type !== type) return void parts.push({ type, elements: words });
  (last.elements as Words[]).push({ type: 'text', text: '\n\n' }, ...words);
}

const wordsOf = ({ kind, spans }: Exclude<PromptBlock, { kind: 'code' | 'table' }>): Words[] =>
  spansOf(kind === 'heading' ? spans.map((span) => ({ ...span, strong: true as const })) : spans);

const quotedWords = (block: Exclude<PromptBlock, { kind: 'code' | 'table' }>): Words[] => [
  ...(block.kind === 'item' ? [{ type: 'text' as const, text: `${markOf(block)} ` }] : []),
  ...wordsOf(block),
];

const listOf = ({ number, indent = 1 }: ItemBlock): Omit<List, 'elements'> => ({
  type: 'rich_text_list',
  style: number === undefined ? 'bullet' : 'ordered',
  indent: Math.min(indent - 1, DEEPEST),
  ...(number !== undefined && number > 1 && { offset: number - 1 }),
});

function goesOn(list: List, { number, indent = 1 }: ItemBlock): boolean {
  const next = list.style === 'ordered' ? (list.offset ?? 0) + list.elements.length + 1 : undefined;
  return list.indent === Math.min(indent - 1, DEEPEST) && next === number;
}

/** Monospaced columns take more room than their text. */
const preformatted = (text: string): RichTextPreformatted => ({
  type: 'rich_text_preformatted',
  elements: [{ type: 'text', text: fit(cleanInside(text).trimEnd(), LIMITS.text) || '–' }],
});

function spansOf(spans: readonly Span[]): Words[] {
  const words = spans.flatMap((span) => {
    const { strong, emphasis, code, href } = span;
    const text = cleanInside(span.text);
    if (text === '') return [];
    const style = {
      ...(strong && { bold: true }),
      ...(emphasis && { italic: true }),
      ...(code && { code: true }),
    };
    const styled = Object.keys(style).length > 0 ? { style } : {};
    if (href === undefined) return [{ type: 'text' as const, text, ...styled }];
    const address = trueAddress(span);
    const behind = address === null ? [] : [{ type: 'text' as const, text: ` (${address})` }];
    return [{ type: 'link' as const, url: href, text, ...styled }, ...behind];
  });
  return words.length > 0 ? words : [{ type: 'text', text: '–' }];
}
