import { RE2JS } from 're2js';

const LONGEST_PATTERN = 500;
/** States of the compiled pattern: matching takes time in proportion to them and to the text. */
const LARGEST_PROGRAM = 5000;
const CACHED = 500;

const compiled = new Map<string, RE2JS>();

/** @throws Error that says what is wrong with the pattern */
function compile(regex: string): RE2JS {
  const known = compiled.get(regex);
  if (known) return known;
  if (regex.length > LONGEST_PATTERN) throw new Error(`is longer than ${LONGEST_PATTERN} characters`);
  const pattern = RE2JS.compile(regex);
  if (pattern.programSize() > LARGEST_PROGRAM) throw new Error('repeats too much');
  if (compiled.size >= CACHED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(regex, pattern);
  return pattern;
}

/** Whether the pattern matches the whole text, in linear time. A pattern that does not compile matches nothing. */
export function matches(regex: string, text: string): boolean {
  try {
    return compile(regex).testExact(text);
  } catch {
    return false;
  }
}

/** What is wrong with a pattern; null when it can be used. */
export function checkPattern(regex: string): string | null {
  try {
    compile(regex);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return `is not a pattern that can be used: ${message.replace('error parsing regexp: ', '')}`;
  }
}
