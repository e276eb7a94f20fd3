import type { LogPlace } from './logPlace.ts';
import { KEYS } from './queries.ts';

export const messagesKey = ({ chatId, logId }: LogPlace) => [...KEYS.chats, 'messages', logId ?? chatId];
