// cspell:ignore Antwort senden
import type { Locator, Page } from 'playwright-core';

/** What sends an answer, where a test has to name it as people do. */
export const SEND_ANSWER = 'Send answer';

/** The same in German. */
export const SEND_ANSWER_IN_GERMAN = 'Antwort senden';

/** A question as the client shows it, wherever that is: on a page, in a dialog, in the log of a chat. */
export function questionIn(scope: Page | Locator) {
  const button = (name: string): Locator => scope.getByRole('button', { name, exact: true });
  return {
    approve: button('Approve'),
    reject: button('Reject'),
    addNote: button('Add a note'),
    /** The one field of a question for a text. */
    answer: scope.getByRole('textbox', { name: 'Your answer' }),
    send: button(SEND_ANSWER),
    sendInGerman: button(SEND_ANSWER_IN_GERMAN),
    /** Takes an answer back that has not gone yet. */
    undo: button('Undo'),
    /** Cuts short the time in which an answer can be taken back. */
    sendNow: button('Send now'),
    outcome: scope.getByRole('region', { name: 'Outcome' }),
  };
}
