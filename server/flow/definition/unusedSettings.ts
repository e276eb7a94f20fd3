import { RULES_USED_BY } from '../../../contract/fieldRules.ts';
import type { FieldChecks } from '../../../contract/problem.ts';
import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import { check } from '../../foundation/errors.ts';
import type { CompiledFlow } from '../definition.ts';
import { variablesOf } from './checkNodes.ts';

type Settings = typeof RULES_USED_BY;

const CHOICES: VariableType[] = ['select', 'multiselect'];

/** The settings of a field that only these types use. */
const USED_BY: Settings = {
  options: [...CHOICES, 'hierarchy'],
  optionsSource: [...CHOICES, 'hierarchy'],
  variant: CHOICES,
  autoSubmitOnSelect: CHOICES,
  columns: ['table'],
  accept: ['file'],
  value: ['hidden'],
};

/** Warnings at settings that have no effect, because the type of their field does not use them. */
export function unusedSettings({ nodes }: Pick<CompiledFlow, 'nodes'>): FieldChecks {
  const all = [...nodes.values()].flatMap(({ node, config }) =>
    variablesOf(config).flatMap((spec, n) =>
      unusedIn(spec).map((setting) => [`nodes.${node.id}.config.variables.${n}.${setting}`, spec.type] as const),
    ),
  );
  return Object.fromEntries(all.map(([field, type]) => [field, check('settingUnused', { type })]));
}

function unusedIn(spec: VariableSpec): string[] {
  const unused = (settings: object, usedBy: Settings, at = '') =>
    Object.keys(settings)
      .filter((name) => usedBy[name] && !usedBy[name].includes(spec.type))
      .map((name) => at + name);
  return [...unused(spec, USED_BY), ...unused(spec.validation ?? {}, RULES_USED_BY, 'validation.')];
}
