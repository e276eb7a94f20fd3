import { wordsOf } from '../../contract/expressionWords.ts';

/** JSONata parses the left operand of these operators twice. */
const TWICE = new Set(['??', '?:']);
/** Separators: the operand before one of these is not part of the operand after it. */
const APART = new Set([',', ';', ':', '?', ':=']);

/** Greatest allowed ratio of words parsed to words written. Two or three nested operators are usual. */
const MOST_TIMES = 8;

interface Level {
  /** Words of completed operands. */
  done: number;
  /** Words since then. */
  open: number;
}

/**
 * Whether an expression would take JSONata too long to parse. It parses the left operand of `??` and `?:` twice, so
 * nested ones four times, eight times…: thirty nested ones never finish.
 */
export function isTooCostly(expression: string): boolean {
  const levels: Level[] = [{ done: 0, open: 0 }];
  let written = 0;
  for (const { text } of wordsOf(expression)) {
    written += 1;
    const level = levels.at(-1)!;
    if (text === '(' || text === '[' || text === '{') levels.push({ done: 0, open: 0 });
    else if (text === ')' || text === ']' || text === '}') {
      if (levels.length === 1) continue;
      levels.pop();
      levels.at(-1)!.open += level.done + level.open;
    } else if (TWICE.has(text) || APART.has(text)) {
      level.done += TWICE.has(text) ? 2 * level.open : level.open;
      level.open = 0;
    } else level.open += 1;
  }
  return levels.reduce((read, { done, open }) => read + done + open, 0) > MOST_TIMES * written;
}
