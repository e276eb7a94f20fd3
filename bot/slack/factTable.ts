import type { KnownBlock, MrkdwnElement } from '@slack/types';
import type { Outcome, Question } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { factRows } from '../../contract/spoken.ts';
import { facts, type Fact } from './blocks.ts';
import { LIMITS } from './limits.ts';
import { oneLine, plain } from './text.ts';

const CHARACTERS = { label: 60, value: 160 };
/** Of the addresses of all links together; what has no room here is behind the link to the web client. */
const LINK_CHARACTERS = 1000;
/** Below a long table there is still room for so much of the prompt. */
const LEAST_PROMPT = 400;

/** The key figures of a question. What others wrote stands in plain text; a link is its address, which says where it leads. */
export function factTable(message: Question | Outcome, speech: Speech): KnownBlock[] {
  let room = LINK_CHARACTERS;
  const rows = factRows(message, speech).map(({ label, text, url }): Fact => {
    const link = url === null ? null : linkTo(url);
    if (!link || link.text.length > room)
      return [plain(oneLine(label), CHARACTERS.label), plain(oneLine(text), CHARACTERS.value)];
    room -= link.text.length;
    return [plain(oneLine(`${label}: ${text}`), CHARACTERS.label + CHARACTERS.value), link];
  });
  return facts(rows);
}

/** How long the text above a table may be, so that both fit into a message. */
export function roomBeside(message: Question | Outcome, speech: Speech): number {
  const rows = factRows(message, speech);
  const links = Math.min(
    LINK_CHARACTERS,
    rows.reduce((sum, { url }) => sum + 2 * (url?.length ?? 0), 0),
  );
  return Math.max(LEAST_PROMPT, LIMITS.text - rows.length * (CHARACTERS.label + CHARACTERS.value) - links);
}

/** Percent signs, letters and a few signs are all that a parsed address holds; the rest is written so that it ends nothing. */
function linkTo(url: string): MrkdwnElement {
  const { href, host } = new URL(url);
  const address = href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('&', '&amp;');
  return { type: 'mrkdwn', text: `<${address}|${host}>`, verbatim: true };
}
