import type { ChatMessage } from '../../contract/chats.ts';
import type { Text, TextId } from './text.ts';

/** The text of a message; system messages are translated, unless this client does not know their id. */
export function messageWords({ content, notice }: Pick<ChatMessage, 'content' | 'notice'>, text: Text): string {
  if (!notice) return content;
  const own = `notice.${notice.id}` as TextId;
  const words = text(own, notice.values);
  return words === own ? content : words;
}
