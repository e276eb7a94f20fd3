import { iconText } from '../../contract/icons.ts';
import { optionLabel, optionsOf, type Option, type VariableSpec } from '../../contract/variables.ts';

/** An option as a chat offers it: groups flattened, with an id that says nothing and holds no character of the value. */
export interface Choice {
  id: string;
  label: string;
  value: string;
  description: string | null;
}

const idAt = (index: number): string => `o${index}`;

/**
 * What may be chosen, in order (behaviour 4.1). Disabled options are left out but keep their place, so that an id means
 * the same as long as the spec does. Options of different groups that read alike say which group they are of.
 */
export function flattenOptions(spec: Pick<VariableSpec, 'options'>): Choice[] {
  const labels = labelsOf(spec);
  return optionsOf(spec).flatMap((option, index) => {
    const { value, description = null, disabled } = option;
    return disabled ? [] : [{ id: idAt(index), label: iconText(option) + labels.get(option)!, value, description }];
  });
}

function labelsOf(spec: Pick<VariableSpec, 'options'>): Map<Option, string> {
  const counts = new Map<string, number>();
  for (const option of optionsOf(spec)) counts.set(optionLabel(option), (counts.get(optionLabel(option)) ?? 0) + 1);
  const labels = new Map<Option, string>();
  for (const entry of spec.options ?? [])
    for (const option of 'options' in entry ? entry.options : [entry]) {
      const label = optionLabel(option);
      labels.set(option, 'options' in entry && counts.get(label)! > 1 ? `${label} (${entry.label})` : label);
    }
  return labels;
}

/** The value behind the id of a choice; an unknown id comes back as it is, so that the check of answers refuses it. */
export function valueOfChoice(spec: Pick<VariableSpec, 'options'>, id: string): string {
  const index = /^o(0|[1-9]\d{0,4})$/.exec(id)?.[1];
  return (index === undefined ? undefined : optionsOf(spec)[Number(index)]?.value) ?? id;
}
