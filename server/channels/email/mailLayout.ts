import type { Speech } from '../../../contract/speech.ts';
import type { FactRow } from '../../../contract/spoken.ts';
import { html, type Content, type Html } from './html.ts';
import { visible } from './plainText.ts';
import type { PromptLook } from './promptHtml.ts';

/**
 * Mail programs are like old browsers: tables for layout, a style on every element, colours that stay readable when a
 * dark mode inverts them. The few rules in the head are for programs that support dark mode and small screens.
 */
const STYLE = html`
  :root { color-scheme: light dark; supported-color-schemes: light dark; } @media (prefers-color-scheme: dark) { .page {
  background: #121316 !important; } .paper { background: #1b1d22 !important; border-color: #32353d !important; } .text {
  color: #ececf0 !important; } .quiet { color: #a6a9b4 !important; } .link { color: #7fc9c8 !important; } .quote {
  border-color: #444854 !important; } .rule { border-color: #32353d !important; } } @media (max-width: 480px) {
  .paper-cell { padding: 24px 20px !important; } }
`;

/** A long name without spaces must not widen the page. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere;';
const FONT = 'font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif;';

const row = (content: Content, space = 0): Html =>
  html`<tr>
    <td style="padding:${space}px 0 0 0;${FONT}">${content}</td>
  </tr> `;

const withLineBreaks = (text: string): Content =>
  text.split('\n').map((line, index) => [index > 0 && html`<br />`, line]);

/** The title line. */
export const titleRow = (title: Content): Html =>
  row(
    html`<h1
      class="text"
      dir="auto"
      style="margin:0;${BREAKS}font-size:22px;line-height:29px;font-weight:600;color:#1c1d21;"
    >
      ${title}
    </h1>`,
  );

export const promptRow = (content: Content): Html => row(html`<div style="${BREAKS}">${content}</div>`);

const MONOSPACE = 'font-family:Consolas,Menlo,monospace;';
const WORDS = `${FONT}font-size:16px;line-height:24px;color:#1c1d21;`;

/** Styles of a prompt's elements: in mails each element needs its own. */
const PROMPT_STYLES: Record<string, { class?: string; style: string }> = {
  p: { class: 'text', style: `margin:12px 0 0 0;${WORDS}` },
  ul: { class: 'text', style: `margin:12px 0 0 0;padding:0 24px;${WORDS}` },
  ol: { class: 'text', style: `margin:12px 0 0 0;padding:0 28px;${WORDS}` },
  li: { style: 'margin:4px 0 0 0;' },
  blockquote: { class: 'quote', style: 'margin:12px 0 0 0;padding:0 0 0 12px;border-left:3px solid #dcdcd6;' },
  pre: {
    class: 'text quote',
    style: `margin:12px 0 0 0;padding:8px 12px;border:1px solid #dcdcd6;border-radius:6px;${MONOSPACE}font-size:14px;line-height:20px;color:#1c1d21;white-space:pre-wrap;`,
  },
  code: { style: `${MONOSPACE}font-size:90%;` },
  // as wide as its longest words, because half a number in a cell misleads; it scrolls inside the card
  wide: { style: 'overflow-x:auto;word-break:normal;overflow-wrap:normal;' },
  table: { style: 'margin:12px 0 0 0;border-collapse:collapse;' },
  th: {
    class: 'text quote',
    style: `padding:4px 10px;border:1px solid #dcdcd6;text-align:start;vertical-align:top;${FONT}font-size:14px;line-height:21px;color:#1c1d21;`,
  },
  a: { class: 'link', style: 'color:#076f6f;' },
};

export const inMail: PromptLook = (name) => PROMPT_STYLES[name === 'td' ? 'th' : name] ?? {};

export const textRow = (text: string): Html =>
  row(
    html`<p class="quiet" dir="auto" style="margin:0;${BREAKS}font-size:14px;line-height:21px;color:#5b5e68;">
      ${withLineBreaks(text)}
    </p>`,
    20,
  );

