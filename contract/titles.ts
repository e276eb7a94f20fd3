/** A title is one line of so many characters, as people count them; what is longer ends in an ellipsis. */
export const TITLE_CHARACTERS = 200;

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** A title never fails: what is too long is cut. */
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
 * What a question is called wherever there is one line for it: lists, notifications of a system, the subject of a mail.
 *
 * @param given what its author called it; absent, or without anything in it: the first line of the prompt
 */
export const titleOf = (given: string | undefined, prompt: string): string =>
  oneLineTitle(given ?? '') || oneLineTitle(firstLineOf(prompt));

const firstLineOf = (text: string): string => text.trim().split(/\r\n?|\n/, 1)[0]!;
