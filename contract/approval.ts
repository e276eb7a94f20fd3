import type { InputType } from './requests.ts';
import type { Option, OptionGroup, VariableSpec } from './variables.ts';

/** The default options of an approval, in English; clients have their own text. */
export const APPROVAL_OPTIONS = [
  { value: 'approved', label: 'Approve' },
  { value: 'rejected', label: 'Reject' },
] as const satisfies Option[];

/** Whether the options equal the default ones, word for word; spelling out the defaults changes nothing. */
export const isPlainApproval = (inputType: InputType, options: readonly (Option | OptionGroup)[] = []): boolean =>
  inputType === 'approval' &&
  options.length === APPROVAL_OPTIONS.length &&
  APPROVAL_OPTIONS.every(({ value, label }, n) => {
    const offered = options[n]!;
    return 'value' in offered && offered.value === value && offered.label === label;
  });

/** The stored label of the one field of a question that is not a form; authors do not name it. */
export const SIMPLE_LABEL = 'Your answer';

type Approval = (typeof APPROVAL_OPTIONS)[number];
type Say = (id: `approval.${Approval['value']}` | 'answer.label') => string;

/**
 * Translates the product's own words in fields: Approve and Reject, and the label of the one field of a question that
 * is not a form. Leaves the author's words alone.
 */
export const inOwnWords = <Spec extends Pick<VariableSpec, 'options' | 'label'>>(
  inputType: InputType,
  specs: readonly Spec[],
  say: Say,
): Spec[] =>
  specs.map((spec) => ({
    ...spec,
    ...(inputType !== 'form' && spec.label === SIMPLE_LABEL && { label: say('answer.label') }),
    ...(isPlainApproval(inputType, spec.options) && {
      options: APPROVAL_OPTIONS.map((own, n) => ({
        ...spec.options![n],
        ...own,
        label: say(`approval.${own.value}`),
      })),
    }),
  }));
