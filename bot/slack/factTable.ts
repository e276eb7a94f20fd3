import type { KnownBlock, MrkdwnElement } from '@slack/types';
import type { Outcome, Question } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { factRows } from '../../contract/spoken.ts';
import { asLead } from '../../contract/asLead.ts';
import { facts, type Fact } from './blocks.ts';
import { LIMITS } from './limits.ts';
import { oneLine, plain } from './text.ts';

const CHARACTERS = { label: 60, value: 160 };
/** The total length of all link URLs; links beyond it are only in the web client. */
const LINK_CHARACTERS = 1000;
/** The least room for the prompt beside a long table. */
const LEAST_PROMPT = 400;

/**
 * The key figures of a question. Text of others is plain text; a link shows its host, so that its target is visible.
 */
export function factTable(message: Question | Outcome, speech: Speech): KnownBlock[] {
  let room = LINK_CHARACTERS;
  const rows = factRows(message, speech).map(({ label, text, url }): Fact => {
    const link = url === null ? null : linkTo(url);
    if (!link || link.text.length > room)
      return [plain(oneLine(label), CHARACTERS.label), plain(oneLine(text), CHARACTERS.value)];
    room -= link.text.length;
    const named = text === new URL(url!).host ? label : `${asLead(label)} ${text}`; // the link shows the host already
    return [plain(oneLine(named), CHARACTERS.label + CHARACTERS.value), link];
  });
  return facts(rows);
}

/** The room for the text above a table, so that both fit into a message. */
export function roomBeside(message: Question | Outcome, speech: Speech): number {
  const rows = factRows(message, speech);
  const links = Math.min(
    LINK_CHARACTERS,
    rows.reduce((sum, { url }) => sum + 2 * (url?.length ?? 0), 0),
  );
  return Math.max(LEAST_PROMPT, LIMITS.text - rows.length * (CHARACTERS.label + CHARACTERS.value) - links);
}

/** Escapes the characters of a parsed URL that could end the link early. */
function linkTo(url: string): MrkdwnElement {
  const { href, host } = new URL(url);
  const address = href.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('&', '&amp;');
  return { type: 'mrkdwn', text: `<${address}|${host}>`, verbatim: true };
}
