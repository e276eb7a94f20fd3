export interface Span {
  start: number;
  end: number;
}

/** What a text holds, and where each part of it stands; or how far it could be read. */
export type ReadJson = { ok: true; value: unknown; places: ReadonlyMap<string, Span> } | { ok: false; offset: number };

// cspell:ignore bfnrt
const TOKEN =
  /[ \t\n\r]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;

/**
 * Reads JSON and remembers where each value stands: `nodes.0.config` to its span in the text, the whole under the empty
 * name. Never throws, however deep the text goes.
 */
export function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value, places: scan(text).places };
  } catch {
    return { ok: false, offset: scan(text).failedAt };
  }
}

interface Open {
  path: string;
  start: number;
  isList: boolean;
  count: number;
  key: string | null;
  /** What may come next. */
  wants: 'first' | 'item' | 'colon' | 'value' | 'comma';
}

/** @returns where each value stands, and the offset of the first thing that does not belong there */
function scan(text: string): { places: Map<string, Span>; failedAt: number } {
  const places = new Map<string, Span>();
  const open: Open[] = [];
  let position = 0;
  let isDone = false;
  const close = (span: Span, path: string): void => {
    places.set(path, span);
    const holder = open.at(-1);
    if (holder) holder.wants = 'comma';
    else isDone = true;
  };
  for (;;) {
    TOKEN.lastIndex = position;
    const [all = '', words, , mark] = TOKEN.exec(text) ?? [];
    const end = position + all.length;
    const start = nextWord(text, position);
    const holder = open.at(-1);
    if (all === '' || isDone || !take(holder)) return { places, failedAt: nextWord(text, position) };
    position = end;

    function take(top: Open | undefined): boolean {
      if (mark === '}' || mark === ']') return closes(top);
      if (mark === ',' || mark === ':') return passes(top);
      if (top && !top.isList && top.wants !== 'value') return names(top);
      if (top?.isList && top.wants === 'comma') return false;
      const path = top ? [top.path, top.isList ? top.count++ : top.key].filter((part) => part !== '').join('.') : '';
      if (mark) open.push({ path, start, isList: mark === '[', count: 0, key: null, wants: 'first' });
      else close({ start, end }, path);
      return true;
    }
    function closes(top: Open | undefined): boolean {
      if (!top || top.isList !== (mark === ']') || (top.wants !== 'first' && top.wants !== 'comma')) return false;
      open.pop();
      close({ start: top.start, end }, top.path);
      return true;
    }
    function passes(top: Open | undefined): boolean {
      if (!top || top.wants !== (mark === ',' ? 'comma' : 'colon')) return false;
      top.wants = mark === ',' ? 'item' : 'value';
      return true;
    }
    function names(top: Open): boolean {
      if (!words || (top.wants !== 'first' && top.wants !== 'item')) return false;
      top.key = JSON.parse(words) as string;
      top.wants = 'colon';
      return true;
    }
  }
}

const ROOM = /[ \t\n\r]*/y;

/** Past the room before a word. What JSON does not take for room, such as a no-break space, is none. */
function nextWord(text: string, from: number): number {
  ROOM.lastIndex = from;
  return from + ROOM.exec(text)![0].length;
}

/** The number of the line that an offset stands in, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
