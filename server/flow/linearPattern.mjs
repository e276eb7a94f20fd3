// Shared by the check at save and the expression process, so that both accept the same patterns.
import { RE2JS } from 're2js';
import { isTooLarge } from './patternSize.mjs';

/** Greatest number of states of a compiled pattern: matching time is proportional to states times text length. */
const LARGEST_PROGRAM = 5000;

const NAMED_REFERENCE = /\\k</;
const NAMED_GROUP = /\(\?<[^=!]/;

export class PatternRefused extends Error {
  constructor(part) {
    super(`the pattern cannot be used: ${part}`);
    this.part = part;
  }
}

function compile(source, flags) {
  if (isTooLarge(source)) throw new PatternRefused(source);
  if (NAMED_REFERENCE.test(source) && NAMED_GROUP.test(source)) throw new PatternRefused('\\k<');
  const compiled = compileLinear(source, flags);
  if (compiled.programSize() > LARGEST_PROGRAM) throw new PatternRefused(source);
  return compiled;
}

function compileLinear(source, flags) {
  const isOn = (letter, flag) => (flags.includes(letter) ? flag : 0);
  try {
    return RE2JS.compile(
      RE2JS.translateRegExp(source),
      RE2JS.LOOKBEHINDS | isOn('i', RE2JS.CASE_INSENSITIVE) | isOn('m', RE2JS.MULTILINE),
    );
  } catch (error) {
    throw new PatternRefused(error.input ?? source);
  }
}

/**
 * The part of RegExp that JSONata needs, on an engine that matches in time linear in the text, whatever the pattern.
 */
export class LinearPattern {
  lastIndex = 0;
  #compiled;
  #matcher = null;
  #text = null;

  /** @param pattern a source, or another LinearPattern */
  constructor(pattern, flags = pattern.flags ?? '') {
    this.source = pattern.source ?? pattern;
    this.flags = flags;
    this.#compiled = pattern instanceof LinearPattern ? pattern.#compiled : compile(pattern, flags);
  }

  exec(text) {
    const isGlobal = this.flags.includes('g');
    const from = isGlobal ? this.lastIndex : 0;
    const matcher = this.#matcherOf(text);
    if (from > text.length || !matcher.find(from)) {
      this.lastIndex = 0;
      return null;
    }
    if (isGlobal) this.lastIndex = matcher.end();
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, n) => matcher.group(n) ?? undefined);
    return Object.assign(groups, { index: matcher.start(), input: text });
  }

  /** One matcher per text, which continues after its last match. */
  #matcherOf(text) {
    if (text !== this.#text) {
      this.#text = text;
      this.#matcher = this.#compiled.matcher(text);
    }
    return this.#matcher;
  }
}
