import { optionLabel, type Option } from '../../../contract/variables.ts';
import { element, html } from './html.ts';
import { FORM_ACTION, page } from './pageLayout.ts';
import type { ReturnedForm } from './responseForm.ts';

/** The second step of a form in which something was chosen that is asked about once more. */
export function confirmPage({ token, nonce, typed }: ReturnedForm, options: readonly Option[]): string {
  const title = `Send “${options.map(optionLabel).join(', ')}”?`;
  const hidden = (name: string, value: string | null) =>
    value !== null && element('input', { type: 'hidden', name, value });
  return page(
    title,
    html`<h1>${title}</h1>
      <p>Nothing has been sent yet.</p>
      <form method="post" action="${FORM_ACTION}" autocomplete="off">
        ${hidden('token', token)} ${hidden('nonce', nonce)}
        ${Object.entries(typed).flatMap(([name, values]) => values.map((value) => hidden(name, value)))}
        <div class="actions pair">
          <button type="submit" name="step" value="send">Send answer</button>
          <button type="submit" name="step" value="back" class="second">Go back</button>
        </div>
      </form>`,
  );
}
