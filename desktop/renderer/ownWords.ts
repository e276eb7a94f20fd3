import { APPROVAL_OPTIONS, isPlainApproval } from '../../contract/approval.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { Text } from './text.ts';

type InputType = UserNotification['inputType'];

/** Fields with the product's own Approve and Reject in the person's language; an author's words stay as they are. */
export const inOwnWords = <Spec extends Pick<VariableSpec, 'options'>>(
  inputType: InputType,
  specs: readonly Spec[],
  text: Text,
): Spec[] =>
  specs.map((spec) =>
    isPlainApproval(inputType, spec.options)
      ? {
          ...spec,
          options: APPROVAL_OPTIONS.map((own, n) => ({ ...spec.options![n], ...own, label: wordOf(own, text) })),
        }
      : spec,
  );

/** What somebody chose, which the server tells by its label. */
export function chosenInOwnWords({ inputType, meta }: UserNotification, label: string, text: Text): string {
  const own = APPROVAL_OPTIONS.find((each) => each.label === label);
  return own && isPlainApproval(inputType, meta.variables[0]?.options) ? wordOf(own, text) : label;
}

const wordOf = ({ value }: (typeof APPROVAL_OPTIONS)[number], text: Text): string => text(`approval.${value}`);
