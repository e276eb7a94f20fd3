import type { InputType } from './requests.ts';
import type { Option, OptionGroup } from './variables.ts';

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
