import { withoutTurns } from '../../contract/cleanText.ts';
import type { Speech } from '../../contract/speech.ts';
import { cutWithPointer } from '../shared/words.ts';

const ZERO_WIDTH = '\u200b';

/** Text that every client can receive and show. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}|\0/gu, '\ufffd');

/**
 * People's text for places without Markdown, such as a text run. Removes characters that cannot be displayed and direction
 * overrides, and breaks up what Teams parses everywhere: mentions and dates.
 */
export function plain(text: string): string {
  return withoutTurns(wellFormed(text))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/<(?=\/?\s*at\b)/gi, `<${ZERO_WIDTH}`)
    .replace(/\{(?=\{)/g, `{${ZERO_WIDTH}`);
}

const HARMLESS_SIGNS: Record<string, string> = { '*': '\u2217', '`': '\u02cb', '\\': '\u29f5' };

/**
 * One line of people's text for places that only some clients parse as Markdown, such as the title of a choice. Other
 * clients would show a backslash, so this replaces Markdown characters with similar-looking ones.
 */
export function unmarked(text: string): string {
  return plain(text)
    .replace(/\s+/g, ' ')
    .replace(/[*`\\]/g, (sign) => HARMLESS_SIGNS[sign]!)
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, (line) => '\uff3f'.repeat(line.length))
    .replace(/\](?=[([])/g, `]${ZERO_WIDTH}`)
    .replace(/~(?=~)/g, `~${ZERO_WIDTH}`)
    .replace(/<(?=[\p{L}/!?])/gu, `<${ZERO_WIDTH}`)
    .replace(/&(?=[#\w])/g, `&${ZERO_WIDTH}`)
    .replace(/:(?=\/\/)/g, `:${ZERO_WIDTH}`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}${ZERO_WIDTH}.`)
    .trim()
    .replace(/^(?=[#>]|([-+]|\d+[.)])(\s|$))/, ZERO_WIDTH);
}

/** The lines of a text; if it was cut, the last one says where the rest is. */
export function linesOf(text: string, room: { characters: number; lines: number }, speech: Speech): string[] {
  const all = plain(text).trim();
  const few = all.split('\n').slice(0, room.lines).join('\n');
  const kept = cutWithPointer(few, room.characters, speech);
  const told = kept === few && few.length < all.length ? `${few} ${speech.say('bot.theRest')}` : kept;
  return told
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** An instant that Teams renders in the reader's time zone and format. */
export function whenOf(at: string): string {
  const instant = `${new Date(at).toISOString().slice(0, 19)}Z`;
  return `{{DATE(${instant}, SHORT)}}, {{TIME(${instant})}}`;
}
