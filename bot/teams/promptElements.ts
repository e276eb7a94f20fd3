import type { Question } from '../../contract/messages.ts';
import { cutContent, type PromptRoom } from '../../contract/cutContent.ts';
import {
  headOf,
  markOf,
  tableText,
  trueAddress,
  wordsOf,
  type PromptBlock,
  type Span,
  type TableBlock,
} from '../../contract/promptContent.ts';
import type { Speech } from '../../contract/speech.ts';
import { LIMITS } from './limits.ts';
import type { Element } from './templates.ts';
import { plain } from './text.ts';

/** Tables with more columns are unreadable in a chat and become text. */
const MOST_COLUMNS = 6;
const WIDE_SPACE = '\u2003';
const FIXED_SPACE = '\u00a0';

/**
 * The prompt as card elements: title first, then the content. All text is in text runs, which no client parses as
 * Markdown; links are actions of their run. Cuts what does not fit and says so.
 */
export function promptElements(question: Question, room: Required<PromptRoom>, speech: Speech): Element[] {
  const { lead, rest } = headOf(question);
  const words = lead ?? (rest.length > 0 ? [] : [{ text: speech.say('teams.question') }]);
  const title = wordsOf(words);
  const size = plain(title).length <= LIMITS.headlineCharacters ? { size: 'Medium', weight: 'Bolder' } : {};
  const left = { characters: room.characters - title.length, lines: room.lines - (title === '' ? 0 : 1) };
  const { blocks, isCut } = cutContent(rest, left);
  return [
    ...(title === ''
      ? []
      : [
          line(
            runsOf(words).map((run) => ({ ...run, ...size })),
            'None',
          ),
        ]),
    ...inQuotes(blocks),
    ...(isCut ? [line([{ ...textRun(speech.say('bot.theRest')), isSubtle: true }])] : []),
  ];
}

const textRun = (text: string): Element => ({ type: 'TextRun', text: plain(text) });

const line = (inlines: Element[], spacing = 'Small'): Element => ({
  type: 'RichTextBlock',
  spacing,
  inlines: inlines.length > 0 ? inlines : [textRun(FIXED_SPACE)],
});

const box = (items: Element[]): Element => ({ type: 'Container', style: 'emphasis', spacing: 'Small', items });

/** Puts consecutive quoted blocks into one container. */
function inQuotes(blocks: readonly PromptBlock[]): Element[] {
  const elements: Element[] = [];
  let quote: Element[] | null = null;
  for (const block of blocks) {
    if (!block.quoted) {
      quote = null;
      elements.push(...elementsOf(block));
    } else if (quote) quote.push(...elementsOf(block));
    else elements.push(box((quote = elementsOf(block))));
  }
  return elements;
}

function elementsOf(block: PromptBlock): Element[] {
  switch (block.kind) {
    case 'code':
      return [codeElement(block.text)];
    case 'table':
      return [block.head.length > MOST_COLUMNS ? codeElement(tableText(block)) : tableElement(block)];
    case 'item': {
      const before = `${WIDE_SPACE.repeat((block.indent ?? 1) - 1)}${markOf(block)} `;
      return linesOf([{ text: before }, ...block.spans]);
    }
    case 'heading':
      return linesOf(inStrong(block.spans));
    case 'paragraph':
      return linesOf(block.spans);
  }
}

const inStrong = (spans: readonly Span[]): Span[] => spans.map((span) => ({ ...span, strong: true }));

/** One element per line, because clients do not break lines inside an element. */
function linesOf(spans: readonly Span[]): Element[] {
  const lines: Span[][] = [[]];
  for (const { text, ...marks } of spans)
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)!.push({ text: part, ...marks });
    });
  const filled = lines.filter((words) => wordsOf(words).trim() !== '');
  return filled.map((words, index) => line(runsOf(words), index > 0 ? 'None' : 'Small'));
}

const runsOf = (spans: readonly Span[]): Element[] =>
  spans.flatMap((span) => {
    const { text, strong, emphasis, code, href } = span;
    const run = {
      ...textRun(text.replaceAll('\n', ' ')),
      ...(strong && { weight: 'Bolder' }),
      ...(emphasis && { italic: true }),
      ...(code && { fontType: 'Monospace' }),
      ...(href !== undefined && { selectAction: { type: 'Action.OpenUrl', url: href } }),
    };
    const address = trueAddress(span);
    return address === null ? [run] : [run, { ...textRun(` (${address})`), isSubtle: true }];
  });

const codeElement = (text: string): Element =>
  box(
    text.split('\n').map((each) => {
      const kept = each.replace(/^ +| {2,}/g, (spaces) => FIXED_SPACE.repeat(spaces.length));
      return line(each === '' ? [] : [{ ...textRun(kept), fontType: 'Monospace' }], 'None');
    }),
  );

const tableElement = ({ head, rows }: TableBlock): Element => ({
  type: 'Table',
  spacing: 'Small',
  firstRowAsHeader: true,
  columns: head.map(() => ({ width: 1 })),
  rows: [head.map(inStrong), ...rows].map((cells) => ({
    type: 'TableRow',
    cells: cells.map((spans) => ({ type: 'TableCell', items: [line(runsOf(spans), 'None')] })),
  })),
});
