import { optionsChosen, type Option, type VariableSpec } from './variables.ts';

/** What somebody has chosen that is asked about once more before it is sent, in the order of the fields. */
export const optionsToConfirm = (
  specs: readonly Pick<VariableSpec, 'name' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): Option[] => optionsChosen(specs, values).filter(({ confirm }) => confirm === true);
