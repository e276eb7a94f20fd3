import { z } from 'zod';
import type { FlowDefinition, FlowNode } from '../../../contract/flows.ts';
import { VariableSpec } from '../../../contract/variables.ts';
import type { FailedCheck } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';
import { faultsIn } from '../../foundation/issues.ts';
import { checkExpression } from '../expressionCheck.ts';
import type { Expression, NodeType } from '../nodeType.ts';
import { asksForSecret, checkSecretCalls } from '../secretCalls.ts';
import { checkTemplate } from '../templates.ts';
import { checkSpecs, expressionsInSpecs } from '../variableSpecs.ts';
import type { Problems } from './problems.ts';

export interface CompiledNode {
  node: FlowNode;
  type: NodeType;
  /** As parsed by the type's schema. */
  config: unknown;
}

/** Checks every node by itself: its id, type, config and expressions. */
export function compileNodes(
  definition: FlowDefinition,
  nodeTypes: ReadonlyMap<string, NodeType>,
  problems: Problems,
): Map<string, CompiledNode> {
  const compiled = new Map<string, CompiledNode>();
  for (const node of definition.nodes) {
    const type = nodeTypes.get(node.type);
    if (!type) {
      const known = [...nodeTypes.keys()].join(', ');
      problems.add(`nodes.${node.id}.type`, 'unknownType', { type: node.type, types: known });
      continue;
    }
    const config = checkConfig(node, type, definition, (field, fault) =>
      problems.addFault(`nodes.${node.id}.config${field && `.${field}`}`, fault),
    );
    compiled.set(node.id, { node, type, config });
  }
  return compiled;
}

type Refuse = (field: string, fault: FailedCheck) => void;

/** The parsed config; the raw config if it is refused. */
function checkConfig(node: FlowNode, type: NodeType, definition: FlowDefinition, refuse: Refuse): unknown {
  const parsed = type.configSchema.safeParse(node.config);
  if (!parsed.success) {
    for (const [field, fault] of faultsIn(parsed.error.issues, node.config)) refuse(field, fault);
    return node.config;
  }
  const config: unknown = parsed.data;
  const specs = variablesOf(config);
  const faults = { ...checkSpecs(specs), ...type.check?.(config, definition) };
  for (const [field, fault] of Object.entries(faults)) refuse(field, fault);
  for (const { field, text, kind, mayAskForSecrets } of [
    ...expressionsInSpecs(specs),
    ...(type.expressionsIn?.(config) ?? []),
  ]) {
    const mistake = kind === 'expression' ? checkExpression(text) : checkTemplate(text);
    const fault = mistake ?? checkSecrets(node, { text, kind, mayAskForSecrets });
    if (fault) refuse(field, fault);
  }
  return config;
}

/** Secrets may only be sent to the server that an http node calls. */
function checkSecrets(
  { id, name = id }: FlowNode,
  { text, kind, mayAskForSecrets = false }: Omit<Expression, 'field'>,
): FailedCheck | null {
  if (mayAskForSecrets) return checkSecretCalls(text, kind);
  return asksForSecret(text, kind) ? check('secretOutsideHttp', { node: name }) : null;
}

const Variables = z.object({ variables: z.array(VariableSpec) });

/** The variable specs in a node's config, whatever its type; empty if there are none or they are invalid. */
export function variablesOf(config: unknown): VariableSpec[] {
  const parsed = Variables.safeParse(config);
  return parsed.success ? parsed.data.variables : [];
}
