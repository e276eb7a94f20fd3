import type { BrowserContext, Locator, Page } from 'playwright-core';
import { ENGLISH_SPEECH, speechFor, type Speech } from '../../../../contract/speech.ts';

/** What sends an answer, where a test has to name it as people do. */
export const SEND_ANSWER = ENGLISH_SPEECH.say('answer.send');
/** What takes back an answer that has not gone yet, likewise. */
export const UNDO = ENGLISH_SPEECH.say('submission.undo');

/** Switches off that the next question opens after an answer, for all pages to come. */
export const stayAfterAnswers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`try { localStorage.setItem('handback.advance', 'off'); } catch {}`); // not every page has one

/** A question as the client shows it, wherever that is: on a page, in a dialog, in the log of a chat. */
export function questionIn(scope: Page | Locator, { say }: Speech = ENGLISH_SPEECH) {
  const button = (name: string): Locator => scope.getByRole('button', { name, exact: true });
  return {
    approve: button(say('approval.approved')),
    reject: button(say('approval.rejected')),
    addNote: button(say('note.add')),
    addComment: button(say('comment.add')),
    comment: scope.getByRole('textbox', { name: say('comment.label') }),
    /** The one field of a question for a text. */
    answer: scope.getByRole('textbox', { name: say('answer.label') }),
    send: button(say('answer.send')),
    /** Takes an answer back that has not gone yet. */
    undo: button(say('submission.undo')),
    /** Cuts short the time in which an answer can be taken back. */
    sendNow: button(say('submission.sendNow')),
    outcome: scope.getByRole('region', { name: say('outcome.label') }),
  };
}

/** The same for somebody who reads German. */
export const germanQuestionIn = (scope: Page | Locator) => questionIn(scope, speechFor('de'));
