// Renders Slack's rich text as HTML.
import { escapeHtml } from '../html.ts';

interface Words {
  type: string;
  text?: string;
  url?: string;
  style?: { bold?: boolean; italic?: boolean; code?: boolean };
}

/** An element of a rich text block, or a list item in it. */
export interface RichPart {
  type: string;
  elements?: RichPart[];
  style?: unknown;
  indent?: number;
  offset?: number;
}

const isLink = (url: string) => /^(https?:\/\/|mailto:)/i.test(url);

function wordsHtml({ text = '', url, style }: Words): string {
  let words = escapeHtml(text).replace(/\n/g, '<br>');
  if (style?.code) words = `<code>${words}</code>`;
  if (style?.italic) words = `<i>${words}</i>`;
  if (style?.bold) words = `<b>${words}</b>`;
  return url && isLink(url)
    ? `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${words}</a>`
    : words;
}

const allWords = ({ elements = [] }: RichPart): string => (elements as Words[]).map(wordsHtml).join('');

function listHtml({ elements = [], style, indent = 0, offset = 0 }: RichPart): string {
  const [name, start] = style === 'ordered' ? ['ol', ` start="${Number(offset) + 1}"`] : ['ul', ''];
  const items = elements.map((item) => `<li>${allWords(item)}</li>`).join('');
  return `<${name}${start} style="margin:4px 0 4px ${Number(indent) * 24}px;padding-left:24px">${items}</${name}>`;
}

const PARTS: Record<string, (part: RichPart) => string> = {
  rich_text_section: (part) => `<div>${allWords(part)}</div>`,
  rich_text_list: listHtml,
  rich_text_quote: (part) => `<blockquote>${allWords(part)}</blockquote>`,
  rich_text_preformatted: (part) => `<pre>${allWords(part).replaceAll('<br>', '\n')}</pre>`,
};

export const richTextHtml = (parts: readonly RichPart[]): string =>
  `<div>${parts.map((part) => PARTS[part.type]?.(part) ?? '').join('')}</div>`;
