import type { ChatMessage } from '../../../contract/chats.ts';
import { useFlows, useMe } from '../api/queries.ts';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';

/** The display names of a log's authors: its person, the chat's flow or assistant, and Handback itself. */
export function useNames({ name, flowId }: Pick<ChatInLog, 'name' | 'flowId'>): (role: ChatMessage['role']) => string {
  const text = useText();
  const me = useMe().data?.displayName ?? text('context.role.user');
  const flow = useFlows().data?.find((each) => each.id === flowId)?.name ?? name; // the person may not see the flow
  const names = { user: me, ai: flowId === null ? text('chat.assistant') : flow, system: 'Handback' };
  return (role) => names[role];
}
