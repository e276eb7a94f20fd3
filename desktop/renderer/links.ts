/** A piece of what somebody wrote: words as they are, or a link. */
export type Piece = string | { label: string; href: string };

/** `[label](https://…)` as in Markdown, or an address by itself; bounded, so that no text is slow to read. */
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,2000})\)|https?:\/\/[^\s<>"]{1,2000}/gi;
const AFTER_ADDRESS = /[.,;:!?'*_)\]}]+$/;
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

/** A full stop or bracket behind an address belongs to the sentence, unless the bracket was opened inside of it. */
function withoutTail(address: string): string {
  const tail = AFTER_ADDRESS.exec(address)?.[0] ?? '';
  const isOpened = tail.startsWith(')') && address.slice(0, -tail.length).includes('(');
  return address.slice(0, address.length - tail.length + (isOpened ? 1 : 0));
}

/** @returns null for what no browser could open */
function addressOf(text: string): string | null {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}
