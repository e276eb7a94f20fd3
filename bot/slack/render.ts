import type { Button, KnownBlock, MessageMetadata } from '@slack/types';
import { optionsToConfirm } from '../../contract/confirm.ts';
import type { Notice, Outcome, Question } from '../../contract/messages.ts';
import { fieldLabel } from '../shared/fieldNames.ts';
import { flattenOptions, type Choice } from '../shared/flattenOptions.ts';
import { ANSWER_IN_WEB, contextOf, OUTCOME_TITLES, progressText, singleField } from '../shared/words.ts';
import {
  actions,
  ANSWER_ACTION,
  fact,
  facts,
  lead,
  link,
  NOTICE_ACTION,
  OPEN_FORM_ACTION,
  quiet,
  section,
  type Fact,
} from './blocks.ts';
import { fallbackNotes, visible } from './capabilities.ts';
import { optionsFor, YES_NO } from './inputs.ts';
import { LIMITS, type SlackMessage } from './limits.ts';
import { asksOnceMore, whyNoForm } from './modal.ts';
import { writeButtonValue, writeNoticeValue } from './actionValues.ts';
import { fallback, fit, instant, oneLine, plain } from './text.ts';

/** The name of our metadata; the payload says of which delivery a message is a copy. */
export const DELIVERY_EVENT = 'handback_delivery';

/** Behaviour 4.1: so many options of a single select are buttons. */
const INLINE_OPTIONS = 5;
const NAMED_FIELDS = 8;
const CONTEXT = { messages: 3, characters: 120 };
const OUTCOME_PROMPT_CHARACTERS = 600;
const OUTCOME_ANSWERS = 10;
const APPROVED = 'approved';

const withMetadata = (deliveryId: string | undefined): { metadata?: MessageMetadata } =>
  deliveryId === undefined
    ? {}
    : { metadata: { event_type: DELIVERY_EVENT, event_payload: { delivery_id: deliveryId } } };

const firstLine = (prompt: string): string => fit(oneLine(prompt.trim().split('\n')[0]!), LIMITS.header);

/** The choices of a question that one press can answer; null where it needs a form. */
export function inlineChoices(question: Question): Choice[] | null {
  const spec = singleField(question);
  if (spec?.type === 'boolean') return YES_NO;
  if (spec?.type !== 'select' || spec.optionsSource) return null;
  const choices = flattenOptions(spec);
  return choices.length > 0 && choices.length <= INLINE_OPTIONS ? choices : null;
}

/** One button per choice, numbered from `first` on. Only the approval itself stands out. */
export function choiceButtons(question: Question, choices: readonly Choice[], token: string, first = 0): Button[] {
  const { requestId, inputType } = question;
  const spec = singleField(question)!;
  return optionsFor(choices).map(({ text }, index) => {
    const { id, value } = choices[index]!;
    return {
      type: 'button',
      action_id: `${ANSWER_ACTION}:${first + index}`,
      text,
      value: writeButtonValue({ requestId, token, choice: id }),
      ...(inputType === 'approval' && value === APPROVED ? { style: 'primary' } : {}),
      ...(optionsToConfirm([spec], { [spec.name]: value }).length > 0 ? { confirm: asksOnceMore(text.text) } : {}),
    };
  });
}

export const formButton = ({ requestId }: Question, token: string): Button => ({
  type: 'button',
  action_id: OPEN_FORM_ACTION,
  text: plain('Open Form'),
  value: writeButtonValue({ requestId, token }),
});

/** Buttons that end before their label does stand in full above. */
function wholeChoices(choices: readonly Choice[]): KnownBlock[] {
  const isCut = choices.some(({ label }) => oneLine(label).length > LIMITS.buttonText);
  return isCut ? [section(choices.map(({ label }) => `• ${oneLine(label)}`).join('\n'))] : [];
}

/** How this question is answered here: by a press, in a form, or in the web client only, and why. */
function waysToAnswer(question: Question, token: string | null, nativePickers: boolean): KnownBlock[] {
  const { webUrl } = question;
  const reason = whyNoForm(question, nativePickers);
  if (token === null || reason)
    return [actions(link(webUrl, ANSWER_IN_WEB)), ...(reason ? [quiet(plain(reason))] : [])];
  const choices = inlineChoices(question);
  if (choices) return [...wholeChoices(choices), actions(...choiceButtons(question, choices, token), link(webUrl))];
  const notes = fallbackNotes(question, nativePickers);
  const form = actions({ ...formButton(question, token), style: 'primary' }, link(webUrl));
  return notes.length > 0 ? [form, quiet(plain(notes.join('\n')))] : [form];
}

