import { nested, trueAddress, type Nested, type PromptBlock, type Span } from '../../../contract/promptContent.ts';
import { element, html, type Content } from './html.ts';

/** The look of a prompt's elements: style sheet classes on our pages, inline styles in mails. */
export type PromptLook = (name: string) => { class?: string; style?: string };

/** A prompt as HTML. Text is escaped, and links go where our parser allowed. */
export const promptHtml = (blocks: readonly PromptBlock[], look: PromptLook): Content =>
  parts(nested(blocks), look, 'auto');

/**
 * The text direction of a block: `auto` follows its first words; nested blocks inherit it, as list markers and quote
 * lines must.
 */
type Way = 'auto' | undefined;

const parts = (all: readonly Nested[], look: PromptLook, dir?: Way): Content =>
  all.map((part) => partHtml(part, look, dir));

function partHtml(part: Nested, look: PromptLook, dir: Way): Content {
  switch (part.kind) {
    case 'quote':
      return element('blockquote', { dir, ...look('blockquote') }, parts(part.children, look));
    case 'list':
      return listHtml(part, look, dir);
    case 'table':
      return tableHtml(part, look);
    case 'code':
      return element('pre', { dir: 'ltr', tabindex: 0, ...look('pre') }, html`<code>${part.text}</code>`);
    case 'heading':
      return element('p', { dir, ...look('p') }, element('strong', {}, spansHtml(part.spans, look)));
    case 'paragraph':
      return element('p', { dir, ...look('p') }, spansHtml(part.spans, look));
  }
}

function listHtml({ start, items }: Extract<Nested, { kind: 'list' }>, look: PromptLook, dir: Way): Content {
  const name = start === undefined ? 'ul' : 'ol';
  const shown = items.map(({ spans, children }) =>
    element('li', look('li'), [spansHtml(spans, look), parts(children, look)]),
  );
  return element(name, { dir, start: start === 1 ? undefined : start, ...look(name) }, shown);
}

function tableHtml({ head, rows }: Extract<Nested, { kind: 'table' }>, look: PromptLook): Content {
  const cell = (name: string, spans: readonly Span[], more: object = {}) =>
    element(name, { dir: 'auto', ...more, ...look(name) }, spansHtml(spans, look));
  const table = element('table', look('table'), [
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head.map((spans) => cell('th', spans, { scope: 'col' })),
      ),
    ),
    element(
      'tbody',
      {},
      rows.map((cells) =>
        element(
          'tr',
          {},
          cells.map((spans) => cell('td', spans)),
        ),
      ),
    ),
  ]);
  return element('div', { tabindex: 0, ...look('wide') }, table);
}

/** Formatted text, which may have several lines. */
export const spansHtml = (spans: readonly Span[], look: PromptLook): Content =>
  spans.map((span) => {
    const { text, strong, emphasis, code, href } = span;
    let words: Content = text.split('\n').map((line, index) => [index > 0 && html`<br />`, line]);
    if (code) words = element('code', look('code'), words);
    if (emphasis) words = element('em', {}, words);
    if (strong) words = element('strong', {}, words);
    if (href === undefined) return words;
    const link = element('a', { href, rel: 'noopener noreferrer', target: '_blank', ...look('a') }, words);
    const address = trueAddress(span);
    return [link, address !== null && html` <bdi dir="ltr">(${address})</bdi>`];
  });
