import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Speech } from '../../contract/speech.ts';
import { LIMITS } from './limits.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Enough to see whether what stands at the end of a cut goes on behind it. */
const AHEAD = 64;

/** At most `max` UTF-16 units, cut between characters as people see them, with an ellipsis where something is missing. */
export function fit(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = graphemes.segment(text.slice(0, max + AHEAD)).containing(max - 1)!.index;
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}

/** The same for a text that goes on behind the link to the web client, and says so. */
export function fitWithPointer(text: string, max: number, { say }: Speech): string {
  const theRest = say('bot.theRest');
  return text.length <= max ? text : `${fit(text, max - theRest.length).replace(/…$/, '')} ${theRest}`;
}

/** What JSON and Slack carry: no halves of characters, no controls but line breaks, and none that turn the direction. */
export const cleanInside = (text: string): string =>
  withoutTurns(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

const clean = (text: string): string => cleanInside(text).trim();

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');

/** For texts of others. Nothing in it is read as formatting, mention or link; short names for emoji stay as they are. */
export const plain = (text: string, max: number = LIMITS.text): PlainTextElement => ({
  type: 'plain_text',
  text: fit(clean(text), max) || '–',
  emoji: false,
});

/** For words of our own only: what others wrote never stands in one. */
export const strong = (ours: string): MrkdwnElement => ({ type: 'mrkdwn', text: `*${ours}*`, verbatim: true });

/** An instant in the reader's own time zone; in UTC where a client cannot say it. */
export function instant(at: string, { say, instant: inWords }: Speech): MrkdwnElement {
  const form = say('slack.instant', { date: '{date_short_pretty}', time: '{time}' });
  const text = `<!date^${Math.floor(Date.parse(at) / 1000)}^${form}|${inWords(at)}>`;
  return { type: 'mrkdwn', text, verbatim: true };
}

/** The text beside the blocks cannot be plain, so that Slack's own marks are taken out of it. */
export const fallback = (text: string): string => {
  const short = fit(oneLine(text), LIMITS.messageText / 8);
  return short.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') || '–';
};
