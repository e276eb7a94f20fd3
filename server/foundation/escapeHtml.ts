const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Escapes text for HTML, both element content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => ESCAPES[character]!);
