import { withoutTurns } from '../../contract/cleanText.ts';
import type { Chat, ChatLog, ChatMessage, MayDoWithChat } from '../../contract/chats.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { StoredChat, StoredMessage } from './chatStore.ts';
import type { StoredVersion } from './chatVersionStore.ts';
import type { StoredLog } from './logStore.ts';

interface Shown {
  may: MayDoWithChat;
  /** Whether the person is told who may use the chat. */
  seesUsers: boolean;
  isFlowRetired: boolean;
}

export const toChat = ({ users, ...chat }: StoredChat, { may, seesUsers, isFlowRetired }: Shown): Chat => ({
  ...chat,
  may,
  isFlowRetired,
  ...(seesUsers && { users }),
  name: withoutTurns(chat.name),
  updatedAt: toIso(chat.updatedAt),
  retiredAt: toIsoOrNull(chat.retiredAt),
});

/** A complete version, or its entry in a list. */
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

export const toLog = ({ log, chat, shut }: ShownLog, isFlowRetired: boolean): ChatLog => ({
  id: log.id,
  chatId: log.chatId,
  name: withoutTurns(log.name),
  instructions: chat.instructions,
  flowId: chat.flowId,
  isFlowRetired,
  isChatRetired: chat.retiredAt !== null,
  assistant: { enabled: chat.assistant.enabled },
  assignmentId: log.assignmentId,
  attempt: log.attempt,
  createdAt: toIso(log.createdAt),
  mayWrite: shut === null,
});
