const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Enough look-ahead to see whether the last character continues after the cut. */
const AHEAD = 64;

/**
 * The beginning of a text, at most this many UTF-16 units, that ends between characters as readers see them. A
 * character that does not fit at all, such as one under a pile of accents, is split.
 */
export function wholePart(text: string, units: number): string {
  if (text.length <= units) return text;
  if (units <= 0) return '';
  const end = graphemes.segment(text.slice(0, units + AHEAD)).containing(units)!.index;
  return end > 0 ? text.slice(0, end) : text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text of at most this many UTF-16 units: a longer one ends between characters, with an ellipsis. */
export const shortened = (text: string, units: number): string =>
  text.length <= units ? text : `${wholePart(text, units - 1).trimEnd()}…`;

/** Like `wholePart`, for at most this many code points. */
export function wholeCharacters(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return wholePart(text, [...text].slice(0, Math.max(0, characters)).join('').length);
}

/** Splits a text into parts of at most this many UTF-16 units, likewise. */
export function wholeParts(text: string, units: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(parts.at(-1)!.length)) parts.push(wholePart(rest, units));
  return parts;
}
