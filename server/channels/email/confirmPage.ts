import { optionLabel, type Option } from '../../../contract/variables.ts';
import type { Speech } from '../../../contract/speech.ts';
import { element, html } from './html.ts';
import { FORM_ACTION, page } from './pageLayout.ts';
import type { ReturnedForm } from './responseForm.ts';

/** The second step of a form in which something was chosen that is asked about once more. */
export function confirmPage({ token, nonce, typed }: ReturnedForm, options: readonly Option[], speech: Speech): string {
  const { say } = speech;
  const title = say('answer.confirm', { answer: options.map(optionLabel).join(', ') });
  const hidden = (name: string, value: string | null) =>
    value !== null && element('input', { type: 'hidden', name, value });
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${say('page.confirm.notSent')}</p>
      <form method="post" action="${FORM_ACTION}" autocomplete="off">
        ${hidden('token', token)} ${hidden('nonce', nonce)}
        ${Object.entries(typed).flatMap(([name, values]) => values.map((value) => hidden(name, value)))}
        <div class="actions pair">
          <button type="submit" name="step" value="send">${say('answer.send')}</button>
          <button type="submit" name="step" value="back" class="second">${say('page.confirm.back')}</button>
        </div>
      </form>`,
    speech,
  );
}
