import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import type { ChatContext } from '../../contract/requests.ts';
import { countMessages, newestMessages } from './chatStore.ts';
import { chatOfStarter } from './usableChatStore.ts';

/** Behaviour 2.2 and 8. */
export const CHAT_CONTEXT_LIMITS = { messages: 10, characters: 500 };

/** The execution whose question it is. */
interface Asking {
  chatId: string | null;
  logId: string | null;
  startedBy: Person;
  flowName: string;
  now: number;
}

/** What an assignee may see of the conversation that led to the question. */
export async function chatContextOf(
  db: Knex,
  { chatId, logId, startedBy, flowName, now }: Asking,
): Promise<ChatContext> {
  if (chatId === null) return { chatName: flowName, recentMessages: [], totalMessages: 0 };
  const log = { chatId, logId, person: startedBy.id };
  const [chat, newest, totalMessages] = await Promise.all([
    chatOfStarter(db, { chatId, logId, starter: startedBy, now }),
    newestMessages(db, { ...log, limit: CHAT_CONTEXT_LIMITS.messages }),
    countMessages(db, log),
  ]);
  const recentMessages = newest
    .reverse()
    .map(({ role, content, notice }) => ({ role, content: cut(content, CHAT_CONTEXT_LIMITS.characters), notice }));
  return { chatName: chat?.name ?? flowName, recentMessages, totalMessages };
}

/** Cuts a text to this many characters, never between surrogates. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text[characters - 1]!);
  return text.slice(0, isHalf ? characters - 1 : characters);
}
