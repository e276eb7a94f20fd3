import { trueAddress, type PromptBlock, type Span, type TableBlock } from './promptContent.ts';
import { wholeCharacters } from './wholePart.ts';

/** How much of a prompt fits. Each part counts some extra characters for its JSON, and a link also its address. */
export interface PromptRoom {
  characters: number;
  lines?: number;
}

export interface CutContent {
  blocks: PromptBlock[];
  /** Something was cut; the reader must be told. */
  isCut: boolean;
}

const PER_PART = 8;

/** The length of a link's address. It is shown a second time if the text looks like another address. */
const addressLength = (span: Span): number => (span.href?.length ?? 0) + (trueAddress(span)?.length ?? 0);

/** The room that spans take. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + span.text.length + addressLength(span), 0);

/** Cuts a prompt to fit and ends it with an ellipsis. Tables lose rows, never columns. */
export function cutContent(blocks: readonly PromptBlock[], { characters, lines = Infinity }: PromptRoom): CutContent {
  const room: Room = { characters, lines, isCut: false };
  const kept: PromptBlock[] = [];
  for (const block of blocks) {
    if (isFull(room)) room.isCut = true;
    if (room.isCut) break;
    kept.push(partOf(block, room));
    room.lines--;
  }
  return { blocks: kept, isCut: room.isCut };
}

/** The room left, and whether something did not fit. */
interface Room extends Required<PromptRoom> {
  isCut: boolean;
}

const isFull = ({ characters, lines }: Room): boolean => characters <= 0 || lines <= 0;

function partOf(block: PromptBlock, room: Room): PromptBlock {
  if (block.kind === 'code') return { ...block, text: cutText(block.text, room) };
  if (block.kind === 'table') return cutTable(block, room);
  return { ...block, spans: cutSpans(block.spans, room) };
}

function cutTable({ head, rows, ...table }: TableBlock, room: Room): TableBlock {
  const kept: Span[][][] = [];
  const first = head.map((cell) => cutSpans(cell, room));
  for (const row of rows) {
    room.lines--;
    if (isFull(room)) room.isCut = true;
    if (room.isCut) break;
    kept.push(row.map((cell) => cutSpans(cell, room)));
  }
  return { ...table, head: first, rows: kept };
}

function cutSpans(spans: readonly Span[], room: Room): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    if (isFull(room)) room.isCut = true;
    if (room.isCut) break;
    kept.push(cutSpan(span, room));
  }
  return kept;
}

/**
 * A link whose address does not fit keeps only its text, because a truncated address leads elsewhere; nothing follows
 * it.
 */
function cutSpan(span: Span, room: Room): Span {
  const address = addressLength(span);
  if (address === 0 || address < room.characters) {
    room.characters -= address;
    return { ...span, text: cutText(span.text, room) };
  }
  const { href: _href, ...words } = span;
  const kept = { ...words, text: cutText(span.text, room) };
  room.isCut = true;
  return kept;
}

/** Cuts a text to the room left and uses that room up. */
function cutText(text: string, room: Room): string {
  const lines = text.split('\n');
  const few = lines.length > room.lines ? lines.slice(0, room.lines).join('\n') : text;
  const short = wholeCharacters(few, room.characters);
  room.lines -= short.split('\n').length - 1;
  room.characters -= short.length + PER_PART;
  if (short === text) return text;
  room.isCut = true;
  return `${short.trimEnd()}…`;
}
