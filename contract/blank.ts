/** White space, and characters that show nothing, such as zero-width spaces. */
const BLANK = /^[\s\p{Cf}]*$/u;

/** Whether nobody could read anything in a text. */
export const isBlank = (text: string): boolean => BLANK.test(text);
