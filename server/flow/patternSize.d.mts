/** Whether a pattern is too large to be compiled: that takes time and memory in proportion to its states. */
export function isTooLarge(source: string): boolean;
