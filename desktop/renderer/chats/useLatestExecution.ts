import { useExecutions } from '../api/executions.ts';
import { useMe } from '../api/queries.ts';
import type { ChatInLog } from './chatInLog.ts';

/** The latest execution that this person has started from a log; undefined while it is loading, or if there is none. */
export function useLatestExecution({ place }: Pick<ChatInLog, 'place'>, flowId: string) {
  const me = useMe().data?.id;
  const executions = useExecutions({ flow: flowId });
  return executions.data?.pages
    .flatMap(({ items }) => items)
    .find(({ chatId, logId, startedBy }) => chatId === place.chatId && logId === place.logId && startedBy.id === me);
}
