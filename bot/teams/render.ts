import { errorsOf } from '../../contract/answers.ts';
import type { Message, Notice, Outcome, Question, Redo } from '../../contract/messages.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import { needsWebClient } from '../shared/answerable.ts';
import { fieldLabel } from '../shared/fieldNames.ts';
import {
  ANSWER_IN_WEB,
  contextOf,
  cut,
  cutWithPointer,
  errorTitle,
  FOR_THE_WEB_CLIENT,
  HELP,
  inboxMore,
  inboxTitle,
  ONCE,
  OPEN_WEB,
  otherErrors,
  OUTCOME_TITLES,
  progressText,
  TOO_LARGE,
} from '../shared/words.ts';
import { approvalButtons, inboxActions, questionActions, type Confirming, type InboxItem } from './actions.ts';
import { capabilitiesOf } from './capabilities.ts';
import { settingOf, type CardOptions } from './controls.ts';
import { drawField } from './fields.ts';
import { BARE_ROOM, firstThatFits, INBOX_ROOMS, LIMITS, OUTCOME_ROOMS, QUESTION_ROOMS, type Room } from './limits.ts';
import {
  inboxTemplate,
  noticeTemplate,
  openUrl,
  outcomeTemplate,
  questionTemplate,
  type Card,
  type Element,
} from './templates.ts';
import { noticeActions } from './noticeActions.ts';
import { linesOf, plain, whenOf } from './text.ts';

export { parseCard } from './parse.ts';
export type { Card } from './templates.ts';

const fact = (label: string, text: string) => ({
  label,
  text: plain(cut(text, LIMITS.factCharacters)).replaceAll('\n', ' '),
});

/** A line that leads a card. One that is as long as a paragraph is no headline and does not shout. */
const leading = (text: string) =>
  text.length <= LIMITS.headlineCharacters
    ? { text, size: 'Medium', weight: 'Bolder' }
    : { text, size: 'Default', weight: 'Default' };

const asParagraphs = (lines: readonly string[]) => lines.map((text) => ({ text }));

function headlineOf(text: string, room: { characters: number; lines: number }) {
  const [first = 'A question waits for you', ...rest] = linesOf(text, room);
  return { headline: leading(first), paragraphs: asParagraphs(rest) };
}

/** One line about a message: of a question, who asks what. */
function previewOf(message: Question | Outcome): string {
  const text = message.kind === 'question' ? `${message.requester} asks: ${message.prompt}` : message.text;
  return plain(cut(text.replace(/\s+/g, ' ').trim(), LIMITS.previewCharacters));
}

function needs({ strategy, progress }: Question): { label: string; text: string }[] {
  return strategy === 'all' && progress === null ? [fact('Needs', 'an answer from everyone who was asked')] : [];
}

/** What stands above all: what is asked once more, or what is wrong. */
function summaryOf({ question: { variables }, redo, confirming, room }: Filling) {
  const { labelCharacters, hintCharacters } = room;
  if (confirming) return { title: plain(confirming.title), lines: [] };
  if (!redo) return { title: '', lines: [] };
  const faulty = variables
    .map((spec) => ({ spec, errors: errorsOf(spec, redo.fields, ENGLISH_SPEECH) }))
    .filter(({ errors }) => errors.length > 0);
  const short = (text: string): string => plain(cut(text, Math.max(hintCharacters, 80))).replaceAll('\n', ' ');
  const own = faulty.map(
    ({ spec, errors }) => `${plain(cut(fieldLabel(spec), labelCharacters))}: ${short(errors[0]!)}`,
  );
  const all = [...own, ...otherErrors(variables, redo.fields).map(short)];
  if (all.length === 0) return { title: '', lines: [] };
  const shown = all.slice(0, LIMITS.summaryErrors);
  const more = all.length > shown.length ? [`and ${all.length - shown.length} more, each at its field`] : [];
  return { title: errorTitle(all.length), lines: [...shown, ...more].map((text) => ({ text })) };
}

interface Filling {
  question: Question;
  redo?: Redo;
  confirming?: Confirming;
  room: Room;
  fields: Element[];
  remark: string;
  actions: Element[];
}

function fillQuestion(filling: Filling): Card {
  const { question, room, fields, remark, actions } = filling;
  const { flowName, requester, expiresAt, progress, prompt } = question;
  const context = contextOf(question.chatContext, { messages: room.messages, characters: room.messageCharacters });
  return questionTemplate({
    preview: previewOf(question),
    summary: summaryOf(filling),
    ...headlineOf(prompt, { characters: room.promptCharacters, lines: room.promptLines }),
    moment: `Answer by ${whenOf(expiresAt)}`,
    facts: [fact('Flow', flowName), fact('Asked by', requester), ...needs(question)],
    progress: progress ? progressText(progress) : '',
    context: {
      title: context ? plain(context.title) : '',
      lines: (context?.lines ?? []).map(({ who, text }) => ({ who, text: plain(text) })),
    },
    fields,
    remark,
    actions,
  }) as Card;
}

/** A question without a form: why, and the way to where it is answered. */
const bareCard = (question: Question, remark: string): Card =>
  fillQuestion({ question, room: BARE_ROOM, fields: [], remark, actions: [openUrl(ANSWER_IN_WEB, question.webUrl)] });

