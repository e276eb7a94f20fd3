// Converts Slack's mrkdwn to HTML: escapes everything, and renders only what Slack parses as formatting, link, mention
// or date.
import { escapeHtml } from '../html.ts';
import type { TextObject } from './blockKit.ts';

/**
 * Placeholders for finished HTML while the rest is still text; private-use characters, which messages do not contain.
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const decode = (text: string) => text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity]!);

const mention = (text: string) => `<span class="mention">${escapeHtml(text)}</span>`;
const isLink = (url: string) => /^(https?:\/\/|mailto:)/i.test(url);
const anchor = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(label)}</a>`;

/** An instant that the page shows in the reader's time zone; without scripts, the app's fallback text. */
function date(inside: string, fallback: string): string {
  const [seconds = '', format = ''] = inside.split('^');
  const at = new Date(Number(seconds) * 1000);
  if (!/^\d+$/.test(seconds) || Number.isNaN(at.getTime())) return escapeHtml(fallback);
  return `<time datetime="${at.toISOString()}" data-format="${escapeHtml(format)}">${escapeHtml(fallback)}</time>`;
}

/** The content of angle brackets. */
function control(inside: string, nameOf: (userId: string) => string | undefined): string {
  const [target = '', label] = decode(inside).split('|', 2);
  if (target.startsWith('!date^')) return date(target.slice('!date^'.length), label ?? '');
  if (target.startsWith('@')) return mention(`@${nameOf(target.slice(1)) ?? label ?? target.slice(1)}`);
  if (target.startsWith('#')) return mention(`#${label ?? target.slice(1)}`);
  if (target.startsWith('!')) return mention(`@${label ?? target.slice(1)}`);
  return isLink(target) ? anchor(target, label ?? target) : escapeHtml(`<${decode(inside)}>`);
}

/** Code blocks, inline code and angle brackets, in which nothing is formatted. */
const FINISHED = /```\n?([\s\S]+?)\n?```|`([^`\n]+)`|<([^<>\n]+)>/g;

const BEFORE = String.raw`(^|[\s(\[{"'.,;:!?>–-])`;
const AFTER = String.raw`(?=$|[\s)\]}"'.,;:!?<–-])`;
const span = (mark: string) => new RegExp(`${BEFORE}${mark}(?!\\s)([^\\n]*?[^\\s])${mark}${AFTER}`, 'gm');
const SPANS: [RegExp, string][] = [
  [span('\\*'), 'b'],
  [span('_'), 'i'],
  [span('~'), 's'],
];

const quoted = (html: string) =>
  html.replace(/(?:^|(?<=\n))&gt; ?[^\n]*(?:\n&gt; ?[^\n]*)*/g, (lines) => {
    const inside = lines.replace(/^&gt; ?/gm, '');
    return `<blockquote>${inside}</blockquote>`;
  });

/** @param nameOf the name of a person by Slack user id */
export function mrkdwnHtml(text: string, nameOf: (userId: string) => string | undefined): string {
  const finished: string[] = [];
  const keep = (html: string) => `${OPEN}${finished.push(html) - 1}${CLOSE}`;
  const held = text
    .replace(/[\uE000\uE001]/g, '')
    .replace(FINISHED, (_all, block?: string, code?: string, inside?: string) => {
      if (block !== undefined) return keep(`<pre>${escapeHtml(decode(block))}</pre>`);
      return keep(code !== undefined ? `<code>${escapeHtml(decode(code))}</code>` : control(inside!, nameOf));
    });
  const escaped = escapeHtml(decode(held));
  const formatted = SPANS.reduce((html, [pattern, tag]) => html.replace(pattern, `$1<${tag}>$2</${tag}>`), escaped);
  return quoted(formatted)
    .replace(/\n/g, '<br>')
    .replace(new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g'), (_all, index: string) => finished[Number(index)]!);
}

/** A text object as HTML; plain text is only escaped. */
export function textHtml(object: TextObject | undefined, nameOf: (userId: string) => string | undefined): string {
  if (!object) return '';
  if (object.type === 'mrkdwn') return mrkdwnHtml(object.text, nameOf);
  return escapeHtml(object.text).replace(/\n/g, '<br>');
}
