import { escapeHtml } from '../../foundation/escapeHtml.ts';

/** Safe markup. Only `html` creates it, so nothing gets onto a page unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Content = Html | string | number | false | null | undefined | readonly Content[];

function toMarkup(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(toMarkup).join('');
  return escapeHtml(String(content));
}

/** Markup with inserted values: text is escaped, markup and lists are inserted, null and false add nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

type Attributes = Record<string, string | number | boolean | null | undefined>;

/**
 * One element. An attribute that is true has no value; false, null and undefined are left out. Without content it has
 * no end tag, such as `input`.
 */
export function element(name: string, attributes: Attributes, content?: Content): Html {
  const present = Object.entries(attributes).filter(
    ([, value]) => value !== false && value !== null && value !== undefined,
  );
  const pairs = present.map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  const end = content === undefined ? '' : `${toMarkup(content)}</${name}>`;
  return new Html(`<${name}${pairs.join('')}>${end}`);
}

/** A `textarea` with its content; browsers drop a line break after the tag, so one is added. */
export const textareaElement = (attributes: Attributes, text: string): Html =>
  element('textarea', attributes, ['\n', text]);

/** A link that leaves a form, and what was typed into it, where it is. */
export const linkElsewhere = (href: string, text: Content): Html =>
  element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
