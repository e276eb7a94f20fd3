import type { ReactNode } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';

/** Where a question is answered. A chat has its own API route, and no single-key shortcuts. */
export type AnswerPlace = 'inbox' | 'chat';

export interface AnswerFormProps {
  notification: UserNotification;
  place: AnswerPlace;
  /** The question is closed; the typed text stays readable. */
  isClosed: boolean;
  onDirty(): void;
  /** Called when the answer is given: the server has it, or it is sent once undo has expired. */
  onGiven?(): void;
  /** Other actions, shown in every state of the form. */
  actions?: ReactNode;
}
