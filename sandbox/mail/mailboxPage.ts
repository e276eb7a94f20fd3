import { escapeHtml, htmlPage } from '../html.ts';
import type { CaughtMail, MailAddress } from './mailCatcher.ts';

export const VIEWS = ['html', 'text', 'headers'] as const;
export type View = (typeof VIEWS)[number];
const VIEW_NAMES: Record<View, string> = { html: 'Mail', text: 'Plain text', headers: 'Headers' };

const REFRESH_SECONDS = 5;

const STYLE = `
  body { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
  .bar { display: flex; flex-wrap: wrap; gap: 8px 10px; align-items: center; padding: 14px 20px; border-bottom: 1px solid var(--line); background: var(--card); }
  .bar h1 { flex: 1; min-width: 11rem; } .bar h1 a { color: inherit; text-decoration: none; }
  .bar form { margin: 0; }
  .plain { padding: 5px 13px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; font-size: .85rem; text-decoration: none; cursor: pointer; }
  .plain:hover { border-color: var(--accent); color: var(--accent); }
  .panes { flex: 1; min-height: 0; display: flex; }
  .list { flex: 0 0 360px; margin: 0; padding: 8px; overflow-y: auto; border-right: 1px solid var(--line); list-style: none; }
  .list a { display: block; padding: 10px 14px; border-radius: 10px; color: inherit; text-decoration: none; }
  .list a:hover { background: var(--accent-soft); }
  .list a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
  .line { display: flex; justify-content: space-between; gap: 12px; }
  .line > :first-child, .subject { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .line > :last-child { flex: none; }
  .subject { display: block; font-weight: 600; } .small { font-size: .82rem; }
  .mail { flex: 1; min-width: 0; display: flex; flex-direction: column; padding: 20px 24px; overflow-y: auto; }
  .mail h2 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
  .mail p { overflow-wrap: anywhere; }
  .views { display: flex; gap: 4px; margin: 16px 0 0; border-bottom: 1px solid var(--line); }
  .views a { padding: 6px 14px; border-bottom: 2px solid transparent; color: var(--quiet); text-decoration: none; }
  .views a[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }
  iframe { flex: 1; min-height: 420px; width: 100%; margin-top: 14px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
  pre { margin: 14px 0 0; padding: 16px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, Consolas, monospace; }
  .headers { width: 100%; margin-top: 14px; border-collapse: collapse; font-size: .88rem; }
  .headers th { padding: 5px 16px 5px 0; text-align: left; vertical-align: top; font-weight: 500; color: var(--quiet); white-space: nowrap; }
  .headers td { padding: 5px 0; overflow-wrap: anywhere; white-space: pre-line; }
  .empty { margin: auto; padding: 40px 20px; text-align: center; }
  .back { display: none; margin-bottom: 12px; }
  @media (max-width: 820px) {
    body { height: auto; } .panes { display: block; } .list { border: 0; }
    .is-open .list { display: none; } .panes:not(.is-open) .mail { display: none; }
    .mail { padding: 16px; } .back { display: inline-block; } iframe { height: 70vh; }
  }
`;

const nameOf = ({ name, address }: MailAddress) => name || address || 'nobody';
const fullName = ({ name, address }: MailAddress) => (name ? `${name} <${address}>` : address);
const names = (addresses: MailAddress[]) => addresses.map(nameOf).join(', ');
const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`;
const subjectOf = ({ subject }: CaughtMail) => escapeHtml(subject || '(no subject)');
const size = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`);

const listItem = (
  mail: CaughtMail,
  isOpen: boolean,
) => `<li><a href="/mail/${mail.id}"${isOpen ? ' aria-current="true"' : ''}>
<span class="line"><span>${escapeHtml(names(mail.to))}</span><span class="quiet small">${time(mail.date)}</span></span>
<span class="subject">${subjectOf(mail)}</span></a></li>`;

const headersTable = ({ headers }: CaughtMail) =>
  `<table class="headers">${Object.entries(headers)
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join('')}</table>`;

/** The mail's HTML in a frame without scripts, whose links open in a new tab outside the frame's sandbox. */
const htmlFrame = ({ id }: CaughtMail) =>
  `<iframe title="The mail" src="/mail/${id}/html" referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;

const CONTENT: Record<View, (mail: CaughtMail) => string> = {
  html: htmlFrame,
  text: ({ text }) => `<pre class="card">${escapeHtml(text)}</pre>`,
  headers: headersTable,
};

function openMail(mail: CaughtMail, view: View): string {
  const views = VIEWS.filter((each) => each !== 'html' || mail.html !== null);
  const tab = (each: View) =>
    `<a href="/mail/${mail.id}?view=${each}"${each === view ? ' aria-current="page"' : ''}>${VIEW_NAMES[each]}</a>`;
  const attachments = mail.attachments.map(({ filename, bytes }) => `${filename} (${size(bytes)})`).join(', ');
  return `<a class="back" href="/">All mails</a>
<h2>${subjectOf(mail)}</h2>
<p class="quiet small">From ${escapeHtml(fullName(mail.from))}<br>To ${escapeHtml(mail.to.map(fullName).join(', '))}<br>${time(mail.date)} UTC</p>
${attachments ? `<p class="quiet small">Attached: ${escapeHtml(attachments)}</p>` : ''}
<nav class="views" aria-label="Views">${views.map(tab).join('')}</nav>
${CONTENT[view](mail)}`;
}

export interface MailboxPage {
  mails: CaughtMail[];
  open?: { mail: CaughtMail; view: View };
  isRefreshing: boolean;
}

/** The inbox, with at most one open mail. */
export function mailboxPage({ mails, open, isRefreshing }: MailboxPage): string {
  const list = mails.map((mail) => listItem(mail, mail === open?.mail)).join('\n');
  const nothing =
    mails.length === 0
      ? '<div class="empty"><h1>No mail yet</h1><p class="quiet">Whatever Handback sends lands here, whoever it is for.</p></div>'
      : '<div class="empty quiet">Choose a mail.</div>';
  const refresh = isRefreshing
    ? `<a class="plain" href="/?refresh=off" title="The list refreshes every ${REFRESH_SECONDS} seconds">Pause</a>`
    : `<a class="plain" href="/">Refresh</a>`;
  return htmlPage({
    title: open ? open.mail.subject || 'Mail' : `Mailbox (${mails.length})`,
    style: STYLE,
    head: isRefreshing ? `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">\n` : '',
    body: `<header class="bar"><h1><a href="/">Sandbox mailbox</a></h1>
<span class="quiet small">${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}, newest first</span>${refresh}
<form method="post" action="/clear"><button class="plain">Delete all</button></form></header>
<main class="panes${open || mails.length === 0 ? ' is-open' : ''}">
${mails.length > 0 ? `<ul class="list">${list}</ul>` : ''}
<section class="mail">${open ? openMail(open.mail, open.view) : nothing}</section>
</main>`,
  });
}

/** The mail's HTML for its frame; every link opens in a new tab. */
export function frameDocument(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}
