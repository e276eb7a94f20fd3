import type { InputType } from './requests.ts';
import type { Option, OptionGroup, VariableSpec } from './variables.ts';

/** What an approval offers whose author names no options, in English: the words are ours, and clients have their own. */
export const APPROVAL_OPTIONS = [
  { value: 'approved', label: 'Approve' },
  { value: 'rejected', label: 'Reject' },
] as const satisfies Option[];

/** Whether these are those two, in just these words: an author who says what is said anyway has said nothing else. */
export const isPlainApproval = (inputType: InputType, options: readonly (Option | OptionGroup)[] = []): boolean =>
  inputType === 'approval' &&
  options.length === APPROVAL_OPTIONS.length &&
  APPROVAL_OPTIONS.every(({ value, label }, n) => {
    const offered = options[n]!;
    return 'value' in offered && offered.value === value && offered.label === label;
  });

/** What the one field of a question that is no form is called where it is stored: no author names it. */
export const SIMPLE_LABEL = 'Your answer';

type Approval = (typeof APPROVAL_OPTIONS)[number];
type Say = (id: `approval.${Approval['value']}` | 'answer.label') => string;

/**
 * Fields with the product's own words in the person's language: Approve and Reject, and the label of the one field of a
 * question that is no form. An author's words stay as they are.
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
