import type { FieldChecks } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { check } from '../../foundation/errors.ts';
import { checkAnswerable } from '../answerableSpecs.ts';
import type { CompiledFlow } from '../definition.ts';
import { unknownFunctionIn } from '../mentionedNames.ts';
import { checkIcons } from '../variableSpecs.ts';
import { checkBlank } from './checkBlank.ts';
import { checkBranches } from './checkBranches.ts';
import { variablesOf } from './checkNodes.ts';
import { mentionsInFlow, type MentionsAt } from './flowExpressions.ts';

/** Faults that are refused in new versions only; stored versions keep running. */
export const checkNew = (
  flow: Pick<CompiledFlow, 'nodes' | 'edgesFrom' | 'definition'>,
  mentionsAt = mentionsInFlow(flow),
): FieldChecks => ({
  ...checkFunctions(mentionsAt),
  ...checkBlank(flow.definition),
  ...checkBranches(flow),
  ...Object.fromEntries(
    [...flow.nodes.values()].flatMap(({ node, type, config }) =>
      Object.entries({ ...checkNewSpecs(variablesOf(config)), ...type.checkNew?.(config) }).map(([field, fault]) => [
        `nodes.${node.id}.config${field && `.${field}`}`,
        fault,
      ]),
    ),
  ),
});

/** Calling something that is not a function always fails. */
function checkFunctions(mentionsAt: readonly MentionsAt[]): FieldChecks {
  const faults: FieldChecks = {};
  for (const { field, mentions } of mentionsAt) {
    const name = unknownFunctionIn(mentions);
    if (name !== null) faults[field] ??= check('expressionFunction', { name });
  }
  return faults;
}

const checkNewSpecs = (specs: VariableSpec[]): FieldChecks => ({
  ...Object.assign({}, ...specs.map(({ options }, n) => checkIcons(options, `variables.${n}.options`))),
  ...checkAnswerable(specs),
});
