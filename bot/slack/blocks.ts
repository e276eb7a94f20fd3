import type { ActionsBlock, Button, KnownBlock, SectionBlock, TextObject } from '@slack/types';
import type { Speech } from '../../contract/speech.ts';
import { cutContent, lengthOf } from '../../contract/cutContent.ts';
import type { Question } from '../../contract/messages.ts';
import { headOf, textOf, wordsOf, type PromptBlock, type Span } from '../../contract/promptContent.ts';
import { LIMITS } from './limits.ts';
import { richText } from './richText.ts';
import { fitWithPointer, oneLine, plain, strong } from './text.ts';

/** Only acknowledged: Slack also reports presses of link buttons. */
export const OPEN_WEB_ACTION = 'open_web';
export const OPEN_FORM_ACTION = 'open_form';
export const ANSWER_ACTION = 'answer';
export const NOTICE_ACTION = 'act';

export const section = (text: string, max: number = LIMITS.text): SectionBlock => ({
  type: 'section',
  text: plain(text, max),
});

/** The heading of a question, then its prompt: as plain text, or as rich text if it has formatting. */
export function leadQuestion(
  question: Pick<Question, 'title' | 'prompt' | 'content'>,
  speech: Speech,
  max: number = LIMITS.text,
): KnownBlock[] {
  const { lead: words, rest } = headOf(question);
  if (isPlain([...(words ?? []), ...rest.flatMap(marksOf)]))
    return lead([words && wordsOf(words), textOf(rest)].filter(Boolean).join('\n'), speech, max);
  const title = words && wordsOf(words);
  const isHeading = title !== null && isPlain(words!.map(({ href }) => ({ text: '', ...(href && { href }) })));
  const head = cutContent(title === null || isHeading ? [] : [{ kind: 'heading', spans: words! }], { characters: max });
  const room = max - (isHeading ? title.length : head.blocks.reduce((sum, block) => sum + lengthIn(block), 0));
  const { blocks, isCut } = cutContent(rest, { characters: room, lines: PROMPT_LINES });
  return [
    ...(isHeading ? lead(title, speech) : head.blocks.length > 0 ? [richText(head.blocks)] : []),
    ...(blocks.length > 0 ? [richText(blocks)] : []),
    ...(isCut || head.isCut ? [section(speech.say('bot.theRest'))] : []),
  ];
}

const PROMPT_LINES = 100;

const lengthIn = (block: PromptBlock): number => ('spans' in block ? lengthOf(block.spans) : 0);

const isPlain = (spans: readonly Span[]): boolean => spans.every((span) => Object.keys(span).length === 1);

/** The spans of a paragraph; other blocks count as formatting. */
const marksOf = (block: PromptBlock): Span[] =>
  block.kind === 'paragraph' && !block.quoted ? block.spans : [{ text: '', code: true }];

/** The first line as a heading if it is short enough; the rest as plain text. */
export function lead(text: string, speech: Speech, max: number = LIMITS.text): KnownBlock[] {
  const [first = '', ...rest] = text.trim().split('\n');
  if (oneLine(first) === '' || oneLine(first).length > LIMITS.header)
    return [section(fitWithPointer(text.trim(), max, speech))];
  const more = rest.join('\n').trim();
  const heading: KnownBlock = { type: 'header', text: plain(oneLine(first), LIMITS.header) };
  return more === '' ? [heading] : [heading, section(fitWithPointer(more, max, speech))];
}

/** Small print. */
export const quiet = (...elements: TextObject[]): KnownBlock => ({ type: 'context', elements });

export type Fact = readonly [label: TextObject, value: TextObject];

export const fact = (label: string, value: TextObject | string): Fact => [
  strong(label),
  typeof value === 'string' ? plain(oneLine(value), FACT_CHARACTERS) : value,
];

const FACT_CHARACTERS = 300;
const FACTS_IN_SECTION = LIMITS.sectionFields / 2;

/** Labels on the left, values on the right. */
export function facts(all: readonly Fact[]): SectionBlock[] {
  const sections = Math.ceil(all.length / FACTS_IN_SECTION);
  return Array.from({ length: sections }, (_, index) => ({
    type: 'section',
    fields: all.slice(index * FACTS_IN_SECTION, (index + 1) * FACTS_IN_SECTION).flat(),
  }));
}

export const link = (url: string, text: string): Button => ({
  type: 'button',
  action_id: OPEN_WEB_ACTION,
  text: plain(text, LIMITS.buttonText),
  url,
});

export const actions = (...elements: Button[]): ActionsBlock => ({ type: 'actions', elements });

/** A text with a link button beside it. */
export const withLink = (text: string, url: string, label: string): SectionBlock => ({
  ...section(text),
  accessory: link(url, label),
});
