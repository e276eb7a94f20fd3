import { numberBounds, typedValue } from '../../../../contract/answers.ts';
import { writtenNumber } from '../../../../contract/answers/numbers.ts';
import { iconText } from '../../../../contract/icons.ts';
import {
  optionLabel,
  optionsOf,
  type Option,
  type OptionGroup,
  type VariableSpec,
} from '../../../../contract/variables.ts';
import { element, html, type Content, type Html } from '../html.ts';
import { describedBy, group, hintsOf, inputName, labelled, type Field, type FieldView } from './field.ts';
import { numberField, parseTyped, textField } from './inputs.ts';

/** Up to this many options are radio buttons, unless the author wants a dropdown. */
const RADIO_OPTIONS = 7;
const SCALE_STEPS = 11;

type Entry = Option | OptionGroup;

interface Choosing {
  type: 'radio' | 'checkbox';
  chosen: ReadonlySet<string>;
  /** The index of the option that errors link to: a disabled one takes no focus. */
  first: number;
}

function choice({ spec }: FieldView, { type, chosen, first }: Choosing, option: Option, index: number): Html {
  const id = index === first ? inputName(spec) : `${inputName(spec)}-${index + 1}`;
  const description = option.description && `${id}-about`;
  const own = {
    type,
    id,
    name: inputName(spec),
    value: option.value,
    checked: chosen.has(option.value),
    disabled: option.disabled,
    required: type === 'radio' && spec.required,
    'aria-describedby': description,
  };
  const about = description && html`<span class="about" id="${description}">${option.description}</span>`;
  const label = html`<label for="${id}"><span>${iconText(option)}${optionLabel(option)}</span>${about}</label>`;
  return html`<div class="choice">${element('input', own)}${label}</div> `;
}

/** Radio buttons or checkboxes; groups have their own heading. */
function choices(view: FieldView, type: 'radio' | 'checkbox', entries: readonly Entry[]): Content {
  let index = 0;
  const chosen = new Set(view.typed);
  const first = optionsOf({ options: [...entries] }).findIndex(({ disabled }) => !disabled);
  const next = (option: Option): Html => choice(view, { type, chosen, first }, option, index++);
  return entries.map((entry) =>
    'options' in entry
      ? html`<fieldset class="part">
          <legend>${entry.label}</legend>
          ${entry.options.map(next)}
        </fieldset>`
      : next(entry),
  );
}

/** An empty option, to undo a choice: radio buttons cannot be cleared without a script. */
const leaveOpen = ({ spec, speech }: FieldView): Option[] =>
  spec.required ? [] : [{ value: '', label: speech.say('message.noAnswer') }];

/** Short options, such as Yes and No or the steps of a scale, are placed side by side. */
const isShort = (entry: Entry): boolean =>
  !('options' in entry) && !entry.description && optionLabel(entry).length <= 10;

function radios(view: FieldView, entries: readonly Entry[]): Html {
  const all = [...entries, ...leaveOpen(view)];
  const buttons = choices({ ...view, typed: view.typed.filter(Boolean) }, 'radio', all);
  return group(view, hintsOf(view.spec), entries.every(isShort) ? html`<div class="row">${buttons}</div>` : buttons);
}

function dropdown(view: FieldView, entries: readonly Entry[]): Html {
  const { spec, typed, speech } = view;
  const hints = hintsOf(spec);
  const item = (option: Option): Html => {
    const own = { value: option.value, selected: typed.includes(option.value), disabled: option.disabled };
    const about = option.description && ` – ${option.description}`;
    return element('option', own, [iconText(option), optionLabel(option), about]);
  };
  const items = entries.map((entry) =>
    'options' in entry ? html`<optgroup label="${entry.label}">${entry.options.map(item)}</optgroup>` : item(entry),
  );
  const own = { id: inputName(spec), name: inputName(spec), required: spec.required, ...describedBy(view, hints) };
  const open = spec.placeholder ?? speech.say(spec.required ? 'page.chooseOption' : 'message.noAnswer');
  return labelled(view, hints, element('select', own, [element('option', { value: '' }, open), items]));
}

const isUnresolved = (spec: VariableSpec): boolean => spec.optionsSource !== undefined && optionsOf(spec).length === 0;

/** Options that could not be fetched are typed; validation knows what was offered. */
const typedOption = (view: FieldView): Html => {
  const hint = view.speech.say('page.typeOption');
  return textField.render({
    ...view,
    spec: { ...view.spec, description: [view.spec.description, hint].filter(Boolean).join(' ') },
  });
};

export const selectField: Field = {
  capability: 'native',
  render(view) {
    const { spec } = view;
    if (isUnresolved(spec)) return typedOption(view);
    const areFew = optionsOf(spec).length <= RADIO_OPTIONS && spec.variant !== 'dropdown';
    return areFew || spec.variant === 'buttons' ? radios(view, spec.options ?? []) : dropdown(view, spec.options ?? []);
  },
  parse: ([first = ''], spec) => (isUnresolved(spec) ? typedValue(spec, first) : first || undefined),
};

export const multiselectField: Field = {
  capability: 'native',
  render: (view) =>
    isUnresolved(view.spec)
      ? typedOption(view)
      : group(
          view,
          hintsOf(view.spec, view.speech.say('page.chooseSeveral')),
          choices(view, 'checkbox', view.spec.options ?? []),
        ),
  parse(typed, spec) {
    if (isUnresolved(spec)) return typedValue(spec, typed[0] ?? '');
    const answered = typed.filter(Boolean);
    return answered.length > 0 ? answered : undefined;
  },
};

export const booleanField: Field = {
  capability: 'native',
  render: (view) =>
    radios(view, [
      { value: 'true', label: view.speech.say('value.yes') },
      { value: 'false', label: view.speech.say('value.no') },
    ]),
  parse: parseTyped,
};

/** The numbers of a short scale, such as 1 to 5; empty if there are too many, or the step does not reach the end. */
function scale(spec: VariableSpec): number[] {
  const { min = 0, max = 0, step = 1 } = numberBounds(spec);
  const steps = Math.round((max - min) / step);
  const isEven = Math.abs(min + steps * step - max) < step * 1e-9;
  const areWhole = spec.validation?.step !== undefined || Number.isInteger(min);
  if (!isEven || !areWhole || steps < 1 || steps >= SCALE_STEPS) return [];
  return Array.from({ length: steps + 1 }, (_, index) => Number((min + index * step).toPrecision(12)));
}

/**
 * Not a slider: without a script a slider shows no number and has no unanswered state, so a form sent by a mail scanner
 * would carry a value that nobody chose.
 */
export const rangeField: Field = {
  capability: 'native',
  render(view) {
    const numbers = scale(view.spec);
    if (numbers.length === 0) return numberField.render(view);
    return radios(
      view,
      numbers.map((value) => ({ value: String(value), label: writtenNumber(value, view.speech.decimal) })),
    );
  },
  parse: numberField.parse,
};
