import type { FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';
import type { CompiledFlow } from '../definition.ts';
import { FUNCTIONS } from '../mentionedNames.ts';
import { mentionsInFlow } from './flowExpressions.ts';

/**
 * Warnings, not faults: names in expressions that nothing in the flow ever sets, so that they always have no value.
 * Reports the first one of each field.
 */
export function doubtsIn(
  flow: Pick<CompiledFlow, 'nodes' | 'definition' | 'variables'>,
  mentionsAt = mentionsInFlow(flow),
): FieldChecks {
  const given = { flow: namesGiven(flow), title: new Set([...startNames(flow), 'starter']), item: null };
  const doubts: FieldChecks = {};
  for (const { field, mentions, context } of mentionsAt) {
    const known = given[context];
    const name = known && [...mentions.names].find((each) => !known.has(each));
    const variable = [...mentions.variables].find((each) => !FUNCTIONS.has(each));
    const unknown = name ?? (variable === undefined ? undefined : `$${variable}`);
    if (unknown !== undefined) doubts[field] ??= check('nameOfNothing', { name: unknown });
  }
  return doubts;
}

const startNames = ({ variables }: Pick<CompiledFlow, 'variables'>): string[] => variables.map(({ name }) => name);

/** Every name that can appear at the root of the context. */
function namesGiven(flow: Pick<CompiledFlow, 'nodes' | 'variables'>): Set<string> {
  const names = new Set([...startNames(flow), ...flow.nodes.keys()]);
  for (const { type, config } of flow.nodes.values()) {
    const { outputVariable, values } = (config ?? {}) as { outputVariable?: string; values?: object };
    if (outputVariable !== undefined) names.add(outputVariable);
    if (type.type === 'set') Object.keys(values ?? {}).forEach((name) => names.add(name));
  }
  return names;
}
