/** The most characters (code points) of a title; longer ones are cut and end in an ellipsis. */
export const TITLE_CHARACTERS = 200;

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** Never fails: a title that is too long is cut. */
export function oneLineTitle(text: string): string {
  const line = inOneLine(text);
  if (line.length <= TITLE_CHARACTERS) return line; // no string has more characters than code units
  const whole = [...line];
  if (whole.length <= TITLE_CHARACTERS) return line;
  return `${whole
    .slice(0, TITLE_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * The one-line title of a question: in lists, system notifications and mail subjects.
 *
 * @param given the author's title; if absent or blank, the first line of the prompt is used
 */
export const titleOf = (given: string | undefined, prompt: string): string =>
  oneLineTitle(given ?? '') || oneLineTitle(firstLineOf(prompt));

const firstLineOf = (text: string): string => text.trim().split(/\r\n?|\n/, 1)[0]!;
