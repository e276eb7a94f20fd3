import { createExpressions } from '../../../server/flow/expressions.ts';
import { NodeError, type NodeType, type RunResult } from '../../../server/flow/nodeType.ts';

export const NOW = Date.UTC(2026, 10, 20, 9);
export const STARTER = {
  id: 'ada-id',
  displayName: 'Ada',
  email: 'ada@sandbox.test',
  userPrincipalName: 'ada@sandbox.test',
};

/** Visits nodes as the engine does, each with its parsed config. */
export function visits() {
  const service = createExpressions({ count: 1 });
  const expressions = service.of({ author: 'ada-id', execution: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  after(() => service.close());

  const visit = async (type: NodeType, config: object, context: Record<string, unknown> = {}): Promise<RunResult> =>
    type.run({
      executionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      flowId: 'tried',
      flowVersion: 1,
      flowName: 'Tried',
      definition: { nodes: [], edges: [] },
      nodeId: 'node',
      nodeName: 'Node',
      visitKey: 'node.2',
      branchId: '0',
      config: type.configSchema.parse(config),
      context,
      storedContext: context,
      startedBy: STARTER,
      chatId: null,
      logId: null,
      expressions,
      now: NOW,
      signal: new AbortController().signal,
      begin: () => Promise.resolve(),
    });

  return {
    visit,
    /** @throws if the visit does not fail with an error that a flow can catch */
    async failureOf(type: NodeType, config: object, context: Record<string, unknown> = {}): Promise<NodeError> {
      try {
        await visit(type, config, context);
      } catch (error) {
        if (error instanceof NodeError) return error;
        throw error;
      }
      throw new Error('The visit did not fail.');
    },
  };
}
