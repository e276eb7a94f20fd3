/** What JSONata needs of RegExp, on an engine that takes time in proportion to the text, whatever the pattern is. */
export declare class LinearPattern {
  readonly source: string;
  readonly flags: string;
  /** Where the next search begins, when the flags hold `g`. */
  lastIndex: number;
  /** @throws PatternRefused for what cannot be matched in linear time, or is too large */
  constructor(pattern: string | LinearPattern, flags?: string);
  exec(text: string): (string[] & { index: number; input: string }) | null;
}

export declare class PatternRefused extends Error {
  /** The part of the pattern that cannot be used. */
  readonly part: string;
}
