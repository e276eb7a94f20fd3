import type { FlowDefinition, FlowEdge } from '../../contract/flows.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { checkEdges } from './definition/checkEdges.ts';
import { checkGraph } from './definition/checkGraph.ts';
import { checkNames } from './definition/checkNames.ts';
import { compileNodes, variablesOf, type CompiledNode } from './definition/checkNodes.ts';
import { createProblems, type Problems } from './definition/problems.ts';
import { checkTitle } from './definition/checkTitle.ts';
import type { NodeType } from './nodeType.ts';

export type { CompiledNode } from './definition/checkNodes.ts';
export { chooseEdge } from './definition/chooseEdge.ts';

/** A valid definition, ready to run. */
export interface CompiledFlow {
  definition: FlowDefinition;
  /** Id of the person who saved this version; null if it is not stored. */
  author: string | null;
  nodes: ReadonlyMap<string, CompiledNode>;
  /** The outgoing edges of every node, in the order of the definition. */
  edgesFrom: ReadonlyMap<string, FlowEdge[]>;
  startNodeId: string;
  /** What an execution may be started with. */
  variables: VariableSpec[];
  /** Whether it asks for passwords: the contexts of its executions may then hold references to them. */
  asksForPasswords: boolean;
}

export type CheckedDefinition = { ok: true; flow: CompiledFlow } | { ok: false; faults: FieldChecks };

/**
 * Checks everything that can be known about a definition before it runs. Faults are keyed by fields that name the node
 * or edge, such as `nodes.<id>.config.prompt` or `edges.<index>.when`. Never throws.
 */
export function checkDefinition(
  definition: FlowDefinition,
  nodeTypes: ReadonlyMap<string, NodeType>,
): CheckedDefinition {
  const problems = createProblems();
  const structure = createProblems();
  const nodes = compileNodes(definition, nodeTypes, problems);
  const starts = definition.nodes.filter(({ type }) => type === 'start');
  const startNodeId = starts[0]?.id;
  const variables = variablesOf(nodes.get(startNodeId ?? '')?.config);
  checkStartAndEnd(definition, structure);
  checkTitle(definition, problems);
  checkEdges(definition, nodes, structure);
  checkNames(definition, nodes, variables, startNodeId, structure);
  const edgesFrom = new Map(definition.nodes.map(({ id }) => [id, definition.edges.filter(({ from }) => from === id)]));

  const isWhole = structure.isEmpty && nodes.size === definition.nodes.length;
  if (isWhole) checkGraph({ definition, nodes, edgesFrom, startNodeId: startNodeId! }, structure);
  if (!problems.isEmpty || !structure.isEmpty)
    return { ok: false, faults: { ...structure.toFaults(), ...problems.toFaults() } };
  const flow = { definition, author: null, nodes, edgesFrom, startNodeId: startNodeId!, variables };
  return { ok: true, flow: { ...flow, asksForPasswords: asksForPasswords(nodes) } };
}

const asksForPasswords = (nodes: ReadonlyMap<string, CompiledNode>): boolean =>
  [...nodes.values()].some(({ config }) => variablesOf(config).some(({ type }) => type === 'password'));

function checkStartAndEnd({ nodes }: FlowDefinition, problems: Problems): void {
  const count = (wanted: string) => nodes.filter(({ type }) => type === wanted).length;
  if (count('start') !== 1) problems.add('nodes', 'oneStart', { count: count('start') });
  if (count('end') === 0) problems.add('nodes', 'noEnd');
}
