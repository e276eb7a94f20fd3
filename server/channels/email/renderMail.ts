import type { Message, Notice, Question } from '../../../contract/messages.ts';
import type { Speech } from '../../../contract/speech.ts';
import {
  asker,
  factRows,
  fieldLabel,
  spokenOutcome,
  spokenQuestion,
  whyAsked,
  type SpokenOutcome,
} from '../../../contract/spoken.ts';
import { cutContent } from '../../../contract/cutContent.ts';
import { headOf } from '../../../contract/promptContent.ts';
import { optionLabel, optionsOf } from '../../../contract/variables.ts';
import { needsWebClient } from './fields/fields.ts';
import type { Content } from './html.ts';
import {
  buttonRow,
  factsRow,
  inMail,
  linkRow,
  mailDocument,
  pairsRow,
  promptRow,
  quoteRow,
  textRow,
  titleRow,
} from './mailLayout.ts';
import { paragraphs, quoted, quotedContent, quotedFacts, quotedPairs, visible } from './plainText.ts';
import { promptHtml, spansHtml } from './promptHtml.ts';

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

const SUBJECT_CHARACTERS = 120;
const PROMPT_CHARACTERS = 4000;
const CONTEXT_MESSAGES = 3;
const CONTEXT_CHARACTERS = 200;
const FIELD_NAMES = 12;

