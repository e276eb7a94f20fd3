const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What our cards say in Markdown: `[words](https://…)`, and nothing else. */
const LINK = /\[([^[\]]+)\]\((https:\/\/[^\s()]+)\)/g;

/** A text of a card as HTML: links as such, all else as it stands. Null where there is no link in it. */
export function linksIn(text: string): string | null {
  const escaped = text.replace(/[&<>"]/g, (sign) => ESCAPED[sign]!);
  const linked = escaped.replace(LINK, '<a href="$2">$1</a>');
  return linked === escaped ? null : linked;
}
