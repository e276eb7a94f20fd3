import type { ReactNode } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';

/** Where a question is answered: a chat has its own route for it, and leaves single keys to what is written there. */
export type AnswerPlace = 'inbox' | 'chat';

export interface AnswerFormProps {
  notification: UserNotification;
  place: AnswerPlace;
  /** The question is closed; what was typed stays to be read and copied. */
  isClosed: boolean;
  onDirty(): void;
  /** The answer is given: the server has it, or it goes by itself once it can no longer be taken back. */
  onGiven?(): void;
  /** What else can be done here; it is there whatever becomes of the form. */
  actions?: ReactNode;
}