/** A button that Outlook renders too: the cell has the colour, the link the size. */
export const buttonRow = (href: string, label: string): Html =>
  row(
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
      <tr>
        <td bgcolor="#076f6f" style="border-radius:8px;background:#076f6f;">
          <a
            href="${href}"
            style="display:inline-block;padding:14px 40px;${FONT}font-size:17px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px;"
            >${label}</a
          >
        </td>
      </tr>
    </table>`,
    24,
  );

/** Labels of at most this many characters stay on one line; longer ones, such as questions of a form, leave room for values. */
const WHOLE_LABEL = 20;
const labelStyle = (label: string): string =>
  label.length <= WHOLE_LABEL ? 'white-space:nowrap;' : `width:40%;${BREAKS}`;

export const pairsRow = (pairs: readonly (readonly [string, string])[]): Html => {
  const lines = pairs.map(
    ([label, value]) =>
      html`<tr>
        <td
          class="quiet"
          valign="top"
          style="padding:3px 18px 3px 0;${FONT}font-size:14px;line-height:21px;color:#5b5e68;${labelStyle(label)}"
        >
          <bdi>${label}</bdi>
        </td>
        <td
          class="text"
          valign="top"
          style="padding:3px 0;${FONT}${BREAKS}font-size:14px;line-height:21px;color:#1c1d21;"
        >
          <bdi>${withLineBreaks(value)}</bdi>
        </td>
      </tr>`,
  );
  return row(
    html`<table cellpadding="0" cellspacing="0" border="0">
      ${lines}
    </table>`,
    24,
  );
};

/** A table of facts, one per row; only values declared as links are links. */
export const factsRow = (rows: readonly FactRow[]): Html => {
  const cell = `padding:7px 0;${FONT}font-size:15px;line-height:22px;border-bottom:1px solid #e4e4de;`;
  const lines = rows.map(
    ({ label, text, url }) =>
      html`<tr>
        <th
          class="quiet rule"
          scope="row"
          align="left"
          valign="top"
          style="${cell}padding-right:18px;font-weight:400;color:#5b5e68;width:35%;${BREAKS}"
        >
          <bdi>${visible(label)}</bdi>
        </th>
        <td class="text rule" valign="top" style="${cell}font-weight:600;color:#1c1d21;${BREAKS}">
          <bdi
            >${
              url === null
                ? visible(text)
                : html`<a class="link" href="${url}" style="color:#076f6f;">${visible(text)}</a>`
            }</bdi
          >
        </td>
      </tr>`,
  );
  return row(
    html`<table cellpadding="0" cellspacing="0" border="0" width="100%">
      ${lines}
    </table>`,
    20,
  );
};

export const quoteRow = (title: string, lines: readonly string[]): Html =>
  row(
    html`<p class="quiet" style="margin:0 0 6px 0;${BREAKS}font-size:13px;line-height:20px;color:#5b5e68;">${title}</p>
      <table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">
        <tr>
          <td class="quote" style="border-left:3px solid #dcdcd6;padding:0 0 0 12px;">
            ${lines.map(
              (line) =>
                html`<p
                  class="quiet"
                  dir="auto"
                  style="margin:0;${FONT}${BREAKS}font-size:13px;line-height:20px;color:#5b5e68;"
                >
                  ${line}
                </p>`,
            )}
          </td>
        </tr>
      </table>`,
    24,
  );

export const linkRow = (label: string, href: string): Html =>
  row(html`<a class="link" href="${href}" style="font-size:14px;line-height:21px;color:#076f6f;">${label}</a>`, 20);

/** As wide as the card, whatever is in the rows. */
const allRows = (rows: Content): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="width:100%;table-layout:fixed;"
  >
    ${rows}
  </table>`;

/** @param preview what mail programs show beside the subject */
export function mailDocument(title: string, preview: string, rows: Content, { locale, say }: Speech): string {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f5f5f2;">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preview}</div>
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#f5f5f2"
          style="background:#f5f5f2;"
        >
          <tr>
            <td align="center" style="padding:32px 12px;">
              <table
                role="presentation"
                class="paper"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                bgcolor="#ffffff"
                style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dcdcd6;border-radius:12px;"
              >
                <tr>
                  <td class="paper-cell" align="left" style="padding:36px 40px;">${allRows(rows)}</td>
                </tr>
              </table>
              <p class="quiet" style="margin:16px 0 0 0;${FONT}font-size:12px;line-height:18px;color:#5b5e68;">
                ${say('mail.sentBy')}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html> `.markup;
}
