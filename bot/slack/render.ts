import type { Button, KnownBlock, MessageMetadata } from '@slack/types';
import { needsComment } from '../../contract/comment.ts';
import { optionsToConfirm } from '../../contract/confirm.ts';
import type { Notice, Outcome, Question } from '../../contract/messages.ts';
import { ENGLISH_SPEECH, type Speech } from '../../contract/speech.ts';
import { asker, fieldLabel, spokenOutcome, spokenQuestion, whyAsked } from '../../contract/spoken.ts';
import { asLead } from '../../contract/asLead.ts';
import { describedOptions, flattenOptions, type Choice } from '../shared/flattenOptions.ts';
import { contextOf, progressText, singleField } from '../shared/words.ts';
import {
  actions,
  ANSWER_ACTION,
  fact,
  facts,
  lead,
  leadQuestion,
  link,
  NOTICE_ACTION,
  OPEN_FORM_ACTION,
  quiet,
  section,
  type Fact,
} from './blocks.ts';
import { fallbackNotes, visible, withMore } from './capabilities.ts';
import { factTable, roomBeside } from './factTable.ts';
import { optionsFor, yesOrNo } from './inputs.ts';
import { charactersIn, LIMITS, type SlackMessage } from './limits.ts';
import { asksOnceMore, whyNoForm } from './modal.ts';
import { writeButtonValue, writeNoticeValue } from './actionValues.ts';
import { fallback, fit, fitWithPointer, instant, oneLine, plain } from './text.ts';

/** The event type of our message metadata; the payload contains the delivery id. */
export const DELIVERY_EVENT = 'handback_delivery';

/** The most options of a single select that are shown as buttons (behaviour 4.1). */
const INLINE_OPTIONS = 5;
const NAMED_FIELDS = 8;
const CONTEXT = { messages: 3, characters: 120 };
const OUTCOME_PROMPT_CHARACTERS = 600;
const OUTCOME_ANSWERS = 10;
const OUTCOME_ANSWERS_CHARACTERS = 2500;
const OUTCOME_ANSWER_CHARACTERS = 600;
const OUTCOME_COMMENT_CHARACTERS = 1000;
const APPROVED = 'approved';
const ABOUT_CHARACTERS = 300;
const CHOICES_CHARACTERS = 2000;
/** The least room for the prompt. */
const LEAST_ROOM = 100;

const withMetadata = (deliveryId: string | undefined): { metadata?: MessageMetadata } =>
  deliveryId === undefined
    ? {}
    : { metadata: { event_type: DELIVERY_EVENT, event_payload: { delivery_id: deliveryId } } };

const short = (title: string): string => fit(oneLine(title), LIMITS.header);

/** The choices of a question that one press can answer; null if it needs a form. */
export function inlineChoices(question: Question, speech: Speech): Choice[] | null {
  const spec = singleField(spokenQuestion(question, speech));
  if (spec?.type === 'boolean') return yesOrNo(speech);
  if (spec?.type !== 'select' || spec.optionsSource) return null;
  const choices = flattenOptions(spec);
  return choices.length > 0 && choices.length <= INLINE_OPTIONS ? choices : null;
}

/** One button per choice, numbered from `first`. Only the approval is highlighted. */
export function choiceButtons(
  question: Question,
  choices: readonly Choice[],
  { token, speech, first = 0 }: { token: string; speech: Speech; first?: number },
): Button[] {
  const { requestId, inputType } = question;
  const spec = singleField(question)!;
  return optionsFor(choices).map(({ text }, index) => {
    const { id, value } = choices[index]!;
    const needsForm = needsComment(question, { [spec.name]: value });
    return {
      type: 'button',
      action_id: `${needsForm ? OPEN_FORM_ACTION : ANSWER_ACTION}:${first + index}`,
      text,
      value: writeButtonValue({ requestId, token, choice: id, language: speech.locale }),
      ...(inputType === 'approval' && value === APPROVED ? { style: 'primary' } : {}),
      ...(!needsForm && optionsToConfirm([spec], { [spec.name]: value }).length > 0
        ? { confirm: asksOnceMore(text.text, speech) }
        : {}),
    };
  });
}

