import { inOwnWords } from '../../../contract/approval.ts';
import { MOST_BUTTONS, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { Text } from '../text.ts';

/** Symbols that distinguish the two answers of an approval at a glance. */
const SIGNS: Record<string, string> = { approved: '✓', rejected: '✕' };

/**
 * The fields as the web client shows them: an approval or a short choice gets buttons unless its author wants a list.
 * The author's `variant` and `autoSubmitOnSelect` apply (behaviour 2.7).
 */
export function answerSpecs(
  inputType: UserNotification['inputType'],
  specs: readonly VariableSpec[],
  text: Text,
): VariableSpec[] {
  if (inputType === 'form') return [...specs];
  return inOwnWords(inputType, specs, text).map((spec) => {
    const isFew = spec.type === 'select' && optionsOf(spec).length > 0 && optionsOf(spec).length <= MOST_BUTTONS;
    return {
      ...spec,
      label: text('answer.label'), // the server's label is for channels without translation
      variant: spec.variant ?? (isFew && inputType !== 'text' ? 'buttons' : undefined),
      autoSubmitOnSelect: spec.variant === 'buttons' && spec.autoSubmitOnSelect,
      options: inputType === 'approval' ? spec.options?.map(withSign) : spec.options,
    };
  });
}

type Entry = NonNullable<VariableSpec['options']>[number];

const withSign = (entry: Entry): Entry =>
  'options' in entry || entry.icon || !SIGNS[entry.value] ? entry : { ...entry, icon: SIGNS[entry.value] };
