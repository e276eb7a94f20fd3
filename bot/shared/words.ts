import type { Notice, Question } from '../../contract/messages.ts';
import type { FieldErrors } from '../../contract/problem.ts';
import type { ChatContext } from '../../contract/requests.ts';
import type { Speech } from '../../contract/speech.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { wholeCharacters } from '../../contract/wholePart.ts';
import type { RefusedCode } from './takeAnswer.ts';

/** Cuts a text to a number of characters (code points), never within one that readers see, and adds an ellipsis. */
export function cut(text: string, characters: number): string {
  if (fits(text, characters)) return text;
  return characters < 1 ? '' : `${wholeCharacters(text, characters - 1).trimEnd()}…`;
}

const fits = (text: string, characters: number): boolean => text.length <= characters || [...text].length <= characters;

/** Like `cut`, and says that the rest is in the web client. */
export function cutWithPointer(text: string, characters: number, { say }: Speech): string {
  if (fits(text, characters)) return text;
  const theRest = say('bot.theRest');
  return `${wholeCharacters(text, characters - theRest.length).trimEnd()} ${theRest}`.trimStart();
}

/** Errors of fields that are not shown. */
export function otherErrors(specs: readonly VariableSpec[], fields: FieldErrors): string[] {
  const isSeen = (key: string): boolean => specs.some(({ name }) => key === name || key.startsWith(`${name}.`));
  return Object.entries(fields)
    .filter(([key]) => !isSeen(key))
    .map(([, message]) => message);
}

/** For the strategy `all`: how many have answered (behaviour 4.2). */
export const progressText = ({ answered, of }: { answered: number; of: number }, { say }: Speech): string =>
  say('message.progress', { answered, of });

/** The last messages of a conversation (behaviour 2.2), one per line, newest last; null if there are none. */
export function contextOf(
  { chatName, recentMessages, totalMessages }: ChatContext,
  { messages, characters }: { messages: number; characters: number },
  { say }: Speech,
): { title: string; lines: { who: string; text: string }[] } | null {
  const last = messages > 0 ? recentMessages.slice(-messages) : [];
  if (last.length === 0) return null;
  const lines = last.map(({ role, content }) => ({
    who: say(`message.role.${role}`),
    text: cut(content.replace(/\s+/g, ' ').trim(), characters),
  }));
  const [chat, shown, total] = [cut(chatName, 100), last.length, totalMessages];
  const title =
    shown < total ? say('message.conversationEnd', { chat, shown, total }) : say('message.conversation', { chat });
  return { title, lines };
}

/** The bot's help, line by line. */
export const helpLines = ({ say }: Speech): string[] => [say('bot.help'), say('bot.help.inbox'), say('bot.help.help')];

/** The test message that an administrator can send. */
export const testNotice = ({ say }: Speech): Notice => ({
  kind: 'notice',
  title: say('bot.testTitle'),
  text: say('bot.test'),
  webUrl: null,
});

/** Whether the text includes the web client's link. */
const FAILED = {
  not_assignee: false,
  already_responded: false,
  request_closed: false,
  link_unusable: true,
  link_unknown: true,
  link_used: true,
  link_expired: true,
  not_found: false,
  rate_limited: true,
} satisfies Partial<Record<RefusedCode, boolean>>;

const isKnown = (code: RefusedCode): code is keyof typeof FAILED => Object.hasOwn(FAILED, code);

/** The message for an answer that was not recorded (behaviour 7), with where the person can still answer. */
export function whenFailed(code: RefusedCode, webUrl: string, { say }: Speech): string {
  const words = say(`bot.failed.${isKnown(code) ? code : 'other'}`);
  return isKnown(code) && !FAILED[code] ? words : `${words} ${webUrl}`;
}

/** The single field of a question that buttons can answer (behaviour 4.1), or null. */
export const singleField = ({ variables }: Pick<Question, 'variables'>): VariableSpec | null => {
  const asked = variables.filter(({ type }) => type !== 'hidden');
  return asked.length === 1 ? asked[0]! : null;
};
