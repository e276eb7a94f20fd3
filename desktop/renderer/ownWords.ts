import { APPROVAL_OPTIONS, isPlainApproval } from '../../contract/approval.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Text } from './text.ts';

/** The chosen option, which the server gives by its label, with our own labels translated. */
export function chosenInOwnWords({ inputType, meta }: UserNotification, label: string, text: Text): string {
  const own = APPROVAL_OPTIONS.find((each) => each.label === label);
  return own && isPlainApproval(inputType, meta.variables[0]?.options) ? wordOf(own, text) : label;
}

const wordOf = ({ value }: (typeof APPROVAL_OPTIONS)[number], text: Text): string => text(`approval.${value}`);
