import type { FlowDefinition, FlowEdge } from '../../../contract/flows.ts';
import type { FailedCheck } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';
import { checkExpression } from '../expressionCheck.ts';
import { asksForSecret } from '../secretCalls.ts';
import type { CompiledNode } from './checkNodes.ts';
import type { Problems } from './problems.ts';

type Nodes = ReadonlyMap<string, CompiledNode>;

/** Checks every edge, and the edges that leave one node against each other. */
export function checkEdges(definition: FlowDefinition, nodes: Nodes, problems: Problems): void {
  const ids = new Set(definition.nodes.map(({ id }) => id));
  definition.edges.forEach((edge, index) => {
    const refuse: Refuse = (part, said) => problems.addFault(`edges.${index}.${part}`, said);
    for (const part of ['from', 'to'] as const)
      if (!ids.has(edge[part])) refuse(part, check('unknownNode', { node: edge[part] }));
    checkPlace(edge, nodes, refuse);
    checkConditions(edge, nodes, refuse);
  });
  for (const node of nodes.values()) checkChoice(node, definition, problems);
}

type Refuse = (part: keyof FlowEdge, said: FailedCheck) => void;

function checkPlace({ from, to }: FlowEdge, nodes: Nodes, refuse: Refuse): void {
  if (nodes.get(from)?.type.type === 'end') refuse('from', check('leavesEnd', { node: from }));
  if (nodes.get(to)?.type.type === 'start') refuse('to', check('leadsToStart', { node: to }));
}

function checkConditions({ from, when, on }: FlowEdge, nodes: Nodes, refuse: Refuse): void {
  const type = nodes.get(from)?.type;
  const mistake = when === undefined ? null : (checkExpression(when) ?? secretIn(when, from));
  if (mistake) refuse('when', mistake);
  if (when !== undefined && on !== undefined) refuse('on', check('whenAndOn', { node: from }));
  if (type?.type === 'parallel' && when !== undefined) refuse('when', check('parallelCondition', { node: from }));
  if (type?.type === 'parallel' && on !== undefined) refuse('on', check('parallelFailure', { node: from }));
  if (on === 'timeout' && type && !type.timesOut) refuse('on', check('noTimeout', { node: from, type: type.type }));
}

/** Exactly one edge must apply after an output and after each kind of failure. */
function checkChoice({ node, type }: CompiledNode, { edges }: FlowDefinition, problems: Problems): void {
  if (type.type === 'end') return;
  const leaving = edges.flatMap((edge, index) => (edge.from === node.id ? [{ ...edge, index }] : []));
  const onward = leaving.filter(({ on }) => on === undefined);
  if (onward.length === 0) problems.add(`nodes.${node.id}`, 'noWayOn', { node: node.id });
  if (type.type === 'parallel') {
    if (onward.length < 2) problems.add(`nodes.${node.id}`, 'parallelOfOne', { node: node.id });
    return;
  }
  const choices = [
    onward.filter(({ when }) => when === undefined),
    ...(['error', 'timeout'] as const).map((kind) => leaving.filter(({ on }) => on === kind)),
  ];
  for (const [, ...more] of choices)
    for (const { index, on } of more)
      if (on === undefined) problems.add(`edges.${index}.when`, 'secondWay', { node: node.id });
      else problems.add(`edges.${index}.on`, 'secondCatch', { node: node.id });
}

const secretIn = (when: string, node: string): FailedCheck | null =>
  asksForSecret(when, 'expression') ? check('secretOutsideHttp', { node }) : null;
