import { withoutTurns } from '../../../contract/cleanText.ts';
import { mapWords, textOf, type PromptBlock } from '../../../contract/promptContent.ts';

/** Ends of lines as Unicode knows them. */
const LINE_END = /\r\n?|[\n\v\f\u0085\p{Zl}\p{Zp}]/gu;
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** What people wrote, without what would only work unseen: control characters and those that turn text round. */
export const visible = (text: string): string => withoutTurns(text.replace(LINE_END, '\n').replace(CONTROL, ''));

/** A mail program makes links of addresses by itself; these it leaves alone, and a person can still read them. */
const withoutLinks = (text: string): string =>
  text.replaceAll('://', '[:]//').replace(/\b(www|mailto)([.:])/gi, '$1[$2]');

/** What people wrote, so that no line of it can pass for one of ours. */
export const quoted = (text: string): string => inQuotes(withoutLinks(visible(text).trim()));

/** A prompt likewise. Links that its author made lead somewhere; nothing that was filled in does. */
export const quotedContent = (blocks: readonly PromptBlock[]): string =>
  inQuotes(visible(textOf(mapWords(blocks, withoutLinks))).trim());

const inQuotes = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** Pairs of a name of ours and what people wrote. */
export const quotedPairs = (pairs: readonly (readonly [string, string])[]): string =>
  quoted(pairs.map(([label, value]) => `${label}: ${value}`).join('\n'));

export const paragraphs = (parts: readonly (string | false | null)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`;
