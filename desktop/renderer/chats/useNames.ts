import type { ChatMessage } from '../../../contract/chats.ts';
import { useFlows, useMe } from '../api/queries.ts';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';

/** What those who speak in a log are called: the person whose it is, the flow of the chat or its assistant, and Handback itself. */
export function useNames({ name, flowId }: Pick<ChatInLog, 'name' | 'flowId'>): (role: ChatMessage['role']) => string {
  const text = useText();
  const me = useMe().data?.displayName ?? text('context.role.user');
  const flow = useFlows().data?.find((each) => each.id === flowId)?.name ?? name; // a flow that is not open to them
  const names = { user: me, ai: flowId === null ? text('chat.assistant') : flow, system: 'Handback' };
  return (role) => names[role];
}
