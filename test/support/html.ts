/** The characters that our pages escape. */
const UNESCAPED: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
};

/** Text or an attribute as a browser reads it. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#96);/g, (entity) => UNESCAPED[entity]!);
