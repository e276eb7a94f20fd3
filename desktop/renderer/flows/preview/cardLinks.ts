const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The only Markdown in our cards: `[words](https://…)`. */
const LINK = /\[([^[\]]+)\]\((https:\/\/[^\s()]+)\)/g;

/** A card's text as HTML with links; null if it contains none. */
export function linksIn(text: string): string | null {
  const escaped = text.replace(/[&<>"]/g, (sign) => ESCAPED[sign]!);
  const linked = escaped.replace(LINK, '<a href="$2">$1</a>');
  return linked === escaped ? null : linked;
}
