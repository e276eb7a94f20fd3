import { fieldLabel } from '../../../contract/spoken.ts';
import { optionLabel, type Option, type VariableSpec } from '../../../contract/variables.ts';
import type { Speech } from '../../../contract/speech.ts';
import { element, html, type Content } from './html.ts';
import { offlineGuard } from './offlineScript.ts';
import { FORM_ACTION, page, titleAbove } from './pageLayout.ts';
import { enteredInField, type ReturnedForm } from './responseForm.ts';

interface Unsent {
  /** The question's title. */
  title: string;
  /** The options to confirm; empty: the form showed no sign of a person. */
  options: readonly Option[];
  specs: readonly VariableSpec[];
}

/** The form's content, as it would be sent. */
function answersIn(form: ReturnedForm, specs: readonly VariableSpec[], speech: Speech): Content {
  const given = specs.flatMap((spec) => {
    const text = enteredInField(form, spec, speech).join(', ');
    return text === '' ? [] : [{ label: fieldLabel(spec, speech), text }];
  });
  return (
    given.length > 0 &&
    html`<dl class="answers">
      ${given.map(
        ({ label, text }) =>
          html`<dt>${label}</dt>
            <dd>${text}</dd>`,
      )}
    </dl>`
  );
}

/** The confirmation step, for options that need one and for forms that show no sign of a person. */
export function confirmPage(form: ReturnedForm, { title, options, specs }: Unsent, speech: Speech): string {
  const { say } = speech;
  const { token, nonce, typed } = form;
  const isOfOptions = options.length > 0;
  const heading = isOfOptions
    ? say('answer.confirm', { answer: options.map(optionLabel).join(', ') })
    : say('page.confirm.title');
  const hidden = (name: string, value: string | null) =>
    value !== null && element('input', { type: 'hidden', name, value });
  return page(
    heading,
    html`${titleAbove(title)}
      <h1>${heading}</h1>
      <p>${say('page.confirm.notSent')}</p>
      ${!isOfOptions && answersIn(form, specs, speech)}
      <form method="post" action="${FORM_ACTION}" autocomplete="off">
        ${hidden('token', token)} ${hidden('nonce', nonce)}
        ${Object.entries(typed).flatMap(([name, values]) => values.map((value) => hidden(name, value)))}
        <div class="actions pair">
          <button type="submit" name="step" value="send">${say('answer.send')}</button>
          <button type="submit" name="step" value="back" class="second">${say('page.confirm.back')}</button>
        </div>
        ${offlineGuard(speech)}
      </form>`,
    speech,
  );
}
