import type { Chat, ChatLog } from '../../../contract/chats.ts';
import type { LogPlace } from '../api/logPlace.ts';

/** What a log shows of the chat that it is of. */
export interface ChatInLog extends Pick<Chat, 'name' | 'instructions' | 'flowId'> {
  place: LogPlace;
  assistant: { enabled: boolean };
}

export const ownLogOf = (chat: Chat): ChatInLog => ({ ...chat, place: { chatId: chat.id, logId: null } });

export const chatOfLog = ({ id, chatId, ...log }: ChatLog): ChatInLog => ({ ...log, place: { chatId, logId: id } });
