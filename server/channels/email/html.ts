/** Markup that may stand on a page as it is. Only `html` makes it, so nothing gets there unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Content = Html | string | number | false | null | undefined | readonly Content[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => ESCAPES[character]!);

function toMarkup(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(toMarkup).join('');
  return escapeHtml(String(content));
}

/** Markup with values in it: text is escaped, other markup and lists of it are taken in, nothing and false leave no trace. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

/** Attributes in order: true stands without a value; false, null and undefined are left out. */
export function attributes(pairs: Record<string, string | number | boolean | null | undefined>): Html {
  const present = Object.entries(pairs).filter(([, value]) => value !== false && value !== null && value !== undefined);
  const parts = present.map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`,
  );
  return new Html(parts.join(''));
}
