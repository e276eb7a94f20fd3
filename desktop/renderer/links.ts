import { withoutTail } from '../../contract/addresses.ts';

/** A piece of text: plain text or a link. */
export type Piece = string | { label: string; href: string };

/** `[label](https://…)` as in Markdown, or a bare URL; bounded, so that matching is fast on any text. */
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|https?:\/\/[^\s<>"]{1,2000}/gi;
const LOOKS_LIKE_ADDRESS = /^\s*(https?:|www\.)|^\S+\.\S+$/i;
/** Names of files, such as `Budget.csv`: no address ends in one of these. Those of domains, such as `.md`, are missing. */
const IS_FILE_NAME =
  /^(?!www\.)[^\s/\\:@?#]+\.(csv|docx?|eml|gif|html?|jpe?g|json|msg|od[pst]|pdf|png|pptx?|rtf|svg|txt|vsdx?|xlsx?|xml)$/i;

/**
 * Finds the links in a text; everything else, including Markdown and HTML, stays text. A label that looks like a
 * different address is replaced by the real target; the name of a file is not one.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, label, target] = match;
    const written = target ? whole : withoutTail(whole);
    const href = addressOf(target ?? written);
    if (href === null) continue;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push({ href, label: label && mayLabel(label) ? label : (target ?? written) });
    end = match.index + written.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

const mayLabel = (label: string): boolean => !LOOKS_LIKE_ADDRESS.test(label) || IS_FILE_NAME.test(label);

/** @returns null for invalid URLs */
function addressOf(text: string): string | null {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}
