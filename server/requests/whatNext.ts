import type { FlowDefinition } from '../../contract/flows.ts';
import type { NextStep } from '../../contract/nextSteps.ts';
import { optionsOf, type VariableSpec } from '../../contract/variables.ts';
import { nextSteps, type ChosenField } from '../flow/nextRules.ts';
import type { NodeContext } from '../flow/nodeType.ts';
import { variableSpecsOf, type HumanConfig } from './humanConfig.ts';

/** A field with more options than this gets no list of where each leads. */
const MOST_OPTIONS = 50;

/** A definition never changes: the steps are computed once and cached with it. */
const known = new WeakMap<NodeContext<unknown>['definition'], Map<string, NextStep[]>>();

/**
 * What happens after a question. If several people must answer, no single answer decides, so no answers are named.
 * @param assigneeCount how many are asked
 */
export function whatNext(
  { definition, nodeId, config }: Pick<NodeContext<HumanConfig>, 'definition' | 'nodeId' | 'config'>,
  assigneeCount: number,
): NextStep[] {
  const isJoint = config.strategy === 'all' && assigneeCount > 1;
  const key = `${nodeId} ${isJoint ? 'joint' : 'single'}`;
  const ofFlow = known.get(definition) ?? new Map<string, NextStep[]>();
  known.set(definition, ofFlow);
  const steps = ofFlow.get(key) ?? workOut(definition, nodeId, config, isJoint);
  ofFlow.set(key, steps);
  return steps;
}

function workOut(
  definition: Pick<FlowDefinition, 'nodes' | 'edges'>,
  nodeId: string,
  config: HumanConfig,
  isJoint: boolean,
): NextStep[] {
  const names = [nodeId, ...(config.outputVariable === undefined ? [] : [config.outputVariable])];
  return nextSteps(definition, { nodeId, names, fields: isJoint ? [] : fieldsOf(config) });
}

/** Fields in which exactly one of a few options is chosen. */
function fieldsOf(config: HumanConfig): ChosenField[] {
  const isForm = config.inputType === 'form';
  const isChosen = (spec: VariableSpec) =>
    spec.type === 'select' && spec.required === true && !spec.optionsSource && optionsOf(spec).length <= MOST_OPTIONS;
  return variableSpecsOf(config)
    .filter(isChosen)
    .map((spec) => ({
      name: spec.name,
      path: isForm ? ['values', spec.name] : ['value'],
      values: optionsOf(spec).flatMap(({ value, disabled }) => (disabled ? [] : [value])),
    }));
}
