import type { FlowEdge } from '../../../contract/flows.ts';
import { nodeFailure, type Expressions } from '../nodeType.ts';

/** The parts of a visit's result that decide the next edge. */
export interface VisitOutcome {
  nodeId: string;
  status: 'completed' | 'failed' | 'cancelled';
  error: { code: string } | null;
}

const TIMEOUT_CODE = 'human_input_timeout';

/**
 * The edge to follow. After an output: the first edge whose `when` is true, in order, else the one without `when`.
 * After a failure: `on: timeout` if it is a time-out, else `on: error`; null if the flow catches neither.
 * @throws NodeError `no_edge`; `expression_failed`, `expression_timeout` when a condition cannot be evaluated
 */
export async function chooseEdge(
  flow: { edgesFrom: ReadonlyMap<string, readonly FlowEdge[]> },
  { nodeId, status, error }: VisitOutcome,
  context: Readonly<Record<string, unknown>>,
  expressions: Expressions,
): Promise<FlowEdge | null> {
  const edges = flow.edgesFrom.get(nodeId) ?? [];
  if (status !== 'completed') return errorEdge(edges, error?.code);
  for (const edge of edges)
    if (edge.when !== undefined && (await holds(edge, edge.when, context, expressions))) return edge;
  const otherwise = edges.find(({ when, on }) => when === undefined && on === undefined);
  if (!otherwise) throw nodeFailure('no_edge', { node: nodeId });
  return otherwise;
}

function errorEdge(edges: readonly FlowEdge[], code?: string): FlowEdge | null {
  const onTimeout = code === TIMEOUT_CODE ? edges.find(({ on }) => on === 'timeout') : undefined;
  return onTimeout ?? edges.find(({ on }) => on === 'error') ?? null;
}

/** Only `true` is true, and no value is false; a number or text is a mistake that must not go unnoticed. */
async function holds(
  { from, to }: FlowEdge,
  when: string,
  context: Readonly<Record<string, unknown>>,
  expressions: Expressions,
) {
  const value = await expressions.evaluate(when, context);
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  throw nodeFailure('expression_failed', { why: 'condition', node: from, next: to });
}
