import { withoutTail } from '../../contract/addresses.ts';

/** A piece of what somebody wrote: words as they are, or a link. */
export type Piece = string | { label: string; href: string };

/** `[label](https://…)` as in Markdown, or an address by itself; bounded, so that no text is slow to read. */
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|https?:\/\/[^\s<>"]{1,2000}/gi;
const LOOKS_LIKE_ADDRESS = /^\s*(https?:|www\.)|^\S+\.\S+$/i;

/**
 * Finds the links in a text; everything else, Markdown and HTML too, stays text. A label that looks like an address of
 * its own gives way to where the link really leads.
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

/** @returns null for what no browser could open */
function addressOf(text: string): string | null {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}