export const formButton = ({ requestId }: Question, token: string, { say, locale }: Speech): Button => ({
  type: 'button',
  action_id: OPEN_FORM_ACTION,
  text: plain(say('slack.openForm')),
  value: writeButtonValue({ requestId, token, language: locale }),
});

/** A button to add a comment, if a press can answer without one. */
function commentButton(question: Question, token: string, speech: Speech): Button[] {
  if (!question.comment || question.comment.required) return [];
  return [{ ...formButton(question, token, speech), text: plain(speech.say('slack.withComment'), LIMITS.buttonText) }];
}

/** What the buttons cannot show: labels that are cut, and what the choices mean. */
function wholeChoices(choices: readonly Choice[], speech: Speech): KnownBlock[] {
  const isCut = choices.some(({ label }) => oneLine(label).length > LIMITS.buttonText);
  const lines = isCut
    ? choices.map(({ label, description }) => [label, description].filter(Boolean).join(' – '))
    : describedOptions(choices);
  if (lines.length === 0) return [];
  const text = lines.map((line) => `• ${oneLine(line)}`).join('\n');
  return [section(fitWithPointer(text, CHOICES_CHARACTERS, speech))];
}

/** The author's description of a field answered by buttons, because no form shows it. */
function aboutChoices(question: Question, speech: Speech): KnownBlock[] {
  const about = inlineChoices(question, speech) && singleField(question)?.description;
  return about ? [section(about, ABOUT_CHARACTERS)] : [];
}

type Drawing = Pick<QuestionOptions, 'token'> & { nativePickers: boolean; speech: Speech };

/** The blocks for answering: buttons, Open Form, or the reason why only the web client can. */
function waysToAnswer(question: Question, { token, nativePickers, speech }: Drawing): KnownBlock[] {
  const { webUrl } = question;
  const { say } = speech;
  const open = link(webUrl, say('message.open'));
  const reason = whyNoForm(question, nativePickers, speech);
  if (token === null || reason)
    return [actions(link(webUrl, say('message.open'))), ...(reason ? [quiet(plain(say(reason)))] : [])];
  const choices = inlineChoices(question, speech);
  if (choices) {
    const buttons = choiceButtons(question, choices, { token, speech });
    return [
      ...aboutChoices(question, speech),
      ...wholeChoices(choices, speech),
      actions(...buttons, ...commentButton(question, token, speech), open),
    ];
  }
  const notes = fallbackNotes(question, nativePickers, speech);
  const form = actions({ ...formButton(question, token, speech), style: 'primary' }, open);
  return notes.length > 0 ? [form, quiet(plain(notes.join('\n')))] : [form];
}

function askedFor(question: Question, speech: Speech): Fact[] {
  if (question.inputType !== 'form') return [];
  const fields = visible(question);
  if (fields.length === 0) return [];
  const names = fields.slice(0, NAMED_FIELDS).map((spec) => fit(oneLine(fieldLabel(spec, speech)), 30));
  const all = withMore(names.join(', '), fields.length - NAMED_FIELDS, speech);
  return [fact(speech.say('message.youAreAskedFor'), all)];
}

const progressFact = ({ progress }: Question | Outcome, speech: Speech): Fact[] =>
  progress ? [fact(speech.say('slack.soFar'), progressText(progress, speech))] : [];

/** If everybody has to answer: how many have, or that they have to. */
const needsFact = (question: Question, speech: Speech): Fact[] =>
  question.strategy === 'all' && question.progress === null
    ? [fact(speech.say('message.needs'), speech.say('message.needsAll'))]
    : progressFact(question, speech);

/**
 * The last messages of the conversation: three short lines, because Slack cannot collapse text; the rest is in the web
 * client.
 */
function contextBlocks({ chatContext }: Question, speech: Speech): KnownBlock[] {
  const context = contextOf(chatContext, CONTEXT, speech);
  if (!context) return [];
  const lines = context.lines.map(({ who, text }) => `${who}: ${text}`);
  return [quiet(plain([context.title, ...lines].join('\n')))];
}

export interface QuestionOptions {
  /** Null if none could be issued; only the web client remains. */
  token: string | null;
  deliveryId?: string;
  nativePickers?: boolean;
  /** Default English. */
  speech?: Speech;
}