function askedFor(question: Question): Fact[] {
  if (question.inputType !== 'form') return [];
  const fields = visible(question);
  if (fields.length === 0) return [];
  const names = fields.slice(0, NAMED_FIELDS).map((spec) => fit(oneLine(fieldLabel(spec)), 30));
  const more = fields.length > NAMED_FIELDS ? ` and ${fields.length - NAMED_FIELDS} more` : '';
  return [fact('You are asked for', names.join(', ') + more)];
}

const progressFact = ({ progress }: Question | Outcome): Fact[] =>
  progress ? [fact('So far', progressText(progress))] : [];

/** The end of the conversation. Slack folds nothing, so that it is three short lines; the rest waits behind the link. */
function contextBlocks({ chatContext }: Question): KnownBlock[] {
  const context = contextOf(chatContext, CONTEXT);
  if (!context) return [];
  const lines = context.lines.map(({ who, text }) => `${who}: ${text}`);
  return [quiet(plain([context.title, ...lines].join('\n')))];
}

export interface QuestionOptions {
  /** Null where none could be issued: the web client is left. */
  token: string | null;
  deliveryId?: string;
  nativePickers?: boolean;
}

/** A question that leads with what is to be decided, then how, then what one should know (behaviour 4.1). */
export function questionMessage(question: Question, options: QuestionOptions): SlackMessage {
  const { token, deliveryId, nativePickers = false } = options;
  const { prompt, flowName, requester, expiresAt } = question;
  const about = [
    ...askedFor(question),
    fact('Answer by', instant(expiresAt)),
    fact('Flow', flowName),
    fact('Asked by', requester),
    ...progressFact(question),
  ];
  return {
    text: fallback(`${firstLine(prompt)} (${fit(flowName, 80)}, asked by ${fit(requester, 80)})`),
    blocks: [
      ...lead(prompt),
      ...waysToAnswer(question, token, nativePickers),
      ...facts(about),
      ...contextBlocks(question),
    ],
    ...withMetadata(deliveryId),
  };
}

/** What became of a question: nothing is left to press but the way to the web client. */
export function outcomeMessage(outcome: Outcome, { deliveryId }: { deliveryId?: string } = {}): SlackMessage {
  const { prompt, text, answers, status, at, where, flowName, requester, webUrl } = outcome;
  const title = OUTCOME_TITLES[status];
  const own = answers
    .slice(0, OUTCOME_ANSWERS)
    .map(({ label, text: answer }): Fact => [plain(oneLine(label), 100), plain(oneLine(answer), 200)]);
  const more = answers.length - own.length;
  const place = where === null ? [] : [fact('Answered in', where)];
  const about = [...own, fact(title, instant(at)), ...place, fact('Flow', flowName), fact('Asked by', requester)];
  return {
    text: fallback(`${title}: ${firstLine(prompt)} (${fit(flowName, 80)}). ${text}`),
    blocks: [
      ...lead(text),
      quiet(plain(prompt, OUTCOME_PROMPT_CHARACTERS)),
      ...facts([...about, ...progressFact(outcome)]),
      ...(more > 0 ? [quiet(plain(`${more} more of your answers are in the web client.`))] : []),
      actions(link(webUrl)),
    ],
    ...withMetadata(deliveryId),
  };
}

/** What can be done about a notice. Without a token nothing can be: the web client is left. */
function noticeButtons({ about }: Notice, token: string | null): Button[] {
  if (token === null || !about?.actions) return [];
  const { subjectId } = about;
  return about.actions.map(({ id: actionId, label, style }, index) => ({
    type: 'button',
    action_id: `${NOTICE_ACTION}:${index}`,
    text: plain(oneLine(label), LIMITS.buttonText),
    value: writeNoticeValue({ subjectId, actionId, token }),
    ...(style && { style }),
  }));
}

/** Something to know, and perhaps to act on. */
export function noticeMessage(
  notice: Notice,
  { deliveryId, token = null }: { deliveryId?: string; token?: string | null } = {},
): SlackMessage {
  const { title, text, webUrl } = notice;
  const buttons = [...noticeButtons(notice, token), ...(webUrl === null ? [] : [link(webUrl)])];
  return {
    text: fallback(`${title}: ${text}`),
    blocks: [...lead(title), section(text), ...(buttons.length > 0 ? [actions(...buttons)] : [])],
    ...withMetadata(deliveryId),
  };
}
