import { withoutTurns } from '../../../contract/cleanText.ts';
import { isItsTarget, mapWords, textOf, type PromptBlock, type Span } from '../../../contract/promptContent.ts';
import type { FactRow } from '../../../contract/spoken.ts';
import { asLead } from '../../../contract/asLead.ts';

/** Line ends as defined by Unicode. */
const LINE_END = /\r\n?|[\n\v\f\u0085\p{Zl}\p{Zp}]/gu;
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Removes invisible characters from people's text: control characters and text-direction marks. */
export const visible = (text: string): string => withoutTurns(text.replace(LINE_END, '\n').replace(CONTROL, ''));

/** Defuses addresses, which mail programs would turn into links; they stay readable. */
const withoutLinks = (text: string): string =>
  text.replaceAll('://', '[:]//').replace(/\b(www|mailto)([.:])/gi, '$1[$2]');

const defused = (text: string): string => withoutLinks(visible(text).trim());

/** Quotes people's text, so that no line of it can pass for one of ours. */
export const quoted = (text: string): string => inQuotes(defused(text));

/** Quotes a prompt. Links of its author work; addresses in inserted values do not. */
export const quotedContent = (blocks: readonly PromptBlock[]): string =>
  inQuotes(visible(textOf(mapWords(blocks, withoutOtherLinks))).trim());

/** A link that shows its own target stays as it is: defused, its text would be shown beside the target. */
const withoutOtherLinks = (text: string, span?: Span): string =>
  span && isItsTarget(span) ? text : withoutLinks(text);

const inQuotes = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** The rows of a fact table. Only declared links are links; their address follows the text. */
export const quotedFacts = (rows: readonly FactRow[]): string =>
  inQuotes(
    rows
      .map(({ label, text, url }) => `${defused(`${asLead(label)} ${text}`)}${url === null ? '' : ` ${url}`}`)
      .join('\n'),
  );

/** Pairs of one of our labels and people's text. */
export const quotedPairs = (pairs: readonly (readonly [string, string])[]): string =>
  quoted(pairs.map(([label, value]) => `${asLead(label)} ${value}`).join('\n'));

export const paragraphs = (parts: readonly (string | false | null)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`;
