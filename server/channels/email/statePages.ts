import { showInstant } from '../../../contract/answers.ts';
import type { Outcome } from '../../../contract/messages.ts';
import { html, type Content } from './html.ts';
import { page, promptHeading } from './pageLayout.ts';

/** The same bytes for a token that is unknown, used, expired or malformed (behaviour 5.2). */
export const UNUSABLE_PAGE = page(
  'This link cannot be used',
  html`<h1>This link cannot be used</h1>
    <p>It may have been used already, it may have expired, or a part of it was lost on the way.</p>
    <p>If you still want to answer, sign in to the web client: what waits for you is in your Notification Center.</p>`,
);

/** A refusal that no form can mend. */
export const problemPage = (title: string, detail: string): string =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${detail}</p>`,
  );

const answerList = (answers: readonly { label: string; text: string }[]): Content =>
  answers.length > 0 &&
  html`<dl class="answers">
    ${answers.map(
      ({ label, text }) =>
        html`<dt>${label}</dt>
          <dd>${text}</dd>`,
    )}
  </dl>`;

const STATUS_TITLES: Record<Outcome['status'], string> = {
  answered: 'Answered',
  completed: 'Completed',
  timed_out: 'Timed out',
  cancelled: 'Cancelled',
};

/** A request that takes no answer any more: what came of it, to read only. */
export function outcomePage({
  prompt,
  text,
  answers,
  status,
  at,
  where,
  flowName,
  requester,
  webUrl,
}: Outcome): string {
  const title = STATUS_TITLES[status];
  return page(
    title,
    html`<p class="badge ${status}">${title}</p>
      ${promptHeading(prompt)}
      <p class="outcome">${text}</p>
      ${answerList(answers)}
      <dl class="facts">
        <dt>Flow</dt>
        <dd>${flowName}</dd>
        <dt>Asked by</dt>
        <dd>${requester}</dd>
        <dt>Since</dt>
        <dd><time datetime="${at}">${showInstant(at)}</time></dd>
        ${
          where !== null &&
          html`<dt>Answered in</dt>
            <dd>${where}</dd>`
        }
      </dl>
      <p><a href="${webUrl}">Open in the web client</a></p>`,
  );
}

/** What was recorded, to the person who has just sent it. */
export function recordedPage({ status, text, answers }: Outcome, note: string | undefined): string {
  const noted = note === undefined ? [] : [{ label: 'Note', text: note }];
  const sum = status === 'answered' ? 'The flow goes on when everyone who was asked has answered.' : text;
  return page(
    'Your answer is recorded',
    html`<p class="badge answered">Recorded</p>
      <h1>Thank you. Your answer is recorded.</h1>
      ${answerList([...answers, ...noted])}
      <p>${sum}</p>
      <p class="hint">You can close this page. The link in the mail has done its work and opens nothing any more.</p>`,
  );
}
