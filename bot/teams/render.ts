import { errorsOf } from '../../contract/answers.ts';
import type { Message, Notice, Outcome, Question, Redo, ShownAnswer } from '../../contract/messages.ts';
import { ENGLISH_SPEECH, type Speech, type SpeechId } from '../../contract/speech.ts';
import { commentField } from '../../contract/commentField.ts';
import { asker, fieldLabel, spokenOutcome, whyAsked } from '../../contract/spoken.ts';
import { asLead } from '../../contract/asLead.ts';
import { needsWebClient } from '../shared/answerable.ts';
import { contextOf, cut, cutWithPointer, helpLines, otherErrors, progressText } from '../shared/words.ts';
import { approvalButtons, inboxActions, questionActions, type Confirming, type InboxItem } from './actions.ts';
import { capabilitiesOf } from './capabilities.ts';
import { buttonsOf, optionHints } from './choices.ts';
import { settingOf, textsIn, type CardOptions } from './controls.ts';
import { drawComment } from './commentBox.ts';
import { factTable } from './factTable.ts';
import { drawField } from './fields.ts';
import { BARE_ROOM, firstThatFits, INBOX_ROOMS, LIMITS, OUTCOME_ROOMS, QUESTION_ROOMS, type Room } from './limits.ts';
import {
  hintElement,
  inboxTemplate,
  noticeTemplate,
  openUrl,
  outcomeTemplate,
  questionTemplate,
  type Card,
  type Element,
} from './templates.ts';
import { promptElements } from './promptElements.ts';
import { noticeActions } from './noticeActions.ts';
import { linesOf, plain, whenOf } from './text.ts';

export { parseCard } from './parse.ts';
export type { Card } from './templates.ts';

const fact = (label: string, text: string) => ({
  label: asLead(label),
  text: plain(cut(text, LIMITS.factCharacters)).replaceAll('\n', ' '),
});

/** The heading of a card; one as long as a paragraph is not styled as a heading. */
const leading = (text: string) =>
  text.length <= LIMITS.headlineCharacters
    ? { text, size: 'Medium', weight: 'Bolder' }
    : { text, size: 'Default', weight: 'Default' };

const asParagraphs = (lines: readonly string[]) => lines.map((text) => ({ text }));

/** One line about a message; for a question, who asks what. */
function previewOf(message: Question | Outcome, { say }: Speech): string {
  const text =
    message.kind === 'question' ? say('teams.asks', { who: message.requester, what: message.title }) : message.text;
  return plain(cut(text.replace(/\s+/g, ' ').trim(), LIMITS.previewCharacters));
}

/** Does not count the answers, because an open card is not updated. */
function needs({ strategy }: Question, { say }: Speech): { label: string; text: string }[] {
  return strategy === 'all' ? [fact(say('message.needs'), say('teams.needsAll'))] : [];
}

/** The top of the card: the confirmation, or the errors. */
function summaryOf({ question: { variables }, redo, confirming, room, speech }: Filling) {
  const { labelCharacters, hintCharacters } = room;
  if (confirming) return { title: plain(confirming.title), lines: [] };
  if (!redo) return { title: '', lines: [] };
  const faulty = variables
    .map((spec) => ({ spec, errors: errorsOf(spec, redo.fields, speech) }))
    .filter(({ errors }) => errors.length > 0);
  const short = (text: string): string => plain(cut(text, Math.max(hintCharacters, 80))).replaceAll('\n', ' ');
  const own = faulty.map(
    ({ spec, errors }) => `${plain(cut(asLead(fieldLabel(spec, speech)), labelCharacters))} ${short(errors[0]!)}`,
  );
  const all = [...own, ...otherErrors(variables, redo.fields).map(short)];
  if (all.length === 0) return { title: '', lines: [] };
  const shown = all.slice(0, LIMITS.summaryErrors);
  const more = all.length > shown.length ? [speech.say('teams.moreErrors', { count: all.length - shown.length })] : [];
  return {
    title: speech.say('message.errors', { count: all.length }),
    lines: [...shown, ...more].map((text) => ({ text })),
  };
}

interface Filling {
  question: Question;
  redo?: Redo;
  confirming?: Confirming;
  room: Room;
  fields: Element[];
  remark: string;
  actions: Element[];
  speech: Speech;
}

