/** All texts in something that is sent or drawn. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a text is words at all, and not a number, an address or a format. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^https?:|^HH:mm$/.test(text);

/**
 * What stands in both of two drawings of one message, one of them in another language: words that nobody translated.
 *
 * @param message whose own words, and those of its flow, are the same everywhere
 */
export function untranslated(message: unknown, english: readonly string[], other: readonly string[]): string[] {
  const own = stringsIn(message).filter((text) => /\p{L}{3}/u.test(text));
  const isOwn = (text: string): boolean => own.some((each) => text.includes(each) || each.includes(text));
  return [...new Set(english)].filter((text) => other.includes(text) && isWords(text) && !isOwn(text));
}
