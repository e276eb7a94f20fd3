import type { Knex } from 'knex';
import type { ChatContext } from '../../contract/requests.ts';
import { countMessages, newestMessages } from './chatStore.ts';
import { chatOfLog } from './logStore.ts';

/** Behaviour 2.2 and 8. */
export const CHAT_CONTEXT_LIMITS = { messages: 10, characters: 500 };

/** What an assignee may see of the conversation that led to the question. */
export async function chatContextOf(
  db: Knex,
  {
    chatId,
    person,
    logId,
    flowName,
  }: { chatId: string | null; person: string; logId: string | null; flowName: string },
): Promise<ChatContext> {
  if (chatId === null) return { chatName: flowName, recentMessages: [], totalMessages: 0 };
  const log = { chatId, person, logId };
  const [chat, newest, totalMessages] = await Promise.all([
    chatOfLog(db, log),
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
