import { escapeHtml, htmlPage } from '../html.ts';
import type { View } from './blockKit.ts';
import type { Member } from './emulator.ts';
import { mrkdwnHtml } from './mrkdwn.ts';
import { PAGE_STYLE } from './pageStyle.ts';
import { blocksHtml } from './render.ts';
import { SLACK_APP } from './slackApp.ts';
import type { MemberScreen, SlackMessage } from './workspace.ts';

export type Tab = 'home' | 'messages';

export interface SlackPage {
  workspaceName: string;
  members: readonly Member[];
  reader: Member;
  desk: MemberScreen;
  tab: Tab;
  /** The number of unseen app messages, by user id. */
  unread: ReadonlyMap<string, number>;
}

const HUE_STEP = 67;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map(([first = '']) => first)
    .join('')
    .slice(0, 2);

const face = (member: Member, members: readonly Member[], more = '') =>
  `<span class="face ${more}" style="--hue: ${(members.indexOf(member) * HUE_STEP) % 360}" aria-hidden="true">${escapeHtml(initials(member.person.displayName))}</span>`;

const APP_FACE = '<span class="face large app" aria-hidden="true">H</span>';

function people({ members, reader, unread, tab }: SlackPage): string {
  const items = members.map((member) => {
    const { person, userId } = member;
    const count = unread.get(userId) ?? 0;
    const badge = count > 0 ? `<span class="count" aria-label="${count} new">${count}</span>` : '';
    return `<li><a href="/?as=${encodeURIComponent(person.key)}${tab === 'home' ? '&amp;tab=home' : ''}"${member === reader ? ' aria-current="true"' : ''}>${face(member, members)}<span class="name">${escapeHtml(person.displayName)}</span>${badge}</a></li>`;
  });
  return `<ul class="people" id="people">${items.join('\n')}</ul>`;
}

/** The page's script converts it to the reader's local time. */
const clock = (ts: string) =>
  `<time class="quiet small" datetime="${new Date(Number(ts) * 1000).toISOString()}" data-format="{time}"></time>`;

function messageHtml(message: SlackMessage, { members, reader }: SlackPage): string {
  const { isFromApp, isEdited, isEphemeral, ts, blocks, text } = message;
  const name = isFromApp ? `${SLACK_APP.name} <span class="tag">APP</span>` : escapeHtml(reader.person.displayName);
  const marks = [
    isEdited ? '<span class="quiet small">(edited)</span>' : '',
    isEphemeral ? '<span class="quiet small">Only visible to you</span>' : '',
  ];
  const nameOf = (userId: string) => members.find((each) => each.userId === userId)?.person.displayName;
  const content =
    blocks.length > 0 ? blocksHtml(blocks, { members, container: { ts } }) : `<p>${mrkdwnHtml(text, nameOf)}</p>`;
  return `<article class="message${isEphemeral ? ' whisper' : ''}" data-message="${escapeHtml(ts)}">
${isFromApp ? APP_FACE : face(reader, members, 'large')}
<div><p class="who"><b>${name}</b> ${clock(ts)} ${marks.join(' ')}</p><div class="blocks">${content}</div></div></article>`;
}

function messages(page: SlackPage): string {
  if (page.desk.messages.length > 0) return page.desk.messages.map((message) => messageHtml(message, page)).join('\n');
  return `<div class="empty"><h3>Nothing here yet</h3>
<p class="quiet">When Handback asks ${escapeHtml(page.reader.person.givenName)} something, it stands here. Try <b>help</b>.</p></div>`;
}

function home({ desk, members, reader }: SlackPage): string {
  if (!desk.home)
    return `<div class="empty"><h3>No home yet</h3><p class="quiet">Handback has not published one for ${escapeHtml(reader.person.givenName)}.</p></div>`;
  return `<div class="blocks">${blocksHtml(desk.home.blocks, { members, container: { viewId: desk.home.id } })}</div>`;
}

function modal(view: View, members: readonly Member[]): string {
  const submit = view.submit
    ? `<button class="button primary" data-submit>${escapeHtml(view.submit.text)}</button>`
    : '';
  return `<dialog data-view="${escapeHtml(view.id)}" data-hash="${escapeHtml(view.hash ?? '')}" aria-labelledby="modal-title">
<form novalidate><header>${APP_FACE}<h2 id="modal-title">${escapeHtml(view.title?.text ?? '')}</h2></header>
<div class="blocks">${blocksHtml(view.blocks, { members, container: { viewId: view.id } })}</div>
<p class="toast" role="alert" hidden></p>
<footer><button type="button" class="button" data-close>${escapeHtml(view.close?.text ?? 'Close')}</button>${submit}</footer></form></dialog>`;
}

const TABS: Record<Tab, string> = { home: 'Home', messages: 'Messages' };

/** One person's Slack: their direct messages with the app, or its home tab, and the open modal. */
export function slackPage(page: SlackPage): string {
  const { reader, desk, tab, members, workspaceName } = page;
  const as = encodeURIComponent(reader.person.key);
  const tabs = (Object.keys(TABS) as Tab[]).map(
    (each) => `<a href="/?as=${as}&amp;tab=${each}"${each === tab ? ' aria-current="page"' : ''}>${TABS[each]}</a>`,
  );
  const say = `<form class="say" id="say" autocomplete="off"><input name="text" aria-label="Message to Handback" placeholder="Message Handback: help, inbox, or /handback" maxlength="3000">
<button class="button">Send</button></form>`;
  const top = desk.modals.at(-1);
  return htmlPage({
    title: `${reader.person.displayName} – Slack in the sandbox`,
    style: PAGE_STYLE,
    head: '<script src="/page.js" defer></script>\n',
    body: `<nav class="side" aria-label="People"><h1>${escapeHtml(workspaceName)}</h1><p class="small">Read and answer as anybody</p>
${people(page)}</nav>
<main class="pane" data-as="${escapeHtml(reader.person.key)}" data-tab="${tab}">
<header class="top"><h2><span class="face app" aria-hidden="true">H</span>Handback <span class="tag">APP</span></h2><p class="quiet small">as ${escapeHtml(reader.person.displayName)}</p>
<nav class="tabs" aria-label="Views">${tabs.join('')}</nav></header>
<section class="content" id="content" aria-live="polite">${tab === 'home' ? home(page) : messages(page)}</section>
${tab === 'messages' ? say : ''}</main>
<div id="modal">${top ? modal(top, members) : ''}</div>
<p class="toast" id="toast" role="alert" hidden></p>`,
  });
}
