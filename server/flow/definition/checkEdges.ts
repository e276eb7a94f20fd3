import type { FlowDefinition, FlowEdge } from '../../../contract/flows.ts';
import { checkExpression } from '../expressionCheck.ts';
import type { CompiledNode } from './checkNodes.ts';
import type { Problems } from './problems.ts';

type Nodes = ReadonlyMap<string, CompiledNode>;

/** Every edge by itself, and the edges that leave one node beside each other. */
export function checkEdges(definition: FlowDefinition, nodes: Nodes, problems: Problems): void {
  const ids = new Set(definition.nodes.map(({ id }) => id));
  definition.edges.forEach((edge, index) => {
    const refuse = (part: keyof FlowEdge, message: string) => problems.add(`edges.${index}.${part}`, message);
    for (const part of ['from', 'to'] as const)
      if (!ids.has(edge[part])) refuse(part, `there is no node "${edge[part]}"`);
    checkPlace(edge, nodes, refuse);
    checkConditions(edge, nodes, refuse);
  });
  for (const node of nodes.values()) checkChoice(node, definition, problems);
}

type Refuse = (part: keyof FlowEdge, message: string) => void;

function checkPlace({ from, to }: FlowEdge, nodes: Nodes, refuse: Refuse): void {
  if (nodes.get(from)?.type.type === 'end') refuse('from', `"${from}" is an end: no edge can leave it`);
  if (nodes.get(to)?.type.type === 'start') refuse('to', `"${to}" is the start: no edge can lead to it`);
}

function checkConditions({ from, when, on }: FlowEdge, nodes: Nodes, refuse: Refuse): void {
  const type = nodes.get(from)?.type;
  const mistake = when === undefined ? null : checkExpression(when);
  if (mistake) refuse('when', `the condition of the edge from "${from}" cannot be evaluated: ${mistake}`);
  if (when !== undefined && on !== undefined) refuse('on', `the edge from "${from}" has both "when" and "on"`);
  if (type?.type === 'parallel' && when !== undefined)
    refuse('when', `"${from}" starts all its branches: they have no conditions`);
  if (type?.type === 'parallel' && on !== undefined) refuse('on', `"${from}" cannot fail`);
  if (on === 'timeout' && type && !type.timesOut) refuse('on', `"${from}" (${type.type}) does not time out`);
}

/** After an output and after each kind of failure there must be one way to go. */
function checkChoice({ node, type }: CompiledNode, { edges }: FlowDefinition, problems: Problems): void {
  if (type.type === 'end') return;
  const leaving = edges.map((edge, index) => ({ ...edge, index })).filter(({ from }) => from === node.id);
  const onward = leaving.filter(({ on }) => on === undefined);
  if (onward.length === 0) problems.add(`nodes.${node.id}`, `no edge leads on from "${node.id}"`);
  if (type.type === 'parallel') {
    if (onward.length < 2) problems.add(`nodes.${node.id}`, `"${node.id}" needs two edges at least: one per branch`);
    return;
  }
  const choices = [
    onward.filter(({ when }) => when === undefined),
    ...(['error', 'timeout'] as const).map((kind) => leaving.filter(({ on }) => on === kind)),
  ];
  for (const [, ...more] of choices)
    for (const { index, on } of more)
      problems.add(
        `edges.${index}.${on === undefined ? 'when' : 'on'}`,
        on === undefined
          ? `"${node.id}" has another edge without a condition; only a parallel goes both ways`
          : `"${node.id}" has another edge for this`,
      );
}
