import { expect } from 'chai';
import { z } from 'zod';
import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';
import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import { checkDefinition, type CompiledFlow } from '../../server/flow/definition.ts';
import type { NodeType } from '../../server/flow/nodeType.ts';
import { conditionNode } from '../../server/flow/nodes/condition.ts';
import { createDelayNode } from '../../server/flow/nodes/delay.ts';
import { createDirectoryNodes } from '../../server/flow/nodes/directory.ts';
import { endNode } from '../../server/flow/nodes/end.ts';
import { createHttpNode } from '../../server/flow/nodes/http.ts';
import { joinNode, parallelNode } from '../../server/flow/nodes/parallel.ts';
import { setNode } from '../../server/flow/nodes/set.ts';
import { startNode } from '../../server/flow/nodes/start.ts';
import { createRefusalOf } from '../../server/foundation/http/outbound.ts';

/** As the guarded fetch of a server on a tenant would. */
export const refusalOfAddress = createRefusalOf({ allowedPrivateHosts: [] });

const nowhere = () => Promise.reject(new Error('Not asked in these tests.'));

/** A node that asks, for definitions only. */
const askNode: NodeType = {
  type: 'ask',
  displayName: 'Ask',
  configSchema: z.strictObject({ prompt: z.string().default(''), outputVariable: z.string().optional() }),
  effect: 'repeatable',
  isInstant: false,
  waits: true,
  timesOut: true,
  expressionsIn: ({ prompt }) => [{ field: 'prompt', text: prompt, kind: 'template' }],
  run: async () => ({ kind: 'wait', record: null }),
};

export const NODE_TYPES: ReadonlyMap<string, NodeType> = new Map(
  [
    startNode,
    endNode,
    setNode,
    conditionNode,
    parallelNode,
    joinNode,
    createDelayNode({ timeZone: 'UTC' }),
    createHttpNode({ guardedFetch: nowhere, refusalOf: refusalOfAddress, openAnswered: nowhere, openSecret: nowhere }),
    ...createDirectoryNodes({ user: nowhere, manager: nowhere, directReports: nowhere, searchUsers: nowhere }),
    askNode,
  ].map((type) => [type.type, type]),
);

type Nodes = Record<string, string | [type: string, config: FlowNode['config']]>;
type Edges = (string | [path: string, extra: Pick<FlowEdge, 'when' | 'on'>])[];

/** `{ go: 'start', done: 'end' }` and `['go > done']`; one text may name a chain of nodes. */
export function flow(nodes: Nodes, edges: Edges): FlowDefinition {
  return {
    id: 'tried',
    name: 'Tried',
    nodes: Object.entries(nodes).map(([id, node]) => {
      const [type, config] = typeof node === 'string' ? [node, {}] : node;
      return { id, type, config };
    }),
    edges: edges.flatMap((edge) => {
      const [path, extra] = typeof edge === 'string' ? [edge, {}] : edge;
      const ids = path.split(' > ');
      return ids.slice(1).map((to, n) => ({ from: ids[n]!, to, ...extra }));
    }),
  };
}

export function refusalOf(definition: FlowDefinition): FieldChecks {
  const checked = checkDefinition(definition, NODE_TYPES);
  return checked.ok ? {} : checked.faults;
}

export function compiled(definition: FlowDefinition): CompiledFlow {
  const checked = checkDefinition(definition, NODE_TYPES);
  if (!checked.ok) throw new Error(`Refused: ${JSON.stringify(checked.faults)}`);
  return checked.flow;
}

export interface Refused {
  because: string;
  definition: FlowDefinition;
  field: string;
  fault: FailedCheck;
}

/** One test per case. */
export function itIsRefusedFor(cases: Refused[]): void {
  for (const { because, definition, field, fault } of cases)
    it(because, () => expect(refusalOf(definition)[field]).to.deep.equal(fault));
}
