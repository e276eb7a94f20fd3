import type { UserNotification } from '../../../contract/notifications.ts';

/** What is answered by choosing one of a few. */
export const isOneTap = ({ inputType }: Pick<UserNotification, 'inputType'>): boolean =>
  inputType === 'approval' || inputType === 'choice';
