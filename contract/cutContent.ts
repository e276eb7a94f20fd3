import { trueAddress, type PromptBlock, type Span, type TableBlock } from './promptContent.ts';

/**
 * How much of a prompt there is room for. Every part counts for some characters more, which it takes as JSON, and a link
 * for its address too.
 */
export interface PromptRoom {
  characters: number;
  lines?: number;
}

export interface CutContent {
  blocks: PromptBlock[];
  /** Something is missing, which is to be said. */
  isCut: boolean;
}

const PER_PART = 8;

/** What the address of a link takes: it stands there once more where the words look like another one. */
const addressLength = (span: Span): number => (span.href?.length ?? 0) + (trueAddress(span)?.length ?? 0);

/** What spans take of the room. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + span.text.length + addressLength(span), 0);

/** The beginning of a prompt; what is cut ends in an ellipsis. A table loses rows, and never columns. */
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

/** What is left, and whether something had none. */
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

/** A link whose address has no room keeps its words, and nothing follows it: a part of an address leads elsewhere. */
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

/** Takes what a text needs of the room. */
function cutText(text: string, room: Room): string {
  const lines = text.split('\n');
  const few = lines.length > room.lines ? lines.slice(0, room.lines).join('\n') : text;
  const whole = few.length > room.characters ? [...few] : [];
  const short = whole.length > room.characters ? whole.slice(0, room.characters).join('') : few;
  room.lines -= short.split('\n').length - 1;
  room.characters -= short.length + PER_PART;
  if (short === text) return text;
  room.isCut = true;
  return `${short.trimEnd()}…`;
}
