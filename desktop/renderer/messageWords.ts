import type { ChatMessage } from '../../contract/chats.ts';
import type { Text, TextId } from './text.ts';

/** What a message says: the system speaks the person's language, unless it is newer than this client. */
export function messageWords({ content, notice }: Pick<ChatMessage, 'content' | 'notice'>, text: Text): string {
  if (!notice) return content;
  const own = `notice.${notice.id}` as TextId;
  const words = text(own, notice.values);
  return words === own ? content : words;
}
