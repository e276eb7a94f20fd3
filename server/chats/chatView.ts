import { withoutTurns } from '../../contract/cleanText.ts';
import type { Chat, ChatLog, ChatMessage } from '../../contract/chats.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { StoredChat, StoredMessage } from './chatStore.ts';
import type { StoredVersion } from './chatVersionStore.ts';
import type { StoredLog } from './logStore.ts';

/** @param seesUsers who else may use it is shown to members who may use it themselves */
export const toChat = ({ users, ...chat }: StoredChat, seesUsers: boolean): Chat => ({
  ...chat,
  ...(seesUsers && { users }),
  name: withoutTurns(chat.name),
  updatedAt: toIso(chat.updatedAt),
});

/** All of a version, or what a list says of it. */
export const toVersion = <Stored extends Pick<StoredVersion, 'name' | 'savedAt'>>({ savedAt, ...version }: Stored) => ({
  ...version,
  name: withoutTurns(version.name),
  savedAt: toIso(savedAt),
});

export const toMessage = ({ id, role, content, notice, at, executionId }: StoredMessage): ChatMessage => ({
  id,
  role,
  content: withoutTurns(content),
  notice,
  at: toIso(at),
  executionId,
});

interface ShownLog {
  log: StoredLog;
  chat: StoredChat;
  shut: unknown;
}

export const toLog = ({ log, chat, shut }: ShownLog): ChatLog => ({
  id: log.id,
  chatId: log.chatId,
  name: withoutTurns(log.name),
  instructions: chat.instructions,
  flowId: chat.flowId,
  assistant: { enabled: chat.assistant.enabled },
  assignmentId: log.assignmentId,
  attempt: log.attempt,
  createdAt: toIso(log.createdAt),
  mayWrite: shut === null,
});
