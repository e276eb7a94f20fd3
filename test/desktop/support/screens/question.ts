import type { BrowserContext, Locator, Page } from 'playwright-core';
import { ENGLISH_SPEECH, speechFor, type Speech } from '../../../../contract/speech.ts';

/** The label of the button that sends an answer. */
export const SEND_ANSWER = ENGLISH_SPEECH.say('answer.send');
/** The label of the button that undoes a pending answer. */
export const UNDO = ENGLISH_SPEECH.say('submission.undo');

/** Keeps later pages at the answered question, instead of opening the next. */
export const stayAfterAnswers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`try { localStorage.setItem('handback.advance', 'off'); } catch {}`); // not every page has one

/** A question as the client shows it, wherever that is: on a page, in a dialog, in a chat's log. */
export function questionIn(scope: Page | Locator, { say }: Speech = ENGLISH_SPEECH) {
  const button = (name: string): Locator => scope.getByRole('button', { name, exact: true });
  return {
    approve: button(say('approval.approved')),
    reject: button(say('approval.rejected')),
    addNote: button(say('note.add')),
    addComment: button(say('comment.add')),
    comment: scope.getByRole('textbox', { name: say('comment.label') }),
    /** The single text field of a question. */
    answer: scope.getByRole('textbox', { name: say('answer.label') }),
    send: button(say('answer.send')),
    /** Undoes a pending answer. */
    undo: button(say('submission.undo')),
    /** Ends the time for undo. */
    sendNow: button(say('submission.sendNow')),
    outcome: scope.getByRole('region', { name: say('outcome.label') }),
  };
}

/** The same for a German reader. */
export const germanQuestionIn = (scope: Page | Locator) => questionIn(scope, speechFor('de'));
