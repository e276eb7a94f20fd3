/** All texts in something that is sent or drawn. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a text contains words, rather than a number, an address or a format. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^https?:|^HH:mm$/.test(text);

/**
 * Texts that occur in two drawings of one message in different languages: untranslated words.
 *
 * @param message its own words, and those of its flow, are the same everywhere
 */
export function untranslated(message: unknown, english: readonly string[], other: readonly string[]): string[] {
  const own = stringsIn(message).filter((text) => /\p{L}{3}/u.test(text));
  const isOwn = (text: string): boolean => own.some((each) => text.includes(each) || each.includes(text));
  return [...new Set(english)].filter((text) => other.includes(text) && isWords(text) && !isOwn(text));
}
