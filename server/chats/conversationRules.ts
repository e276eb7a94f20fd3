import type { LlmTurn } from './llmClient.ts';
import type { StoredChat, StoredMessage } from './chatStore.ts';

/** So much of a log is shown to a model, counted from its newest message. */
export const CONVERSATION_LIMITS = { messages: 40, characters: 60_000 };

/**
 * A log in the words of the protocol, oldest first. What the system said is about the chat, not of it, and is left out.
 * Several messages in a row by the same side become one turn: some endpoints insist that the sides take turns.
 *
 * @param newestFirst the newest message is there however long it is
 */
export function turnsOf(
  newestFirst: Pick<StoredMessage, 'role' | 'content'>[],
  { messages, characters } = CONVERSATION_LIMITS,
): LlmTurn[] {
  const turns: LlmTurn[] = [];
  let total = 0;
  for (const { role, content } of newestFirst.slice(0, messages)) {
    if (role === 'system') continue;
    total += content.length;
    if (turns.length > 0 && total > characters) break;
    const side = role === 'ai' ? 'assistant' : 'user';
    const [next] = turns;
    if (next?.role === side) next.content = `${content}\n\n${next.content}`;
    else turns.unshift({ role: side, content });
  }
  return turns;
}

/** What the model is told before the conversation; nothing where there is nothing to tell. */
export function instructionsTurn(...instructions: string[]): LlmTurn[] {
  const content = instructions
    .map((each) => each.trim())
    .filter(Boolean)
    .join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

/** What an assistant is asked: the instructions of chat and assistant, and the person's log. */
export const assistantTurns = (
  { instructions, assistant }: Pick<StoredChat, 'instructions' | 'assistant'>,
  newestFirst: Pick<StoredMessage, 'role' | 'content'>[],
): LlmTurn[] => [...instructionsTurn(instructions, assistant.instructions), ...turnsOf(newestFirst)];
