import type { Outcome } from '../../../contract/messages.ts';
import type { Speech } from '../../../contract/speech.ts';
import { INBOX, linkTo } from '../../../contract/openLinks.ts';
import { canSignIn, type Person } from '../../../contract/people.ts';
import { asker, spokenOutcome } from '../../../contract/spoken.ts';
import { factTable } from './factTable.ts';
import { html, type Content } from './html.ts';
import { page, promptHeading, titleAbove } from './pageLayout.ts';

/** A field and its content, as text. */
export interface Entry {
  label: string;
  text: string;
}

/** Relative to the response page, so that it works under any prefix. */
const WEB_CLIENT = '../..';

/**
 * The same bytes for an unknown, used, expired or malformed token (behaviour 5.2).
 * @param entered what the submitted form held
 */
export const unusablePage = (speech: Speech, entered: readonly Entry[]): string =>
  page(
    speech.say('page.unusable'),
    html`<h1>${speech.say('page.unusable')}</h1>
      <p>${speech.say('page.unusable.why')}</p>
      <p>${speech.say('page.unusable.signIn')}</p>
      <p><a href="${linkTo(WEB_CLIENT, INBOX)}">${speech.say('page.unusable.open')}</a></p>
      ${toCopy(entered, speech)}`,
    speech,
  );

/**
 * A refusal that the form cannot fix.
 * @param entered what the refused form held
 */
export const problemPage = (title: string, detail: string, speech: Speech, entered: readonly Entry[]): string =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${detail}</p>
      ${toCopy(entered, speech)}`,
    speech,
  );

/** What was entered and not accepted, to be copied. */
const toCopy = (entered: readonly Entry[], { say }: Speech): Content =>
  entered.length > 0 &&
  html`<p>${say('message.typed')}</p>
    ${answerList(entered)}`;

const answerList = (answers: readonly Entry[]): Content =>
  answers.length > 0 &&
  html`<dl class="answers">
    ${answers.map(
      ({ label, text }) =>
        html`<dt>${label}</dt>
          <dd>${text}</dd>`,
    )}
  </dl>`;

/** For a person whose answer came too late: says that it was not accepted, and shows it. */
const notTaken = (entered: readonly Entry[], speech: Speech): Content =>
  html`<div class="notice" role="alert" tabindex="-1" autofocus>
    <p>${speech.say('message.notTaken')}</p>
    ${toCopy(entered, speech)}
  </div>`;

interface OutcomeReader {
  person: Person;
  speech: Speech;
  /** What they sent too late. */
  entered?: readonly Entry[];
}

/** The outcome of a request that takes no answer any more. */
export function outcomePage(outcome: Outcome, { person, speech, entered }: OutcomeReader): string {
  const { text, comment, answers, status, at, where, flowName, webUrl } = spokenOutcome(outcome, speech);
  const { say, instant } = speech;
  const title = say(`message.state.${status}`);
  return page(
    entered ? say('message.notTaken') : title,
    html`<p class="badge ${status}">${title}</p>
      ${entered && notTaken(entered, speech)} ${promptHeading(outcome)} ${factTable(outcome, person, speech)}
      <p class="outcome">${text}</p>
      ${answerList([...(comment ? [comment] : []), ...answers])}
      <dl class="facts">
        <dt>${say('message.flow')}</dt>
        <dd>${flowName}</dd>
        <dt>${say('message.askedBy')}</dt>
        <dd>${asker(outcome)}</dd>
        <dt>${title}</dt>
        <dd><time datetime="${at}">${instant(at)}</time></dd>
        ${
          where !== null &&
          html`<dt>${say('message.answeredIn')}</dt>
            <dd>${where}</dd>`
        }
      </dl>
      ${canSignIn(person) && html`<p><a href="${webUrl}">${say('message.open')}</a></p>`}`,
    speech,
  );
}

/** What was recorded, shown to the person who has just sent it. */
export function recordedPage(outcome: Outcome, note: string | undefined, speech: Speech): string {
  const { say } = speech;
  const { status, text, comment, answers } = spokenOutcome(outcome, speech);
  const noted = note === undefined ? [] : [{ label: say('note.label'), text: note }];
  const sum = status === 'answered' ? say('page.recorded.waits') : text;
  return page(
    say('page.recorded.title'),
    html`<p class="badge answered">${say('outcome.at')}</p>
      ${titleAbove(outcome.title)}
      <h1>${say('page.recorded.thanks')}</h1>
      ${answerList([...answers, ...(comment ? [comment] : []), ...noted])}
      <p>${sum}</p>
      <p class="hint">${say('page.recorded.close')}</p>`,
    speech,
  );
}
