import { withoutTurns } from '../../../contract/cleanText.ts';
import { mapWords, textOf, type PromptBlock } from '../../../contract/promptContent.ts';

/** Line ends as defined by Unicode. */
const LINE_END = /\r\n?|[\n\v\f\u0085\p{Zl}\p{Zp}]/gu;
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Removes invisible characters from people's text: control characters and text-direction marks. */
export const visible = (text: string): string => withoutTurns(text.replace(LINE_END, '\n').replace(CONTROL, ''));

/** Defuses addresses, which mail programs would turn into links; they stay readable. */
const withoutLinks = (text: string): string =>
  text.replaceAll('://', '[:]//').replace(/\b(www|mailto)([.:])/gi, '$1[$2]');

/** Quotes people's text, so that no line of it can pass for one of ours. */
export const quoted = (text: string): string => inQuotes(withoutLinks(visible(text).trim()));

/** Quotes a prompt. Links of its author work; addresses in inserted values do not. */
export const quotedContent = (blocks: readonly PromptBlock[]): string =>
  inQuotes(visible(textOf(mapWords(blocks, withoutLinks))).trim());

const inQuotes = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** Pairs of one of our labels and people's text. */
export const quotedPairs = (pairs: readonly (readonly [string, string])[]): string =>
  quoted(pairs.map(([label, value]) => `${label}: ${value}`).join('\n'));

export const paragraphs = (parts: readonly (string | false | null)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`;
