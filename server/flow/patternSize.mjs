// Shared by the check at save and the expression process. It only counts: the engine decides what a valid pattern is.

const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;
const GROUP = /\?(?:P?<[^=!>][^>]*>|[a-zA-Z-]*:|<?[=!])/y;
const FLAGS = /\?[a-zA-Z-]+\)/y;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^])/y;
const CLASS = /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]?/y;

/** The length of the match at this position, or 0. */
function lengthAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** The greatest number of repeats, and the length of the quantifier. */
function repeatAt(source, at) {
  const sign = source[at];
  if (sign === '*' || sign === '+' || sign === '?') return { length: 1, times: 1, more: 1 };
  REPEAT.lastIndex = at;
  const found = REPEAT.exec(source);
  if (!found) return null;
  const [whole, least, most] = found;
  const times = Number(most || least);
  return { length: whole.length, times, more: most === undefined ? 1 : times };
}

/** @param own states of the group itself: its start and end, if it captures */
const open = (own = 0) => ({ own, size: 0, times: 1, last: { size: 0, times: 1 } });

function close(level) {
  level.size += level.last.size;
  level.times = Math.max(level.times, level.last.times);
  level.last = { size: 0, times: 1 };
}

/** To what surrounds it, a group is one item. */
function leave(levels) {
  const group = levels.pop();
  close(group);
  const around = levels.at(-1);
  close(around);
  around.last = { size: group.size + group.own, times: group.times };
}

/**
 * Approximates the number of states of a pattern, and how often its innermost repeat occurs: nested repeats multiply.
 */
function sizeOf(source) {
  const levels = [open()];
  for (let at = 0; at < source.length;) {
    const level = levels.at(-1);
    const repeat = repeatAt(source, at);
    if (repeat) {
      const { size, times } = level.last;
      level.last = { size: size * repeat.times + repeat.more, times: Math.max(1, times * repeat.times) };
      at += repeat.length;
      continue;
    }
    if (source[at] === '(') {
      const flags = lengthAt(FLAGS, source, at + 1);
      const kind = lengthAt(GROUP, source, at + 1);
      if (flags === 0) levels.push(open(kind === 0 || source.slice(at + 2, at + 4).includes('<') ? 2 : 0));
      at += 1 + (flags || kind);
      continue;
    }
    close(level);
    if (source[at] === ')' && levels.length > 1) leave(levels);
    else level.last = { size: 1, times: 1 }; // the branch between alternatives is a state too
    at += lengthAt(ESCAPE, source, at) || lengthAt(CLASS, source, at) || 1;
  }
  while (levels.length > 1) leave(levels);
  close(levels[0]);
  return { states: levels[0].size, times: levels[0].times };
}

/** Four times the limit of compiled patterns: the engine merges one-character alternatives into one state. */
const MOST_STATES = 20_000;
/** Above this the engine itself refuses nested repeats, before it compiles them, with a clearer error. */
const MOST_TIMES = 1000;

/** Whether a pattern is too large to compile: that takes time and memory proportional to its states. */
export function isTooLarge(source) {
  const { states, times } = sizeOf(source);
  return states > MOST_STATES && times <= MOST_TIMES;
}
