import { APPROVAL_OPTIONS, isPlainApproval } from '../../contract/approval.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Text } from './text.ts';

/** What somebody chose, which the server tells by its label. */
export function chosenInOwnWords({ inputType, meta }: UserNotification, label: string, text: Text): string {
  const own = APPROVAL_OPTIONS.find((each) => each.label === label);
  return own && isPlainApproval(inputType, meta.variables[0]?.options) ? wordOf(own, text) : label;
}

const wordOf = ({ value }: (typeof APPROVAL_OPTIONS)[number], text: Text): string => text(`approval.${value}`);