/**
 * A question as a card that is answered in one step (behaviour 2.6, 4.1). It leads with the decision to take, and is
 * never larger than a card may be: what is long is cut and says so, and a form that does not fit is the web client's.
 * @param token one-time token of this copy; null: it takes no answer, and says where one is taken
 * @param redo the form again, with the errors at their fields and all that was typed
 * @param confirming the form again, asking whether to send what was chosen
 */
export function questionCard(
  question: Question,
  { token, redo, confirming, ...options }: { token: string | null; redo?: Redo; confirming?: Confirming } & CardOptions,
): Card {
  const setting = settingOf(question, options);
  if (needsWebClient(question, capabilitiesOf(setting))) return bareCard(question, FOR_THE_WEB_CLIENT);
  if (token === null) return bareCard(question, 'This copy takes no answer; it is taken in the web client.');
  const actions = questionActions(question, token, confirming);
  const asked = approvalButtons(question) ? [] : question.variables;
  const draw = (room: Room): Card => {
    const drawn = asked.map((spec) => drawField(spec, { redo, room, setting }));
    const fields = drawn.filter((field) => field !== null);
    return fillQuestion({ question, redo, confirming, room, fields, remark: ONCE, actions });
  };
  return firstThatFits(QUESTION_ROOMS, draw) ?? bareCard(question, TOO_LARGE);
}

const COLORS: Record<Outcome['status'], string> = {
  answered: 'Good',
  completed: 'Good',
  timed_out: 'Warning',
  cancelled: 'Warning',
};

/** A question that takes no answer from this person any more: who answered where and when, or why nobody can. */
export function outcomeCard(outcome: Outcome): Card {
  const { status, text, answers, at, where, prompt, flowName, requester, progress, webUrl } = outcome;
  const room = { characters: LIMITS.outcomeCharacters, lines: 4 };
  const draw = (count: number): Card => {
    const shown = answers.slice(0, count);
    const rest = answers.length - shown.length;
    return outcomeTemplate({
      preview: previewOf(outcome),
      status: OUTCOME_TITLES[status],
      color: COLORS[status],
      headline: leading(plain(cut(text, LIMITS.sentenceCharacters)).replaceAll('\n', ' ')),
      paragraphs: asParagraphs(linesOf(prompt, room)),
      answers: shown.map(({ label, text: answer }) => fact(plain(cut(label, 80)), answer)),
      moment: whenOf(at),
      facts: [
        ...(where === null ? [] : [fact('Answered in', where)]),
        fact('Flow', flowName),
        fact('Asked by', requester),
      ],
      progress: progress ? progressText(progress) : '',
      remark: rest > 0 ? `${rest} more answers are in the web client.` : '',
      actions: [openUrl(OPEN_WEB, webUrl)],
    }) as Card;
  };
  return firstThatFits(OUTCOME_ROOMS, draw) ?? draw(OUTCOME_ROOMS.at(-1)!);
}

const plainCard = (title: string, text: string, actions: Element[]): Card =>
  noticeTemplate({
    preview: plain(cut(title, LIMITS.previewCharacters)),
    headline: leading(plain(cut(title, LIMITS.previewCharacters)).replaceAll('\n', ' ')),
    paragraphs: linesOf(text, { characters: LIMITS.noticeCharacters, lines: LIMITS.noticeLines }).map((line) => ({
      text: line,
    })),
    actions,
  }) as Card;

/** Something to know, nothing to answer. */
export function noticeCard(notice: Notice, token: string | null = null): Card {
  const { title, text, webUrl } = notice;
  const open = webUrl === null ? [] : [openUrl(OPEN_WEB, webUrl)];
  return plainCard(title, text, [...noticeActions(notice, token), ...open]);
}

/** Whatever there is to see. */
export function messageCard(message: Message, { token, ...options }: { token: string | null } & CardOptions): Card {
  if (message.kind === 'outcome') return outcomeCard(message);
  return message.kind === 'notice' ? noticeCard(message, token) : questionCard(message, { token, ...options });
}

/** What the bot can do, for somebody who asks. */
export const helpCard = (): Card => plainCard('Handback', HELP.join('\n'), []);

/** What waits for a person, as one compact message (behaviour 4.1): buttons where one press can answer, links else. */
export function inboxCard(items: readonly InboxItem[], { nativePickers = false }: CardOptions = {}): Card {
  const draw = ({ items: count, promptCharacters }: (typeof INBOX_ROOMS)[number]): Card => {
    const shown = items.slice(0, count);
    const rest = items.slice(count);
    return inboxTemplate({
      preview: inboxTitle(items.length),
      headline: leading(inboxTitle(items.length)),
      items: shown.map((item) => ({
        prompt: cutWithPointer(plain(item.question.prompt).replace(/\s+/g, ' ').trim(), promptCharacters),
        about: [item.question.flowName, item.question.requester, ...progressOf(item.question)]
          .map((text) => plain(cut(text, 60)).replaceAll('\n', ' '))
          .join(' · '),
        moment: `Answer by ${whenOf(item.question.expiresAt)}`,
        actions: inboxActions(item, { nativePickers }),
      })),
      remark: rest.length > 0 ? inboxMore(rest.length) : '',
      actions: rest.length > 0 ? [openUrl(OPEN_WEB, rest[0]!.question.webUrl)] : [],
    }) as Card;
  };
  return firstThatFits(INBOX_ROOMS, draw) ?? draw(INBOX_ROOMS.at(-1)!);
}

const progressOf = ({ progress }: Question): string[] => (progress ? [progressText(progress)] : []);
