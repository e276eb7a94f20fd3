import { visit, type JSONVisitor } from 'jsonc-parser';

export interface Span {
  start: number;
  end: number;
}

/** What a text holds, and where each part of it stands; or how far it could be read. */
export type ReadJson = { ok: true; value: unknown; places: ReadonlyMap<string, Span> } | { ok: false; offset: number };

/**
 * Reads JSON and remembers where each value stands: `nodes.0.config` to its span in the text, the whole under the empty
 * name. Never throws, however deep the text goes.
 */
export function readJson(text: string): ReadJson {
  const { places, failedAt } = scan(text);
  try {
    return { ok: true, value: JSON.parse(text) as unknown, places };
  } catch {
    return { ok: false, offset: failedAt };
  }
}

/** @returns where each value stands, and the offset of the first thing that does not belong there */
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
    // deeper than the stack; nothing that is typed is
  }
  return { places, failedAt: failedAt ?? text.length };
}

/** The number of the line that an offset stands in, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
