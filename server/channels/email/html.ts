import { escapeHtml } from '../../foundation/escapeHtml.ts';

/** Markup that may stand on a page as it is. Only `html` makes it, so nothing gets there unescaped. */
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

/** Markup with values in it: text is escaped, other markup and lists of it are taken in, nothing and false leave no trace. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

type Attributes = Record<string, string | number | boolean | null | undefined>;

/**
 * One element with attributes that are worked out: true stands without a value; false, null and undefined are left out.
 * Without content it is one that has no end tag, such as `input`.
 */
export function element(name: string, attributes: Attributes, content?: Content): Html {
  const present = Object.entries(attributes).filter(
    ([, value]) => value !== false && value !== null && value !== undefined,
  );
  const pairs = present.map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  const end = content === undefined ? '' : `${toMarkup(content)}</${name}>`;
  return new Html(`<${name}${pairs.join('')}>${end}`);
}

/** A `textarea` and what stands in it; browsers drop one line break after its tag, so there is one to drop. */
export const textareaElement = (attributes: Attributes, text: string): Html =>
  element('textarea', attributes, ['\n', text]);
