/** Whether a pattern is too large to compile: that takes time and memory proportional to its states. */
export function isTooLarge(source: string): boolean;
