import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Speech } from '../../contract/speech.ts';
import { shortened } from '../../contract/wholePart.ts';
import { LIMITS } from './limits.ts';

/** Slack counts UTF-16 units. */
export const fit = shortened;

/** Like `fit`, and says that the rest is in the web client. */
export function fitWithPointer(text: string, max: number, { say }: Speech): string {
  const theRest = say('bot.theRest');
  return text.length <= max ? text : `${fit(text, max - theRest.length).replace(/…$/, '')} ${theRest}`;
}

/**
 * Removes what JSON or Slack cannot carry: lone surrogates, control characters except line breaks, and direction
 * overrides.
 */
export const cleanInside = (text: string): string =>
  withoutTurns(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

const clean = (text: string): string => cleanInside(text).trim();

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ');

/** For text of others: nothing in it is parsed as formatting, mention or link, and emoji short names stay text. */
export const plain = (text: string, max: number = LIMITS.text): PlainTextElement => ({
  type: 'plain_text',
  text: fit(clean(text), max) || '–',
  emoji: false,
});

/** Bold; only for our own text, never for that of others. */
export const strong = (ours: string): MrkdwnElement => ({ type: 'mrkdwn', text: `*${ours}*`, verbatim: true });

/** An instant in the reader's time zone; in UTC if a client cannot render it. */
export function instant(at: string, { say, instant: inWords }: Speech): MrkdwnElement {
  const form = say('slack.instant', { date: '{date_short_pretty}', time: '{time}' });
  const text = `<!date^${Math.floor(Date.parse(at) / 1000)}^${form}|${inWords(at)}>`;
  return { type: 'mrkdwn', text, verbatim: true };
}

/** The text beside the blocks cannot be plain text, so this escapes Slack's markup. */
export const fallback = (text: string): string => {
  const short = fit(oneLine(text), LIMITS.messageText / 8);
  return short.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') || '–';
};
