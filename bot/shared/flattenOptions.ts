import { iconText } from '../../contract/icons.ts';
import { optionLabel, optionsOf, type Option, type VariableSpec } from '../../contract/variables.ts';

/** An option in a chat: groups flattened, with an opaque id that contains nothing of the value. */
export interface Choice {
  id: string;
  label: string;
  value: string;
  description: string | null;
}

/** The id of the choice that clears a selection. */
export const NO_CHOICE = 'none';

const idAt = (index: number): string => `o${index}`;

/**
 * The options that may be chosen, in order (behaviour 4.1). Disabled ones are left out but keep their index, so that
 * ids are stable for a spec. Options with the same label in different groups include the group's name.
 */
export function flattenOptions(spec: Pick<VariableSpec, 'options'>): Choice[] {
  const labels = labelsOf(spec);
  return optionsOf(spec).flatMap((option, index) => {
    const { value, description = null, disabled } = option;
    return disabled ? [] : [{ id: idAt(index), label: iconText(option) + labels.get(option)!, value, description }];
  });
}

/** The described options, in order, for places that only show labels. */
export const describedOptions = (choices: readonly Choice[]): string[] =>
  choices.flatMap(({ label, description }) => (description?.trim() ? [`${label} – ${description}`] : []));

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

/** What to add to each of these labels so that no two look the same: ` (2)` to the second of its kind, and so on. */
export function numbersFor(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times > 1 ? ` (${times})` : '';
  });
}

/** The value of a choice id; returns an unknown id unchanged, so that `checkAnswers` refuses it. */
export function valueOfChoice(spec: Pick<VariableSpec, 'options'>, id: string): string {
  const index = /^o(0|[1-9]\d{0,4})$/.exec(id)?.[1];
  return (index === undefined ? undefined : optionsOf(spec)[Number(index)]?.value) ?? id;
}
