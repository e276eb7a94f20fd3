/** A token of an expression, verbatim. */
export interface Word {
  text: string;
  /** A name that is looked up at the root of the context, where node outputs are. */
  isOfContext: boolean;
}

const SPACE = /\s+|\/\*[\s\S]*?(?:\*\/|$)/y;
const TEXT = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const VARIABLE = /\$\$?[\w\u0080-\uffff]*/y;
const NAME = /`[^`]*`?|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const SIGN = /:=|!=|<=|>=|~>|\*\*|\.\.|\?\?|\?:|[\s\S]/y;

/** Binary operators; names if a value is expected. */
const BETWEEN = new Set(['and', 'or', 'in']);

/** Binary operators; path steps if a value is expected. */
const WHATEVER = new Set(['*', '**', '%']);

/** Inside brackets, names may refer to fields of an item instead of the context. */
interface Bracket {
  isOfItem: boolean;
  /** Function parameters; the body follows. */
  isOfFunction: boolean;
}

interface Reading {
  text: string;
  at: number;
  /** The previous word, ignoring spaces, and the two before it. */
  last: string;
  isValueBefore: boolean;
  before: [string, string];
  open: Bracket[];
  /** How many of the open brackets refer to items. */
  ofItems: number;
  /** The bracket closed last. */
  closed: Bracket | null;
  /** An unterminated pattern: the rest has no meaning. */
  isBroken: boolean;
}

/**
 * Tokenizes a JSONata expression. Concatenated, the words give the text.
 *
 * @param from where the expression starts in the text
 * @param isOver called before each word outside brackets: whether the expression ends there
 */
export function* wordsOf(text: string, from = 0, isOver: (at: number) => boolean = () => false): Generator<Word> {
  const reading: Reading = {
    text,
    at: from,
    last: '',
    isValueBefore: false,
    before: ['', ''],
    open: [],
    ofItems: 0,
    closed: null,
    isBroken: false,
  };
  while (reading.at < text.length) {
    if (reading.open.length === 0 && isOver(reading.at)) return;
    const space = taken(SPACE, reading);
    yield space === null ? nextWord(reading) : { text: space, isOfContext: false };
  }
}

function taken(pattern: RegExp, reading: Reading): string | null {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0];
  if (!found) return null;
  reading.at += found.length;
  return found;
}

function nextWord(reading: Reading): Word {
  const value = taken(TEXT, reading) ?? taken(NUMBER, reading) ?? taken(VARIABLE, reading);
  if (value !== null) return went(reading, value, true);
  const name = taken(NAME, reading);
  if (name !== null) {
    const isBetween = BETWEEN.has(name) && reading.isValueBefore;
    const isOfContext = !isBetween && isLookedUpAtRoot(reading);
    return { ...went(reading, name, !isBetween), isOfContext };
  }
  const isPattern = reading.text[reading.at] === '/' && !reading.isValueBefore && !reading.isBroken;
  const pattern = isPattern ? patternAt(reading) : null;
  if (pattern !== null) return went(reading, pattern, true);
  return signed(reading, taken(SIGN, reading)!);
}

function went(reading: Reading, text: string, isValue: boolean): Word {
  reading.before = [reading.last, reading.before[0]];
  reading.last = text;
  reading.isValueBefore = isValue;
  return { text, isOfContext: false };
}

/** `ask`, `$.ask` and `$$.ask`: the last anywhere, the others only outside item context. */
function isLookedUpAtRoot({ last, before: [owner, beforeOwner], ofItems }: Reading): boolean {
  if (last === '.' && owner === '$$') return true;
  return ofItems === 0 && (last !== '.' || (owner === '$' && beforeOwner !== '.'));
}

function signed(reading: Reading, sign: string): Word {
  const { last, before, isValueBefore, closed } = reading;
  const isStep = last === '.';
  if (sign === '(') {
    const isOfFunction = last === 'function' || last === 'λ';
    const isCalledOfItems = isValueBefore && before[0] === '.';
    opened(reading, { isOfItem: isStep || isCalledOfItems || last === '^', isOfFunction });
  } else if (sign === '[') opened(reading, { isOfItem: isStep || isValueBefore, isOfFunction: false });
  else if (sign === '{') {
    const isBody = last === ')' && closed?.isOfFunction === true;
    opened(reading, { isOfItem: isStep || (isValueBefore && !isBody), isOfFunction: false });
  } else if (')]}'.includes(sign)) {
    reading.closed = reading.open.pop() ?? null;
    if (reading.closed?.isOfItem) reading.ofItems -= 1;
    return went(reading, sign, true);
  }
  const isValue = !isValueBefore && WHATEVER.has(sign);
  return went(reading, sign, isValue);
}

function opened(reading: Reading, bracket: Bracket): void {
  reading.open.push(bracket);
  if (bracket.isOfItem) reading.ofItems += 1;
}

/** Finds the end of a pattern as JSONata does: an unescaped slash outside brackets. */
function patternAt(reading: Reading): string | null {
  const { text, at } = reading;
  let depth = 0;
  let escapes = 0;
  for (let end = at + 1; end < text.length; end += 1) {
    const sign = text[end]!;
    if (sign === '/' && depth === 0 && escapes % 2 === 0) {
      reading.at = end + 1;
      while (text[reading.at] === 'i' || text[reading.at] === 'm') reading.at += 1;
      return text.slice(at, reading.at);
    }
    if (escapes === 0 && '([{'.includes(sign)) depth += 1;
    if (escapes === 0 && ')]}'.includes(sign)) depth -= 1;
    escapes = sign === '\\' ? escapes + 1 : 0;
  }
  reading.isBroken = true;
  return null;
}