function fillQuestion(filling: Filling): Card {
  const { question, room, fields, remark, actions, speech } = filling;
  const { say } = speech;
  const { flowName, expiresAt } = question;
  const most = { messages: room.messages, characters: room.messageCharacters };
  const context = contextOf(question.chatContext, most, speech);
  return questionTemplate({
    preview: previewOf(question, speech),
    summary: summaryOf(filling),
    prompt: promptElements(question, { characters: room.promptCharacters, lines: room.promptLines }, speech),
    table: factTable(question, room.factCharacters, speech),
    moment: say('teams.answerBy', { at: whenOf(expiresAt) }),
    facts: [
      fact(say('message.flow'), flowName),
      fact(say('message.askedBy'), asker(question)),
      ...whyAsked(question, speech).map((row) => fact(...row)),
      ...needs(question, speech),
    ],
    context: {
      show: say('teams.conversation'),
      title: context ? plain(context.title) : '',
      lines: (context?.lines ?? []).map(({ who, text }) => ({ who, text: plain(text) })),
    },
    fields,
    remark,
    actions,
  }) as Card;
}

/** A question without a form: the reason, and a link to answer it. */
const bareCard = (question: Question, remark: SpeechId, speech: Speech): Card =>
  fillQuestion({
    question,
    room: BARE_ROOM,
    fields: [],
    remark: speech.say(remark),
    actions: [openUrl(speech.say('message.open'), question.webUrl)],
    speech,
  });

/**
 * A question as a card that is answered in one step (behaviour 2.6, 4.1). Starts with the decision. Never exceeds the
 * card limit: long text is cut and says so, and a form that does not fit is left to the web client.
 * @param token one-time token of this copy; null: the card accepts no answer and says where to answer
 * @param redo shows the form again, with errors and the typed text
 * @param confirming shows the form again, asking to confirm the choice
 */
export function questionCard(
  question: Question,
  { token, redo, confirming, ...options }: { token: string | null; redo?: Redo; confirming?: Confirming } & CardOptions,
): Card {
  const setting = settingOf(question, options);
  const { speech, nativePickers } = setting;
  if (needsWebClient(question, capabilitiesOf(setting))) return bareCard(question, 'bot.forWeb', speech);
  if (token === null) return bareCard(question, 'teams.noToken', speech);
  const texts = textsIn([...question.variables, ...commentField(question, speech)], setting);
  const actions = questionActions(question, token, { confirming, texts, nativePickers, speech });
  const buttons = approvalButtons(question, speech);
  const asked = buttons ? [] : question.variables;
  const remark = speech.say('message.once');
  const draw = (room: Room): Card => {
    const drawing = { redo, room, setting };
    const drawn = asked.map((spec) => drawField(spec, drawing)).filter((field) => field !== null);
    const meanings = buttons ? optionHints(buttons.spec, room.hintCharacters, speech).map(hintElement) : [];
    const fields = [...meanings, ...drawn, ...drawComment(question, drawing)];
    return fillQuestion({ question, redo, confirming, room, fields, remark, actions, speech });
  };
  return firstThatFits(QUESTION_ROOMS, draw) ?? bareCard(question, 'bot.tooLarge', speech);
}

const COMMENT_ROOM = { characters: LIMITS.commentCharacters, lines: LIMITS.noticeLines };

/** An answer beside its label, or below it if it has several lines. */
function answerRow({ label, text }: ShownAnswer, most: { characters: number; lines: number }, speech: Speech) {
  const lines = linesOf(text, most, speech);
  const isOne = lines.length === 1;
  return {
    label: asLead(plain(cut(label, 80))),
    text: isOne ? lines[0]! : '',
    lines: isOne ? [] : asParagraphs(lines),
  };
}

const COLORS: Record<Outcome['status'], string> = {
  answered: 'Good',
  completed: 'Good',
  timed_out: 'Warning',
  cancelled: 'Warning',
};

/** The outcome of a question: who answered where and when, or why nobody can any more. */
export function outcomeCard(told: Outcome, speech: Speech = ENGLISH_SPEECH): Card {
  const { say } = speech;
  const outcome = spokenOutcome(told, speech);
  const { status, text, comment, answers, at, where, prompt, flowName, progress, webUrl } = outcome;
  const room = { characters: LIMITS.outcomeCharacters, lines: 4 };
  const added = comment ? `${asLead(comment.label)} ${comment.text}` : '';
  const draw = (most: (typeof OUTCOME_ROOMS)[number]): Card => {
    const shown = answers.slice(0, most.answers);
    const rest = answers.length - shown.length;
    return outcomeTemplate({
      preview: previewOf(outcome, speech),
      status: say(`message.state.${status}`),
      color: COLORS[status],
      headline: leading(plain(cut(text, LIMITS.sentenceCharacters)).replaceAll('\n', ' ')),
      comment: asParagraphs(linesOf(added, COMMENT_ROOM, speech)),
      paragraphs: asParagraphs(linesOf(prompt, room, speech)),
      table: factTable(outcome, LIMITS.outcomeFactCharacters, speech),
      answers: shown.map((answer) => answerRow(answer, most, speech)),
      moment: whenOf(at),
      facts: [
        ...(where === null ? [] : [fact(say('message.answeredIn'), where)]),
        fact(say('message.flow'), flowName),
        fact(say('message.askedBy'), asker(outcome)),
      ],
      progress: progress ? progressText(progress, speech) : '',
      remark: rest > 0 ? say('teams.moreAnswers', { count: rest }) : '',
      actions: [openUrl(say('message.open'), webUrl)],
    }) as Card;
  };
  return firstThatFits(OUTCOME_ROOMS, draw) ?? draw(OUTCOME_ROOMS.at(-1)!);
}

