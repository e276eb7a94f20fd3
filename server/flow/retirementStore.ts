import type { Knex } from 'knex';
import { retirementIn } from '../foundation/retirementStore.ts';

export const flowRetirement = retirementIn('flows', 'flow');

/** Whether the flow of a chat is retired, for each of these chats. */
export async function findRetiredFlows(db: Knex, chats: readonly WithFlow[]): Promise<(chat: WithFlow) => boolean> {
  const retired = await flowRetirement.retiredAmong(
    db,
    chats.flatMap(({ flowId }) => flowId ?? []),
  );
  return ({ flowId }) => flowId !== null && retired.has(flowId);
}

interface WithFlow {
  flowId: string | null;
}