export const cut = (text: string, characters: number): string => {
  const whole = [...text];
  return whole.length <= characters
    ? text
    : `${whole
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
};

/** One line without control characters, short enough for a list of mails. */
const subjectOf = (text: string): string =>
  cut(
    visible(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
    SUBJECT_CHARACTERS,
  ) || 'Handback';

/** What the person has to decide, for the mail's preview. */
function decision({ variables, inputType }: Question, speech: Speech): string {
  const { locale, say } = speech;
  const [only] = variables;
  if (inputType === 'form') {
    const names = variables
      .slice(0, FIELD_NAMES)
      .map((spec) => fieldLabel(spec, speech))
      .join(', ');
    const count = variables.length - FIELD_NAMES;
    return count > 0 ? say('message.moreFields', { names, count }) : names;
  }
  const labels = only
    ? optionsOf(only)
        .filter((option) => !option.disabled)
        .map(optionLabel)
    : [];
  return labels.length <= FIELD_NAMES ? new Intl.ListFormat(locale, { type: 'disjunction' }).format(labels) : '';
}

function facts(question: Question, speech: Speech): [string, string][] {
  const { say, instant } = speech;
  const asked = decision(question, speech);
  const words = say(question.inputType === 'form' ? 'message.youAreAskedFor' : 'mail.yourChoice');
  return [
    ...(asked ? [[words, visible(asked)] as [string, string]] : []),
    [say('message.answerBy'), instant(question.expiresAt)],
    ...ofFlow(question, speech),
    [say('message.askedBy'), visible(asker(question))],
    ...whyAsked(question, speech).map(([label, text]): [string, string] => [label, visible(text)]),
  ];
}

type OfFlow = Pick<Question, 'flowName'>;

/** In a preview, a flow may have no name yet. */
const ofFlow = ({ flowName }: OfFlow, { say }: Speech): [string, string][] =>
  flowName === '' ? [] : [[say('message.flow'), visible(flowName)]];

const named = (words: string, { flowName }: OfFlow): string => (flowName === '' ? words : `${words} (${flowName})`);

/** The last messages of the conversation, each cut to a line or two: the rest is behind the link. */
function context(
  { chatContext: { chatName, recentMessages, totalMessages } }: Question,
  { say }: Speech,
): { title: string; lines: string[] } | null {
  if (recentMessages.length === 0) return null;
  const last = recentMessages.slice(-CONTEXT_MESSAGES);
  const lines = last.map(
    ({ role, content }) =>
      `${say(`message.role.${role}`)}: ${cut(visible(content).replace(/\s+/g, ' '), CONTEXT_CHARACTERS)}`,
  );
  const chat = visible(chatName);
  const title =
    last.length < totalMessages
      ? say('mail.contextEnd', { chat, shown: last.length, total: totalMessages })
      : say('mail.context', { chat });
  return { title, lines };
}

/** The prompt, cut to size, as HTML and as text. */
function promptParts(question: Question, { say }: Speech): { rows: Content[]; text: string } {
  const { lead, rest } = headOf({ ...question, title: visible(question.title), prompt: visible(question.prompt) });
  const { blocks, isCut } = cutContent(rest, { characters: PROMPT_CHARACTERS });
  const theRest = isCut && textRow(say('bot.theRest'));
  const asText = [
    lead && quotedContent([{ kind: 'paragraph', spans: lead }]),
    blocks.length > 0 && quotedContent(blocks),
    isCut && quoted(say('bot.theRest')),
  ];
  return {
    rows: [
      lead && titleRow(spansHtml(lead, inMail)),
      blocks.length > 0 && promptRow(promptHtml(blocks, inMail)),
      theRest,
    ],
    text: asText.filter(Boolean).join('\n'),
  };
}

/** `link` opens the response page; null if only signed-in people may answer this question. */
function questionMail(question: Question, { link, canSignIn }: MailLinks, speech: Speech): Mail {
  const { say } = speech;
  const asked = promptParts(question, speech);
  const pairs = facts(question, speech);
  const table = factRows(question, speech, canSignIn);
  const before = context(question, speech);
  const isForWeb = link === null || needsWebClient(question.variables);
  const main = isForWeb
    ? { href: question.webUrl, label: say('message.open') }
    : { href: link, label: say('mail.answer') };
  const hint = say(isForWeb ? 'mail.signInFirst' : 'mail.loneWarning');
  const at = speech.instant(question.expiresAt);
  const rows: Content = [
    ...asked.rows,
    table.length > 0 && factsRow(table),
    buttonRow(main.href, main.label),
    pairsRow(pairs),
    before && quoteRow(before.title, before.lines),
    !isForWeb && canSignIn && linkRow(say('message.open'), question.webUrl),
    textRow(hint),
  ];
  const text = [
    say('mail.somebodyAsks', { at }),
    `${main.label}: ${main.href}`,
    hint,
    !isForWeb && canSignIn && `${say('message.open')}: ${question.webUrl}`,
    say('mail.othersWrote'),
    asked.text,
    table.length > 0 && quotedFacts(table),
    quotedPairs(pairs),
    before && quoted([before.title, ...before.lines].join('\n')),
  ];
  const subject = subjectOf(named(cut(question.title, 80), question));
  const preview = say('mail.preview', { who: visible(question.requester), at });
  return { subject, html: mailDocument(subject, preview, rows, speech), text: paragraphs(text) };
}

function outcomeMail(outcome: SpokenOutcome, canSignIn: boolean, speech: Speech): Mail {
  const { say, instant } = speech;
  const table = factRows(outcome, speech, canSignIn);
  const { title, prompt, text, comment, answers, status, at, where, webUrl } = outcome;
  const state = say(`message.state.${status}`);
  const given = [...(comment ? [comment] : []), ...answers];
  const pairs: [string, string][] = [
    ...given.map(({ label, text: words }): [string, string] => [visible(label), visible(words)]),
    [state, instant(at)],
    ...(where === null ? [] : [[say('message.answeredIn'), visible(where)] as [string, string]]),
    ...ofFlow(outcome, speech),
    [say('message.askedBy'), visible(asker(outcome))],
  ];
  const short = cut(visible(prompt).trim(), PROMPT_CHARACTERS);
  const subject = subjectOf(named(`${state}: ${cut(title, 80)}`, outcome));
  const rows = [
    titleRow(visible(text)),
    textRow(short),
    table.length > 0 && factsRow(table),
    pairsRow(pairs),
    canSignIn && linkRow(say('message.open'), webUrl),
  ];
  const lines = [
    say('mail.outcomeOf', { state }),
    canSignIn && `${say('message.open')}: ${webUrl}`,
    say('mail.othersWrote'),
    quoted(text),
    quoted(short),
    table.length > 0 && quotedFacts(table),
    quotedPairs(pairs),
  ];
  return { subject, html: mailDocument(subject, visible(text), rows, speech), text: paragraphs(lines) };
}

/** A link for each action, to a page that asks for confirmation. */
const actionLinks = ({ about }: Notice, link: string | null): { label: string; href: string }[] =>
  (link === null ? [] : (about?.actions ?? [])).map(({ id, label }) => ({
    label: subjectOf(label),
    href: `${link}&action=${encodeURIComponent(id)}`,
  }));

function noticeMail({ webUrl, ...notice }: Notice, link: string | null, speech: Speech): Mail {
  const { say } = speech;
  const [title, text] = [visible(notice.title), visible(notice.text)];
  const links = actionLinks({ webUrl, ...notice }, link);
  const [first, ...others] = links;
  const warning = first !== undefined && say('mail.actWarning');
  const rows = [
    titleRow(title),
    textRow(text),
    first && buttonRow(first.href, first.label),
    others.map(({ href, label }) => linkRow(label, href)),
    webUrl !== null && linkRow(say('message.open'), webUrl),
    warning && textRow(warning),
  ];
  const lines = [
    say('mail.from'),
    ...links.map(({ label, href }) => `${label}: ${href}`),
    warning,
    webUrl !== null && `${say('message.open')}: ${webUrl}`,
    quoted(title),
    quoted(text),
  ];
  return { subject: subjectOf(title), html: mailDocument(title, text, rows, speech), text: paragraphs(lines) };
}

export interface MailLinks {
  /** The response page, with its token; null if none was issued. */
  link: string | null;
  /** False for people outside the directory, who cannot use the web client. */
  canSignIn: boolean;
}

/** A message as a mail that starts with the decision to make (behaviour 4.1). */
export function renderMail(message: Message, links: MailLinks, speech: Speech): Mail {
  if (message.kind === 'question') return questionMail(spokenQuestion(message, speech), links, speech);
  return message.kind === 'outcome'
    ? outcomeMail(spokenOutcome(message, speech), links.canSignIn, speech)
    : noticeMail(message, links.link, speech);
}

/** The mail that an administrator gets when testing the settings. */
export const testMail = (speech: Speech): Mail =>
  noticeMail(
    { kind: 'notice', title: speech.say('mail.testTitle'), text: speech.say('mail.test'), webUrl: null },
    null,
    speech,
  );
