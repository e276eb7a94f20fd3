import type { UserNotification } from '../../../contract/notifications.ts';

/** Whether a question is answered by choosing an option. */
export const isOneTap = ({ inputType }: Pick<UserNotification, 'inputType'>): boolean =>
  inputType === 'approval' || inputType === 'choice';
