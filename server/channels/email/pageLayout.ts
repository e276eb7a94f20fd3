import type { Speech } from '../../../contract/speech.ts';
import { html, type Content } from './html.ts';

/** Relative to the response page, so that it holds under any prefix. */
const STYLE_PATH = 'external-response/style.css';

export const STYLE_ROUTE = `/flow/${STYLE_PATH}`;
export const FORM_ACTION = 'external-response';

/** A whole page in one calm column. */
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

/** The first line leads, the rest follows as it was written. */
export function promptHeading(prompt: string): Content {
  const [first = '', ...rest] = prompt.trim().split('\n');
  const more = rest.join('\n').trim();
  return html`<h1>${first}</h1>
    ${more && html`<p class="prompt">${more}</p>`}`;
}
