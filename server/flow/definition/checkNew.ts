import type { FieldChecks } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { checkAnswerable } from '../answerableSpecs.ts';
import type { CompiledFlow } from '../definition.ts';
import { checkIcons } from '../variableSpecs.ts';
import { variablesOf } from './checkNodes.ts';

/** What is wrong with a version as long as it is not stored. */
export const checkNew = ({ nodes }: Pick<CompiledFlow, 'nodes'>): FieldChecks =>
  Object.fromEntries(
    [...nodes.values()].flatMap(({ node, type, config }) =>
      Object.entries({ ...checkNewSpecs(variablesOf(config)), ...type.checkNew?.(config) }).map(([field, fault]) => [
        `nodes.${node.id}.config${field && `.${field}`}`,
        fault,
      ]),
    ),
  );

const checkNewSpecs = (specs: VariableSpec[]): FieldChecks => ({
  ...Object.assign({}, ...specs.map(({ options }, n) => checkIcons(options, `variables.${n}.options`))),
  ...checkAnswerable(specs),
});
