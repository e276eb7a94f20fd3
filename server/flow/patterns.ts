import { LRUCache } from 'lru-cache';
import { RE2JS, type RE2JSSyntaxException } from 're2js';
import type { FailedCheck } from '../../contract/problem.ts';
import { check, ProblemError } from '../foundation/errors.ts';
import { expectTime } from './checkingTime.ts';
import { isTooLarge } from './patternSize.mjs';

const LONGEST_PATTERN = 500;
/** Greatest number of states of a compiled pattern: matching time is proportional to states times text length. */
const LARGEST_PROGRAM = 5000;
const CACHED = 500;

const compiled = new LRUCache<string, RE2JS>({ max: CACHED, memoMethod: compile });

/** A pattern that cannot be used, for a reason of our own. */
class PatternError extends Error {
  constructor(readonly mistake: FailedCheck) {
    super(mistake.id);
  }
}

/** @throws PatternError, or what the library throws */
function compile(regex: string): RE2JS {
  if (regex.length > LONGEST_PATTERN) throw new PatternError(check('atMostCharacters', { count: LONGEST_PATTERN }));
  expectTime();
  if (isTooLarge(regex)) throw new PatternError(check('patternLarge'));
  const pattern = RE2JS.compile(regex);
  if (pattern.programSize() > LARGEST_PROGRAM) throw new PatternError(check('patternLarge'));
  return pattern;
}

/** Characters times states at which matching may take a second, whatever the pattern. */
const MOST_STEPS = 20_000_000;

/** Whether a pattern takes long on texts of this length. False for one that does not compile. */
export function takesLong(regex: string, characters: number): boolean {
  try {
    return compiled.memo(regex).programSize() * characters > MOST_STEPS;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    return false;
  }
}

/** Whether the pattern matches the whole text, in linear time. A pattern that does not compile matches nothing. */
export function matches(regex: string, text: string): boolean {
  try {
    return compiled.memo(regex).testExact(text);
  } catch {
    return false;
  }
}

/** The fault of a pattern; null if it can be used. */
export function checkPattern(regex: string): FailedCheck | null {
  try {
    compiled.memo(regex);
    return null;
  } catch (error) {
    if (error instanceof ProblemError) throw error; // no time left to compile it
    if (error instanceof PatternError) return error.mistake;
    return check('patternWrong', { part: (error as Partial<RE2JSSyntaxException>).input ?? regex });
  }
}
