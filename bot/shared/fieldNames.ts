import { SIMPLE_FIELD } from '../../contract/answers.ts';
import { labelOf } from '../../contract/variables.ts';

/** The id of a field on a platform, apart from every name that the platform or we use beside it. */
export const fieldId = (spec: { name: string }): string => `f_${spec.name}`;

/** The id of the time, where a platform takes date and time apart. */
export const timeId = (spec: { name: string }): string => `t_${spec.name}`;

/** The one field of a simple request has no name that means anything to people. */
export const fieldLabel = (spec: { name: string; label?: string }): string =>
  spec.name === SIMPLE_FIELD && spec.label === undefined ? 'Your answer' : labelOf(spec);
