// cspell:ignore onopentag ontext onclosetag
import { Parser } from 'htmlparser2';
import { MOST_TEXT } from './formatRules.ts';

/** Collects text up to the limit. */
export class Collected {
  private readonly pieces: string[] = [];
  private length = 0;

  get isFull(): boolean {
    return this.length >= MOST_TEXT;
  }

  add(piece: string): void {
    if (this.isFull) return;
    this.pieces.push(piece);
    this.length += piece.length;
  }

  get text(): string {
    return this.pieces.join('').slice(0, MOST_TEXT);
  }
}

interface Handlers {
  opened?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  closed?(name: string): void;
  /** Whether to stop. */
  isEnough(): boolean;
}

const PIECE = 64 * 1024;

/** Parses markup from start to end, or until enough is read; broken markup is skipped. */
export function readMarkup(markup: string, isXml: boolean, { opened, text, closed, isEnough }: Handlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => opened?.(name, attributes),
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => closed?.(name),
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  for (let n = 0; n < markup.length && !isEnough(); n += PIECE) parser.write(markup.slice(n, n + PIECE));
  parser.end();
}

/** Elements whose content is not displayed. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'svg']);
/** Elements within a line of text. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'font',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]);

export function htmlText(markup: string): string {
  const found = new Collected();
  let unseen = 0;
  const edge = (name: string): void => {
    if (!INLINE.has(name)) found.add('\n');
  };
  readMarkup(markup, false, {
    opened(name) {
      if (UNSEEN.has(name)) unseen++;
      edge(name);
    },
    text: (piece) => void (unseen === 0 && found.add(piece)),
    closed(name) {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      edge(name);
    },
    isEnough: () => found.isFull,
  });
  return found.text;
}
