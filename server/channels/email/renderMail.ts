import { showInstant } from '../../../contract/answers.ts';
import type { Message, Notice, Outcome, Question } from '../../../contract/messages.ts';
import type { MessageRole } from '../../../contract/requests.ts';
import { optionLabel, optionsOf } from '../../../contract/variables.ts';
import { fieldLabel } from './fields/field.ts';
import { needsWebClient } from './fields/fields.ts';
import type { Content } from './html.ts';
import { buttonRow, linkRow, mailDocument, pairsRow, quoteRow, textRow, titleRow } from './mailLayout.ts';
import { paragraphs, quoted, quotedPairs, visible } from './plainText.ts';

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

const firstLine = (prompt: string): string => prompt.trim().split('\n')[0]!;

/** What the person is to decide, before they open anything. */
function decision({ variables, inputType }: Question): string {
  const [only] = variables;
  if (inputType === 'form') {
    const names = variables.slice(0, FIELD_NAMES).map(fieldLabel).join(', ');
    return variables.length > FIELD_NAMES ? `${names} and ${variables.length - FIELD_NAMES} more` : names;
  }
  const labels = only
    ? optionsOf(only)
        .filter((option) => !option.disabled)
        .map(optionLabel)
    : [];
  return labels.length > 0 && labels.length <= FIELD_NAMES ? labels.join(' or ') : '';
}

function facts(question: Question): [string, string][] {
  const asked = decision(question);
  const words = question.inputType === 'form' ? 'You are asked for' : 'Your choice';
  return [
    ...(asked ? [[words, visible(asked)] as [string, string]] : []),
    ['Answer by', showInstant(question.expiresAt)],
    ['Flow', visible(question.flowName)],
    ['Asked by', visible(question.requester)],
  ];
}

const WHO: Record<MessageRole, string> = { user: 'Person', ai: 'Assistant', system: 'System' };

/** The end of the conversation, each message cut to a line or two: the rest waits behind the link. */
function context({
  chatContext: { chatName, recentMessages, totalMessages },
}: Question): { title: string; lines: string[] } | null {
  if (recentMessages.length === 0) return null;
  const last = recentMessages.slice(-CONTEXT_MESSAGES);
  const lines = last.map(
    ({ role, content }) => `${WHO[role]}: ${cut(visible(content).replace(/\s+/g, ' '), CONTEXT_CHARACTERS)}`,
  );
  const title =
    last.length < totalMessages
      ? `From “${visible(chatName)}”, the last ${last.length} of ${totalMessages} messages`
      : `From “${visible(chatName)}”`;
  return { title, lines };
}

/** Stands between what is ours and what is not. */
const OTHERS_WROTE = 'What follows was written by others:';
const WARNING = 'The link is yours alone and works once: whoever has it can answer in your name.';

/** `link` opens the response page; null when this question is answered by signed-in people only. */
function questionMail(question: Question, { link, canSignIn }: MailLinks): Mail {
  const prompt = cut(visible(question.prompt).trim(), PROMPT_CHARACTERS);
  const pairs = facts(question);
  const before = context(question);
  const isForWeb = link === null || needsWebClient(question.variables);
  const main = isForWeb
    ? { href: question.webUrl, label: 'Answer in the web client' }
    : { href: link, label: 'Answer' };
  const hint = isForWeb ? 'You sign in first; this question is not answered by a link alone.' : WARNING;
  const rows: Content = [
    titleRow(prompt),
    buttonRow(main.href, main.label),
    pairsRow(pairs),
    before && quoteRow(before.title, before.lines),
    !isForWeb && canSignIn && linkRow('Or sign in and answer in the web client', question.webUrl),
    textRow(hint),
  ];
  const text = [
    `Somebody asks you through Handback. Answer by ${showInstant(question.expiresAt)}.`,
    `${main.label}: ${main.href}`,
    hint,
    !isForWeb && canSignIn && `Or sign in and answer in the web client: ${question.webUrl}`,
    OTHERS_WROTE,
    quoted(prompt),
    quotedPairs(pairs),
    before && quoted([before.title, ...before.lines].join('\n')),
  ];
  const subject = subjectOf(`${cut(firstLine(question.prompt), 80)} (${question.flowName})`);
  const preview = `${visible(question.requester)} asks. Answer by ${showInstant(question.expiresAt)}.`;
  return { subject, html: mailDocument(subject, preview, rows), text: paragraphs(text) };
}

const OUTCOME_WORDS: Record<Outcome['status'], string> = {
  answered: 'Answered',
  completed: 'Completed',
  timed_out: 'Timed out',
  cancelled: 'Cancelled',
};

function outcomeMail({ prompt, text, answers, status, at, where, flowName, requester, webUrl }: Outcome): Mail {
  const own = answers.map(({ label, text: answer }) => [visible(label), visible(answer)] as [string, string]);
  const pairs: [string, string][] = [
    ...own,
    ['Since', showInstant(at)],
    ...(where === null ? [] : [['Answered in', visible(where)] as [string, string]]),
    ['Flow', visible(flowName)],
    ['Asked by', visible(requester)],
  ];
  const short = cut(visible(prompt).trim(), PROMPT_CHARACTERS);
  const subject = subjectOf(`${OUTCOME_WORDS[status]}: ${cut(firstLine(prompt), 80)} (${flowName})`);
  const rows = [titleRow(visible(text)), textRow(short), pairsRow(pairs), linkRow('Open in the web client', webUrl)];
  const lines = [
    `A question that you were asked through Handback: ${OUTCOME_WORDS[status].toLowerCase()}.`,
    `Open in the web client: ${webUrl}`,
    OTHERS_WROTE,
    quoted(text),
    quoted(short),
    quotedPairs(pairs),
  ];
  return { subject, html: mailDocument(subject, visible(text), rows), text: paragraphs(lines) };
}

function noticeMail({ webUrl, ...notice }: Notice): Mail {
  const [title, text] = [visible(notice.title), visible(notice.text)];
  const rows = [titleRow(title), textRow(text), webUrl !== null && linkRow('Open in the web client', webUrl)];
  const lines = [
    'A notice from Handback.',
    webUrl !== null && `Open in the web client: ${webUrl}`,
    quoted(title),
    quoted(text),
  ];
  return { subject: subjectOf(title), html: mailDocument(title, text, rows), text: paragraphs(lines) };
}

export interface MailLinks {
  /** The response page, with its token; null when none was issued. */
  link: string | null;
  /** False for people outside the directory, to whom the web client is closed. */
  canSignIn: boolean;
}

/** A message as a mail that leads with what is to be decided (behaviour 4.1). */
export function renderMail(message: Message, links: MailLinks): Mail {
  if (message.kind === 'question') return questionMail(message, links);
  return message.kind === 'outcome' ? outcomeMail(message) : noticeMail(message);
}

/** What an administrator gets who tries the settings. */
export const testMail = (): Mail =>
  noticeMail({
    kind: 'notice',
    title: 'E-mail from Handback works',
    text: 'This is a test. There is nothing to do.',
    webUrl: null,
  });
