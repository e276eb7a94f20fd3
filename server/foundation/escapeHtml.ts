const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as it stands in the markup of a page or a mail, between elements and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => ESCAPES[character]!);
