import type { Capability } from '../../../../contract/channel.ts';
import { COMMENT_FIELD } from '../../../../contract/comment.ts';
import type { Clock, Typist } from '../../../../contract/answers.ts';
import type { Speech } from '../../../../contract/speech.ts';
import { fieldLabel } from '../../../../contract/spoken.ts';
import type { VariableSpec } from '../../../../contract/variables.ts';
import { element, html, type Content, type Html } from '../html.ts';

/** What a person typed into one field, with plain line breaks; empty if nothing was sent. */
export type TypedLines = readonly string[];

/** The data to render a field. */
export interface FieldView {
  spec: VariableSpec;
  /** Its content: what was typed before, or the default of a text-like field. */
  typed: TypedLines;
  /** Translated, one line each. */
  errors: readonly string[];
  /** The web client's page of this request, which has every control; null for people who cannot sign in there. */
  webUrl: string | null;
  /** The time zone in which an entered date and time is read. */
  clock: Clock;
  speech: Speech;
}

/** How one variable type is rendered on the response page, and how its input is parsed. */
export interface Field {
  capability: Capability;
  render(view: FieldView): Html;
  /** Undefined if nothing was answered. Unreadable input is returned as typed, so that validation can name it. */
  parse(typed: TypedLines, spec: VariableSpec, typist?: Typist): unknown;
  /** A default as a person would type it; absent for types that must not be preset. */
  prefill?(value: unknown, spec: VariableSpec, typist?: Typist): string | undefined;
}

export const inputName = (spec: VariableSpec): string => `f_${spec.name}`;
const hintId = (spec: VariableSpec): string => `${inputName(spec)}-hint`;
const errorId = (spec: VariableSpec): string => `${inputName(spec)}-error`;

/** Content between a label and its control. */
export type Hint = string | Html;

/** Attributes that link a control to its hint and its error. */
export function describedBy({ spec, errors }: FieldView, hints: readonly Hint[]): Record<string, string | undefined> {
  const ids = [hints.length > 0 && hintId(spec), errors.length > 0 && errorId(spec)].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': errors.length > 0 ? 'true' : undefined,
  };
}

export const hintsOf = (spec: VariableSpec, ...more: (Hint | undefined)[]): Hint[] =>
  [spec.description, ...more].filter((hint): hint is Hint => Boolean(hint));

/** The description of a comment that only some options require says which; it is not marked optional as well. */
const isNeededForSome = ({ name, description }: VariableSpec): boolean =>
  name === COMMENT_FIELD && description !== undefined;

/** The label of a field, which says if it is optional. */
export const labelText = ({ spec, speech }: Pick<FieldView, 'spec' | 'speech'>): Html =>
  html`${fieldLabel(spec, speech)}${
    !spec.required && !isNeededForSome(spec) && html` <span class="optional">${speech.say('page.optional')}</span>`
  }`;

const hintText = (spec: VariableSpec, hints: readonly Hint[]): Content =>
  hints.length > 0 && html`<div class="hint" id="${hintId(spec)}">${hints.map((hint) => html`<p>${hint}</p>`)}</div>`;

const errorText = ({ spec, errors, speech }: FieldView): Content =>
  errors.length > 0 &&
  html`<div class="error" id="${errorId(spec)}">
    ${errors.map((error) => html`<p><span class="visually-hidden">${speech.say('page.error')} </span>${error}</p>`)}
  </div>`;

const fieldClass = ({ errors }: FieldView): string => (errors.length > 0 ? 'field invalid' : 'field');

/** One control with its label, hint and error. */
export function labelled(view: FieldView, hints: readonly Hint[], control: Html): Html {
  return html`<div class="${fieldClass(view)}">
    <label for="${inputName(view.spec)}">${labelText(view)}</label>
    ${hintText(view.spec, hints)}${errorText(view)}${control}
  </div>`;
}

/** Several controls that form one field: radio buttons or checkboxes. The first that can be chosen has the id that errors link to. */
export function group(view: FieldView, hints: readonly Hint[], controls: Content): Html {
  const described = { class: fieldClass(view), 'aria-describedby': describedBy(view, hints)['aria-describedby'] };
  const legend = html`<legend>${labelText(view)}</legend>`;
  return element('fieldset', described, [legend, hintText(view.spec, hints), errorText(view), controls]);
}
