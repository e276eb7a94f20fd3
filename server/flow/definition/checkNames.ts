import type { FlowDefinition } from '../../../contract/flows.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { CompiledNode } from './checkNodes.ts';
import type { Problems } from './problems.ts';

/**
 * Start variables, node ids and output variables share the root of an execution's context: no two may collide. Several
 * nodes may share an output variable; the last visit wins.
 */
export function checkNames(
  { nodes }: FlowDefinition,
  compiled: ReadonlyMap<string, CompiledNode>,
  variables: VariableSpec[],
  startNodeId: string | undefined,
  problems: Problems,
): void {
  const ids = new Set<string>();
  for (const { id } of nodes) {
    if (ids.has(id)) problems.add(`nodes.${id}.id`, 'idTwice', { node: id });
    ids.add(id);
  }
  variables.forEach(({ name }, index) => {
    if (ids.has(name))
      problems.add(`nodes.${startNodeId}.config.variables.${index}.name`, 'startVariableIsNode', { name });
  });
  const started = new Set(variables.map(({ name }) => name));
  for (const { node, config } of compiled.values()) {
    const name = outputVariableOf(config);
    if (name === null || name === node.id) continue;
    const fault = ids.has(name) ? 'outputIsNode' : started.has(name) ? 'outputIsStartVariable' : null;
    if (fault) problems.add(`nodes.${node.id}.config.outputVariable`, fault, { name });
  }
}

/** The second name of a node's output in the context; null if its config has none. */
function outputVariableOf(config: unknown): string | null {
  const name = (config as { outputVariable?: unknown } | null)?.outputVariable;
  return typeof name === 'string' ? name : null;
}
