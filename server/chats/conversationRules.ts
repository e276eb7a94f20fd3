import type { LlmTurn } from './llmClient.ts';
import type { StoredChat, StoredMessage } from './chatStore.ts';

/** How much of a log a model is shown, counted from the newest message. */
export const CONVERSATION_LIMITS = { messages: 40, characters: 60_000 };

/**
 * Converts a log to turns of the protocol, oldest first. System messages are about the chat, not part of it, and are
 * left out. Consecutive messages of one side become one turn: some endpoints require alternating sides.
 * @param newestFirst the newest message is always included, whatever its length
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

/** The turn before the conversation; empty if there are no instructions. */
export function instructionsTurn(...instructions: string[]): LlmTurn[] {
  const content = instructions
    .map((each) => each.trim())
    .filter(Boolean)
    .join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

/** The prompt of an assistant: the instructions of chat and assistant, and the person's log. */
export const assistantTurns = (
  { instructions, assistant }: Pick<StoredChat, 'instructions' | 'assistant'>,
  newestFirst: Pick<StoredMessage, 'role' | 'content'>[],
): LlmTurn[] => [...instructionsTurn(instructions, assistant.instructions), ...turnsOf(newestFirst)];
