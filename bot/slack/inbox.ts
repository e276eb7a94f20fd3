import type { Button, HomeView, KnownBlock } from '@slack/types';
import type { Question } from '../../contract/messages.ts';
import { ANSWER_IN_WEB, HELP, inboxMore, inboxTitle } from '../shared/words.ts';
import { actions, link, quiet, section, withLink } from './blocks.ts';
import { LIMITS, type SlackMessage } from './limits.ts';
import { whyNoForm } from './modal.ts';
import { choiceButtons, formButton, inlineChoices } from './render.ts';
import { fallback, fit, instant, oneLine, plain } from './text.ts';

export interface InboxItem {
  question: Question;
  /** Null where none could be issued: the web client is left. */
  token: string | null;
}

const IN_MESSAGE = 10;
const AT_HOME = 25;
const PROMPT_CHARACTERS = 150;
const NAME_CHARACTERS = 60;

/** A list has many buttons that read alike: whoever hears them hears the question too. */
const about =
  (prompt: string) =>
  (button: Button): Button => ({
    ...button,
    accessibility_label: fit(`${button.text.text}: ${oneLine(prompt)}`, LIMITS.accessibilityLabel),
  });

/** One question in three lines: what, by when and for whom, and how to answer. `first` numbers its buttons. */
function itemBlocks(
  { question, token }: InboxItem,
  { first, nativePickers }: { first: number; nativePickers: boolean },
): { blocks: KnownBlock[]; buttons: number } {
  const { prompt, flowName, requester, expiresAt, webUrl } = question;
  const isForWeb = token === null || whyNoForm(question, nativePickers) !== null;
  const choices = isForWeb ? null : inlineChoices(question);
  const buttons = choices && token !== null ? choiceButtons(question, choices, token, first) : [];
  const form = isForWeb || choices || token === null ? [] : [formButton(question, token)];
  const facts = `${fit(oneLine(flowName), NAME_CHARACTERS)} · asked by ${fit(oneLine(requester), NAME_CHARACTERS)} · answer by`;
  const blocks: KnownBlock[] = [
    section(oneLine(prompt), PROMPT_CHARACTERS),
    quiet(plain(facts), instant(expiresAt)),
    actions(...[...buttons, ...form, link(webUrl, isForWeb ? ANSWER_IN_WEB : 'Open')].map(about(prompt))),
  ];
  return { blocks, buttons: buttons.length };
}

function listBlocks(
  items: readonly InboxItem[],
  { most, nativePickers }: { most: number; nativePickers: boolean },
): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let buttons = 0;
  for (const item of items.slice(0, most)) {
    const drawn = itemBlocks(item, { first: buttons, nativePickers });
    blocks.push(...drawn.blocks);
    buttons += drawn.buttons;
  }
  const [next] = items.slice(most);
  return next ? [...blocks, withLink(inboxMore(items.length - most), next.question.webUrl)] : blocks;
}

const titleBlock = (count: number): KnownBlock => ({
  type: 'header',
  text: plain(inboxTitle(count), LIMITS.header),
});

/** What waits for a person, as one compact message: up to ten questions, with buttons where a press can answer. */
export const inboxMessage = (items: readonly InboxItem[], nativePickers = false): SlackMessage => ({
  text: fallback(inboxTitle(items.length)),
  blocks: [titleBlock(items.length), ...listBlocks(items, { most: IN_MESSAGE, nativePickers })],
});

/** The App Home tab: the same, longer, and what the bot understands. */
export const homeView = (items: readonly InboxItem[], nativePickers = false): HomeView => ({
  type: 'home',
  blocks: [
    titleBlock(items.length),
    ...listBlocks(items, { most: AT_HOME, nativePickers }),
    { type: 'divider' },
    quiet(plain(HELP.join('\n'))),
  ],
});

/** What the bot understands, in answer to `help`. */
export const helpMessage = (): SlackMessage => ({ text: fallback(HELP[0]), blocks: [section(HELP.join('\n'))] });
