import type { Chat, ChatLog } from '../../../contract/chats.ts';
import type { LogPlace } from '../api/logPlace.ts';

/** The parts of a chat that its log shows. */
export interface ChatInLog extends Pick<Chat, 'name' | 'instructions' | 'flowId' | 'isFlowRetired'> {
  place: LogPlace;
  /** Nobody can begin it, because the chat is retired. */
  isClosed: boolean;
  assistant: { enabled: boolean };
}

export const ownLogOf = (chat: Chat): ChatInLog => ({
  ...chat,
  isClosed: chat.retiredAt !== null,
  place: { chatId: chat.id, logId: null },
});

export const chatOfLog = ({ id, chatId, ...log }: ChatLog): ChatInLog => ({
  ...log,
  isClosed: false,
  place: { chatId, logId: id },
});
