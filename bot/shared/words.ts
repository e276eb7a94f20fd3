import type { Outcome, Question } from '../../contract/messages.ts';
import type { FieldErrors, ProblemCode } from '../../contract/problem.ts';
import type { ChatContext, MessageRole } from '../../contract/requests.ts';
import type { VariableSpec } from '../../contract/variables.ts';

/** A text of at most so many characters as people count them; what is cut ends in an ellipsis. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const whole = [...text];
  if (whole.length <= characters) return text;
  return characters < 1
    ? ''
    : `${whole
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}

export const THE_REST = '… the rest is in the web client';

/** The same for a text that goes on behind the link to the web client, and says so. */
export function cutWithPointer(text: string, characters: number): string {
  const whole = [...text];
  if (whole.length <= characters) return text;
  const kept = whole
    .slice(0, Math.max(0, characters - THE_REST.length))
    .join('')
    .trimEnd();
  return `${kept} ${THE_REST}`.trimStart();
}

/** What is wrong beyond the fields that a person sees. */
export function otherErrors(specs: readonly VariableSpec[], fields: FieldErrors): string[] {
  const isSeen = (key: string): boolean => specs.some(({ name }) => key === name || key.startsWith(`${name}.`));
  return Object.entries(fields)
    .filter(([key]) => !isSeen(key))
    .map(([, message]) => message);
}

export const errorTitle = (count: number): string =>
  count === 1 ? 'One answer needs another look' : `${count} answers need another look`;

/** Under `all`: how many have answered (behaviour 4.2). */
export const progressText = ({ answered, of }: { answered: number; of: number }): string =>
  `${answered} of ${of} people have answered`;

export const OUTCOME_TITLES: Record<Outcome['status'], string> = {
  answered: 'Answered',
  completed: 'Completed',
  timed_out: 'Timed out',
  cancelled: 'Cancelled',
};

export const ROLE_NAMES: Record<MessageRole, string> = { user: 'Person', ai: 'Assistant', system: 'System' };

/** The end of a conversation (behaviour 2.2): the last messages on a line each, newest last; null where nothing was said. */
export function contextOf(
  { chatName, recentMessages, totalMessages }: ChatContext,
  { messages, characters }: { messages: number; characters: number },
): { title: string; lines: { who: string; text: string }[] } | null {
  const last = messages > 0 ? recentMessages.slice(-messages) : [];
  if (last.length === 0) return null;
  const lines = last.map(({ role, content }) => ({
    who: ROLE_NAMES[role],
    text: cut(content.replace(/\s+/g, ' ').trim(), characters),
  }));
  const few = last.length < totalMessages ? `the last ${last.length} of ${totalMessages} messages` : null;
  return { title: `Conversation in “${cut(chatName, 100)}”${few ? ` (${few})` : ''}`, lines };
}

export const OPEN_WEB = 'Open in the web client';
export const ANSWER_IN_WEB = 'Answer in the web client';
export const ANSWER_HERE = 'Answer here';

/** Asked once more, where the author of a question wants that for what was chosen. */
export const confirmTitle = (labels: readonly string[]): string => `Send “${labels.join(', ')}”?`;
export const SEND = 'Send';
export const BACK = 'Back';

/** Why a form is not in the chat at all. */
export const FOR_THE_WEB_CLIENT =
  'This question asks for something that is taken in the web client only, such as a file. The whole of it is answered there.';
export const TOO_LARGE = 'This form is larger than a message here can be. It is answered in the web client.';

export const ONCE = 'You can answer once.';

/** Said to somebody who writes back instead of using the form. */
export const BUTTONS_POINTER =
  'I read answers from the buttons and fields of a question only, not from messages. Write “inbox” to see what waits for you.';

export const HELP = [
  'I bring you the questions of flows that wait for a person, and take your answer back to them.',
  'inbox: what waits for you now',
  'help: this text',
] as const;

export const NOT_KNOWN = 'I do not know who you are: your account here is not in the directory of this organisation.';

/** What an administrator sends to see that a channel reaches people. */
export const TEST_NOTICE = {
  kind: 'notice',
  title: 'Handback reaches you here',
  text: 'This is a test. Nothing needs to be done.',
  webUrl: null,
} as const;

export const inboxTitle = (count: number): string => {
  if (count === 0) return 'Nothing waits for you';
  return count === 1 ? 'One question waits for you' : `${count} questions wait for you`;
};

export const inboxMore = (count: number): string =>
  count === 1 ? 'One more is in the web client.' : `${count} more are in the web client.`;

const FAILED: Partial<Record<ProblemCode, string>> = {
  not_assignee: 'This question was not put to you, so your answer was not taken.',
  already_responded: 'You have answered this question already; your first answer counts.',
  request_closed: 'This question is closed, so your answer was not taken.',
  link_unusable:
    'This copy of the question has been used already. If the question is still open, answer it in the web client:',
  not_found: 'This question does not exist any more.',
  rate_limited: 'Too many answers came at once. Wait a minute and try again, or answer in the web client:',
};

/** Said to somebody who was asked, too, and pressed a button that was put to another. */
export const cardOfAnother = (webUrl: string): string =>
  `This card was put to somebody else, so your answer was not taken. You were asked in a card of your own, and in the web client: ${webUrl}`;

const NOT_RECORDED = 'Your answer could not be recorded. The question is still open in the web client:';
const WITH_LINK: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['link_unusable', 'rate_limited']);

/** What to tell a person whose answer could not be recorded (behaviour 7), with the way that is still open to them. */
export function whenFailed(code: ProblemCode, webUrl: string): string {
  const known = FAILED[code];
  if (!known) return `${NOT_RECORDED} ${webUrl}`;
  return WITH_LINK.has(code) ? `${known} ${webUrl}` : known;
}

/** Whether a question is one choice among a few, which buttons can answer (behaviour 4.1). */
export const singleField = ({ variables }: Pick<Question, 'variables'>): VariableSpec | null => {
  const asked = variables.filter(({ type }) => type !== 'hidden');
  return asked.length === 1 ? asked[0]! : null;
};
