import type { Button, HomeView, KnownBlock } from '@slack/types';
import type { Question } from '../../contract/messages.ts';
import { ENGLISH_SPEECH, type Speech } from '../../contract/speech.ts';
import { fieldLabel } from '../../contract/spoken.ts';
import { helpLines, singleField } from '../shared/words.ts';
import { actions, link, quiet, section, withLink } from './blocks.ts';
import { LIMITS, type SlackMessage } from './limits.ts';
import { whyNoForm } from './modal.ts';
import { choiceButtons, formButton, inlineChoices } from './render.ts';
import { fallback, fit, instant, oneLine, plain } from './text.ts';

export interface InboxItem {
  question: Question;
  /** Null if none could be issued; only the web client remains. */
  token: string | null;
}

const IN_MESSAGE = 10;
const AT_HOME = 25;
const TITLE_CHARACTERS = 150;
const NAME_CHARACTERS = 60;

/** Adds the question to the accessible label of a button, because a list has many equal ones. */
const about =
  (title: string) =>
  (button: Button): Button => ({
    ...button,
    accessibility_label: fit(`${button.text.text}: ${oneLine(title)}`, LIMITS.accessibilityLabel),
  });

/** One question in three lines: title, deadline and asker, and buttons. `first` is the number of its first button. */
function itemBlocks(
  { question, token }: InboxItem,
  { first, nativePickers, speech }: { first: number; nativePickers: boolean; speech: Speech },
): { blocks: KnownBlock[]; buttons: number } {
  const { title, flowName, requester, expiresAt, webUrl } = question;
  const { say } = speech;
  const isForWeb = token === null || whyNoForm(question, nativePickers, speech) !== null;
  const choices = isForWeb ? null : inlineChoices(question, speech);
  const buttons = choices && token !== null ? choiceButtons(question, choices, { token, speech, first }) : [];
  const form = isForWeb || choices || token === null ? [] : [formButton(question, token, speech)];
  const facts = say('slack.about', {
    flow: fit(oneLine(flowName), NAME_CHARACTERS),
    who: fit(oneLine(requester), NAME_CHARACTERS),
  });
  const open = link(webUrl, say('message.open'));
  const asked = choices && question.inputType === 'form' ? fieldLabel(singleField(question)!, speech) : '';
  const blocks: KnownBlock[] = [
    section([fit(oneLine(title), TITLE_CHARACTERS), fit(oneLine(asked), TITLE_CHARACTERS)].filter(Boolean).join('\n')),
    quiet(plain(facts), instant(expiresAt, speech)),
    actions(...[...buttons, ...form, open].map(about(title))),
  ];
  return { blocks, buttons: buttons.length };
}

/** All that waits for a person. */
interface WholeInbox {
  /** How many questions there are in all, if not all were read. */
  total?: number;
  /** Where the web client lists them. */
  inboxUrl: string;
}

const totalOf = (items: readonly InboxItem[], { total = items.length }: WholeInbox): number => total;

function listBlocks(
  items: readonly InboxItem[],
  { most, nativePickers, speech, whole }: { most: number; nativePickers: boolean; speech: Speech; whole: WholeInbox },
): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let buttons = 0;
  for (const item of items.slice(0, most)) {
    const drawn = itemBlocks(item, { first: buttons, nativePickers, speech });
    blocks.push(...drawn.blocks);
    buttons += drawn.buttons;
  }
  if (items.length <= most) return blocks;
  const more = speech.say('bot.inboxMore', { count: totalOf(items, whole) - most });
  return [...blocks, withLink(more, whole.inboxUrl, speech.say('message.open'))];
}

/**
 * Marks a list, because Slack sends block ids with presses; distinguishes a list of one question from that question's
 * copy.
 */
export const LIST_BLOCK = 'inbox';

const titleBlock = (count: number, { say }: Speech): KnownBlock => ({
  type: 'header',
  block_id: LIST_BLOCK,
  text: plain(say('bot.inbox', { count }), LIMITS.header),
});

/** A person's pending questions as one compact message: up to ten, with buttons if a press can answer. */
export const inboxMessage = (
  items: readonly InboxItem[],
  whole: WholeInbox,
  nativePickers = false,
  speech: Speech = ENGLISH_SPEECH,
): SlackMessage => ({
  text: fallback(speech.say('bot.inbox', { count: totalOf(items, whole) })),
  blocks: [
    titleBlock(totalOf(items, whole), speech),
    ...listBlocks(items, { most: IN_MESSAGE, nativePickers, speech, whole }),
  ],
});

/** The App Home tab: the same, longer, with the bot's commands. */
export const homeView = (
  items: readonly InboxItem[],
  whole: WholeInbox,
  nativePickers = false,
  speech: Speech = ENGLISH_SPEECH,
): HomeView => ({
  type: 'home',
  blocks: [
    titleBlock(totalOf(items, whole), speech),
    ...listBlocks(items, { most: AT_HOME, nativePickers, speech, whole }),
    { type: 'divider' },
    quiet(plain(helpLines(speech).join('\n'))),
  ],
});

/** The reply to `help`. */
export const helpMessage = (speech: Speech = ENGLISH_SPEECH): SlackMessage => ({
  text: fallback(speech.say('bot.help')),
  blocks: [section(helpLines(speech).join('\n'))],
});