/** A question: first the decision, then the buttons, then the background (behaviour 4.1). */
export function questionMessage(question: Question, options: QuestionOptions): SlackMessage {
  const { token, deliveryId, nativePickers = false, speech = ENGLISH_SPEECH } = options;
  const { say } = speech;
  const { title, flowName, requester, expiresAt } = question;
  const about = [
    ...askedFor(question, speech),
    fact(say('message.answerBy'), instant(expiresAt, speech)),
    fact(say('message.flow'), flowName),
    fact(say('message.askedBy'), asker(question)),
    ...whyAsked(question, speech).map((row) => fact(...row)),
    ...needsFact(question, speech),
  ];
  const below = [
    ...factTable(question, speech),
    ...waysToAnswer(question, { token, nativePickers, speech }),
    ...facts(about),
    ...contextBlocks(question, speech),
  ];
  const left = LIMITS.messageCharacters - LIMITS.header - charactersIn(below);
  const room = Math.max(LEAST_ROOM, Math.min(roomBeside(question, speech), left));
  return {
    text: fallback(say('slack.toast', { title: short(title), flow: fit(flowName, 80), who: fit(requester, 80) })),
    blocks: [...leadQuestion(question, speech, room), ...below],
    ...withMetadata(deliveryId),
  };
}

/** A person's own answers; the fewer there are, the more of each. */
function ownAnswers(answers: Outcome['answers'], speech: Speech): Fact[] {
  const room = Math.min(OUTCOME_ANSWER_CHARACTERS, Math.floor(OUTCOME_ANSWERS_CHARACTERS / answers.length));
  return answers.map(({ label, text }): Fact => [
    plain(oneLine(label), 100),
    plain(fitWithPointer(text.trim(), room, speech)),
  ]);
}

/** The outcome of a question, with only the link to the web client as a button. */
export function outcomeMessage(
  told: Outcome,
  { deliveryId, speech = ENGLISH_SPEECH }: { deliveryId?: string; speech?: Speech } = {},
): SlackMessage {
  const { say } = speech;
  const outcome = spokenOutcome(told, speech);
  const { title, prompt, text, comment, answers, status, at, where, flowName, webUrl } = outcome;
  const state = say(`message.state.${status}`);
  const own = ownAnswers(answers.slice(0, OUTCOME_ANSWERS), speech);
  const more = answers.length - own.length;
  const place = where === null ? [] : [fact(say('message.answeredIn'), where)];
  const about = [
    ...own,
    fact(state, instant(at, speech)),
    ...place,
    fact(say('message.flow'), flowName),
    fact(say('message.askedBy'), asker(outcome)),
  ];
  return {
    text: fallback(`${state}: ${short(title)} (${fit(flowName, 80)}). ${text}`),
    blocks: [
      ...lead(text, speech, roomBeside(outcome, speech)),
      ...(comment ? [section(`${asLead(comment.label)} ${comment.text}`, OUTCOME_COMMENT_CHARACTERS)] : []),
      quiet(plain(prompt, OUTCOME_PROMPT_CHARACTERS)),
      ...factTable(outcome, speech),
      ...facts([...about, ...progressFact(outcome, speech)]),
      ...(more > 0 ? [quiet(plain(say('slack.moreAnswers', { count: more })))] : []),
      actions(link(webUrl, say('message.open'))),
    ],
    ...withMetadata(deliveryId),
  };
}

/** The buttons of a notice; none without a token, only the web client remains. */
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

/** A notice, possibly with actions. */
export function noticeMessage(
  notice: Notice,
  {
    deliveryId,
    token = null,
    speech = ENGLISH_SPEECH,
  }: { deliveryId?: string; token?: string | null; speech?: Speech } = {},
): SlackMessage {
  const { title, text, webUrl } = notice;
  const buttons = [
    ...noticeButtons(notice, token),
    ...(webUrl === null ? [] : [link(webUrl, speech.say('message.open'))]),
  ];
  return {
    text: fallback(`${title}: ${text}`),
    blocks: [...lead(title, speech), section(text), ...(buttons.length > 0 ? [actions(...buttons)] : [])],
    ...withMetadata(deliveryId),
  };
}
