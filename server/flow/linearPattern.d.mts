/**
 * The part of RegExp that JSONata needs, on an engine that matches in time linear in the text, whatever the pattern.
 */
export declare class LinearPattern {
  readonly source: string;
  readonly flags: string;
  /** Where the next search starts, if the flags include `g`. */
  lastIndex: number;
  /** @throws PatternRefused for a pattern that is too large or cannot be matched in linear time */
  constructor(pattern: string | LinearPattern, flags?: string);
  exec(text: string): (string[] & { index: number; input: string }) | null;
}

export declare class PatternRefused extends Error {
  /** The unsupported part of the pattern. */
  readonly part: string;
}
