import type { FlowDefinition } from '../../../contract/flows.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { CompiledNode } from './checkNodes.ts';
import type { Problems } from './problems.ts';

/**
 * Start variables, node ids and output variables stand side by side at the root of an execution's context: no two may
 * collide. Several nodes may share an output variable; the last one visited counts.
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
    if (ids.has(id)) problems.add(`nodes.${id}.id`, `"${id}" is the id of two nodes`);
    ids.add(id);
  }
  variables.forEach(({ name }, index) => {
    if (ids.has(name))
      problems.add(
        `nodes.${startNodeId}.config.variables.${index}.name`,
        `the start variable "${name}" has the name of a node; both would stand under it in the context`,
      );
  });
  const started = new Set(variables.map(({ name }) => name));
  for (const { node, config } of compiled.values()) {
    const name = outputVariableOf(config);
    if (name === null || name === node.id) continue;
    const owner = ids.has(name) ? 'a node' : started.has(name) ? 'a start variable' : null;
    if (owner)
      problems.add(
        `nodes.${node.id}.config.outputVariable`,
        `"${node.id}": outputVariable "${name}" is the name of ${owner}`,
      );
  }
}

/** The second name under which a node's output stands in the context; null where its config gives none. */
function outputVariableOf(config: unknown): string | null {
  const name = (config as { outputVariable?: unknown } | null)?.outputVariable;
  return typeof name === 'string' ? name : null;
}