const plainCard = (title: string, text: string, actions: Element[], speech: Speech): Card =>
  noticeTemplate({
    preview: plain(cut(title, LIMITS.previewCharacters)),
    headline: leading(plain(cut(title, LIMITS.previewCharacters)).replaceAll('\n', ' ')),
    paragraphs: asParagraphs(linesOf(text, { characters: LIMITS.noticeCharacters, lines: LIMITS.noticeLines }, speech)),
    actions,
  }) as Card;

/** A notice. */
export function noticeCard(notice: Notice, token: string | null = null, speech: Speech = ENGLISH_SPEECH): Card {
  const { title, text, webUrl } = notice;
  const open = webUrl === null ? [] : [openUrl(speech.say('message.open'), webUrl)];
  return plainCard(title, text, [...noticeActions(notice, token), ...open], speech);
}

/** What is left of a question's card when the question was posted again. */
export const movedCard = ({ title, webUrl }: Question, speech: Speech): Card =>
  plainCard(title, speech.say('teams.moved'), [openUrl(speech.say('message.open'), webUrl)], speech);

/** Renders any message. */
export function messageCard(message: Message, { token, ...options }: { token: string | null } & CardOptions): Card {
  const { speech } = options;
  if (message.kind === 'outcome') return outcomeCard(message, speech);
  return message.kind === 'notice' ? noticeCard(message, token, speech) : questionCard(message, { token, ...options });
}

/** The reply to `help`. */
export const helpCard = (speech: Speech = ENGLISH_SPEECH): Card =>
  plainCard('Handback', helpLines(speech).join('\n'), [], speech);

/**
 * A person's pending questions as one compact message (behaviour 4.1): buttons if one press can answer, otherwise
 * links.
 * @param options.inboxUrl where the web client lists all of them
 * @param options.total how many there are in all, if not all were read
 */
export function inboxCard(
  items: readonly InboxItem[],
  {
    inboxUrl,
    nativePickers = false,
    speech = ENGLISH_SPEECH,
    total = items.length,
  }: CardOptions & { inboxUrl: string; total?: number },
): Card {
  const { say } = speech;
  const title = say('bot.inbox', { count: total });
  const draw = ({ items: count, promptCharacters }: (typeof INBOX_ROOMS)[number]): Card => {
    const shown = items.slice(0, count);
    const rest = items.slice(count);
    return inboxTemplate({
      preview: title,
      headline: leading(title),
      items: shown.map((item) => ({
        prompt: cutWithPointer(plain(item.question.title).replace(/\s+/g, ' ').trim(), promptCharacters, speech),
        about: [
          ...askedBeside(item.question, speech),
          item.question.flowName,
          item.question.requester,
          ...progressOf(item.question, speech),
        ]
          .map((text) => plain(cut(text, 60)).replaceAll('\n', ' '))
          .join(' · '),
        moment: say('teams.answerBy', { at: whenOf(item.question.expiresAt) }),
        actions: inboxActions(item, { nativePickers, speech }),
      })),
      remark: rest.length > 0 ? say('bot.inboxMore', { count: total - shown.length }) : '',
      actions: rest.length > 0 ? [openUrl(say('message.open'), inboxUrl)] : [],
    }) as Card;
  };
  return firstThatFits(INBOX_ROOMS, draw) ?? draw(INBOX_ROOMS.at(-1)!);
}

/** The field's label in a list entry, if the title does not say what the buttons answer. */
function askedBeside(question: Question, speech: Speech): string[] {
  const buttons = question.inputType === 'form' ? buttonsOf(question, speech) : null;
  return buttons ? [fieldLabel(buttons.spec, speech)] : [];
}

const progressOf = ({ progress }: Question, speech: Speech): string[] =>
  progress ? [progressText(progress, speech)] : [];
