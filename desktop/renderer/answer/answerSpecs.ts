import { inOwnWords } from '../../../contract/approval.ts';
import { MOST_BUTTONS, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { Text } from '../text.ts';

/** Signs before the two answers of an approval, so that nobody has to read to tell them apart. */
const SIGNS: Record<string, string> = { approved: '✓', rejected: '✕' };

/**
 * How the web client asks: an approval or a choice of few has its options as buttons unless its author wants a list.
 * What the author said about `variant` and `autoSubmitOnSelect` stands (behaviour 2.7).
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
      label: text('answer.label'), // what the server calls it is for channels that speak no other language
      variant: spec.variant ?? (isFew && inputType !== 'text' ? 'buttons' : undefined),
      autoSubmitOnSelect: spec.variant === 'buttons' && spec.autoSubmitOnSelect,
      options: inputType === 'approval' ? spec.options?.map(withSign) : spec.options,
    };
  });
}

type Entry = NonNullable<VariableSpec['options']>[number];

const withSign = (entry: Entry): Entry =>
  'options' in entry || entry.icon || !SIGNS[entry.value] ? entry : { ...entry, icon: SIGNS[entry.value] };
