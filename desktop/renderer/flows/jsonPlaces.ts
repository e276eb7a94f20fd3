import { visit, type JSONVisitor } from 'jsonc-parser';

export interface Span {
  start: number;
  end: number;
}

/** The value of a text with the span of each part; or the offset of the first error. */
export type ReadJson = { ok: true; value: unknown; places: ReadonlyMap<string, Span> } | { ok: false; offset: number };

/**
 * Parses JSON and records the span of each value: `nodes.0.config`, and the whole text under the empty key. Never
 * throws, whatever the nesting depth.
 */
export function readJson(text: string): ReadJson {
  const { places, failedAt } = scan(text);
  try {
    return { ok: true, value: JSON.parse(text) as unknown, places };
  } catch {
    return { ok: false, offset: failedAt };
  }
}

/** @returns the span of each value, and the offset of the first error */
function scan(text: string): { places: Map<string, Span>; failedAt: number } {
  const places = new Map<string, Span>();
  const open: { name: string; start: number }[] = [];
  let failedAt: number | null = null;
  const begin: JSONVisitor['onArrayBegin'] = (start, _length, _line, _column, path) =>
    void open.push({ name: path().join('.'), start });
  const end = (offset: number, length: number): void => {
    const { name, start } = open.pop()!;
    places.set(name, { start, end: offset + length });
  };
  const visitor: JSONVisitor = {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onLiteralValue: (_value, start, length, _line, _column, path) =>
      places.set(path().join('.'), { start, end: start + length }),
    onError: (_error, offset) => (failedAt ??= offset),
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch {
    // nested too deeply for the stack, which never happens with typed text
  }
  return { places, failedAt: failedAt ?? text.length };
}

/** The line number of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
