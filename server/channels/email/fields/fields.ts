import type { Typist } from '../../../../contract/answers.ts';
import type { Capability } from '../../../../contract/channel.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../../../contract/variables.ts';
import { html, linkElsewhere } from '../html.ts';
import { booleanField, multiselectField, rangeField, selectField } from './choices.ts';
import { labelText, type Field, type TypedLines } from './field.ts';
import {
  dateField,
  datetimeField,
  multilineField,
  numberField,
  referenceField,
  referencesField,
  textField,
  timeField,
} from './inputs.ts';
import { hierarchyField, tableField } from './outlines.ts';

/** Needs a signed-in person: shows a link in place of the control, or says so. */
const webOnlyField: Field = {
  capability: 'web_only',
  render: ({ spec, webUrl, speech }) =>
    html`<div class="field">
      <p class="label">${labelText({ spec, speech })}</p>
      ${spec.description && html`<p class="hint">${spec.description}</p>`}
      <p class="elsewhere">
        ${webUrl === null ? speech.say('page.needsSignIn') : linkElsewhere(webUrl, speech.say('message.open'))}
      </p>
    </div>`,
  parse: () => undefined,
};

/** Injected by the server: neither shown nor accepted. */
const hiddenField: Field = { capability: 'omitted', render: () => html``, parse: () => undefined };

/** Behaviour 2.6: every variable type on the response page. */
export const FIELDS: Record<VariableType, Field> = {
  text: textField,
  string: textField,
  textarea: multilineField,
  multiline: multilineField,
  select: selectField,
  multiselect: multiselectField,
  number: numberField,
  boolean: booleanField,
  date: dateField,
  file: webOnlyField,
  user: referenceField('hint.user'),
  multiuser: referencesField('hint.multiuser'),
  group: referenceField('hint.group'),
  multigroup: referencesField('hint.multigroup'),
  range: rangeField,
  datetime: datetimeField,
  time: timeField,
  hierarchy: hierarchyField,
  password: webOnlyField,
  table: tableField,
  hidden: hiddenField,
};

export const CAPABILITIES = Object.fromEntries(VARIABLE_TYPES.map((type) => [type, FIELDS[type].capability])) as Record<
  VariableType,
  Capability
>;

/**
 * Whether this page's form could never be sent, because a required field can only be answered in the web client, or
 * every field: an entirely empty form is refused.
 */
export function needsWebClient(specs: readonly VariableSpec[]): boolean {
  const shown = specs.filter(({ type }) => CAPABILITIES[type] !== 'omitted');
  const webOnly = shown.filter(({ type }) => CAPABILITIES[type] === 'web_only');
  return webOnly.some(({ required }) => required) || (shown.length > 0 && webOnly.length === shown.length);
}

/** Parses the fields of a form to the values to submit. */
export function parseForm(
  specs: readonly VariableSpec[],
  typedOf: (spec: VariableSpec) => TypedLines,
  typist?: Typist,
): Record<string, unknown> {
  const parsed = specs.map((spec) => [spec.name, FIELDS[spec.type].parse(typedOf(spec), spec, typist)] as const);
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

export const mayBePrefilled = ({ type }: VariableSpec): boolean => FIELDS[type].prefill !== undefined;

/** The initial content of a text-like field: its default. Choices start empty. */
export function prefilled(spec: VariableSpec, typist?: Typist): TypedLines {
  const text = spec.default === undefined ? undefined : FIELDS[spec.type].prefill?.(spec.default, spec, typist);
  return text === undefined ? [] : [text];
}
