import { wordsOf } from '../../contract/expressionWords.ts';

/** What the operators mean that JSONata reads what stands before them twice for. */
const TWICE = new Set(['??', '?:']);
/** What stands before one of these is no part of what stands behind. */
const APART = new Set([',', ';', ':', '?', ':=']);

/** What is read may be so many times as long as what is written. Two or three of these operators in each other are usual. */
const MOST_TIMES = 8;

interface Level {
  /** Words of what is complete. */
  done: number;
  /** Words since. */
  open: number;
}

/**
 * Whether an expression would take JSONata too long to read. It reads the part before `??` and `?:` twice, and so what
 * stands in brackets there, with all such operators in it, four times, eight times…: thirty in each other are never read.
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
