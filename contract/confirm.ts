import { optionsOf, type Option, type VariableSpec } from './variables.ts';

/** What somebody has chosen that is asked about once more before it is sent, in the order of the fields. */
export function optionsToConfirm(
  specs: readonly Pick<VariableSpec, 'name' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): Option[] {
  return specs.flatMap((spec) => {
    const chosen = new Set([values[spec.name]].flat());
    return optionsOf(spec).filter(({ value, confirm }) => confirm === true && chosen.has(value));
  });
}
