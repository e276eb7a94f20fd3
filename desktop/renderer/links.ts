import { withoutTail } from '../../contract/addresses.ts';

/** A piece of text: plain text or a link. */
export type Piece = string | { label: string; href: string };

/** `[label](https://…)` as in Markdown, or a bare URL; bounded, so that matching is fast on any text. */
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|https?:\/\/[^\s<>"]{1,2000}/gi;
const LOOKS_LIKE_ADDRESS = /^\s*(https?:|www\.)|^\S+\.\S+$/i;

/**
 * Finds the links in a text; everything else, including Markdown and HTML, stays text. A label that looks like a
 * different address is replaced by the real target.
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
    pieces.push({ href, label: label && !LOOKS_LIKE_ADDRESS.test(label) ? label : (target ?? written) });
    end = match.index + written.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** @returns null for invalid URLs */
function addressOf(text: string): string | null {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}
