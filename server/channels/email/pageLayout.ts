import { headOf } from '../../../contract/promptContent.ts';
import type { Question } from '../../../contract/messages.ts';
import type { Speech } from '../../../contract/speech.ts';
import { element, html, type Content } from './html.ts';
import { promptHtml, spansHtml, type PromptLook } from './promptHtml.ts';

/** Relative to the response page, so that it works under any prefix. */
const STYLE_PATH = 'external-response/style.css';

export const STYLE_ROUTE = `/flow/${STYLE_PATH}`;
export const FORM_ACTION = 'external-response';

/** A whole page in a single column. */
export function page(title: string, body: Content, { locale }: Speech): string {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <main>${body}</main>
        <footer>Handback</footer>
      </body>
    </html> `.markup;
}

/** The title, then the prompt. A title that only repeats the start of the prompt is for screen readers only. */
export function promptHeading(question: Pick<Question, 'title' | 'prompt' | 'content'>): Content {
  const { lead, rest } = headOf(question);
  const heading =
    lead === null
      ? html`<h1 class="visually-hidden">${question.title}</h1>`
      : html`<h1 dir="auto">${spansHtml(lead, BY_SHEET)}</h1>`;
  return html`${heading}${rest.length > 0 && element('div', { class: 'prompt' }, promptHtml(rest, BY_SHEET))}`;
}

const BY_SHEET: PromptLook = (name) => (name === 'wide' ? { class: 'wide' } : {});

/** A question's title above a heading about its answer. */
export const titleAbove = (title: string): Content => html`<p class="hint" dir="auto">${title}</p>`;
