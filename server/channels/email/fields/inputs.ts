import {
  clockHint,
  numberBounds,
  textBounds,
  timeBounds,
  typedText,
  typedValue,
} from '../../../../contract/answers.ts';
import type { VariableSpec } from '../../../../contract/variables.ts';
import { element, html, textareaElement, type Html } from '../html.ts';
import { describedBy, hintsOf, inputName, labelled, type Field, type FieldView, type Hint } from './field.ts';

type Attributes = Record<string, string | number | boolean | undefined>;

/** An `<input>` of a type, with what ties it to its label. */
function input(view: FieldView, own: Attributes, ...hints: (Hint | undefined)[]): Html {
  const { spec, typed } = view;
  const all = hintsOf(spec, ...hints);
  const common = { id: inputName(spec), name: inputName(spec), value: typed[0], required: spec.required };
  const shown = { ...common, placeholder: spec.placeholder, ...describedBy(view, all), ...own };
  return labelled(view, all, element('input', shown));
}

/** A `<textarea>`, likewise. */
export function textarea(view: FieldView, own: Attributes, ...hints: (string | undefined)[]): Html {
  const { spec, typed } = view;
  const all = hintsOf(spec, ...hints);
  const common = { id: inputName(spec), name: inputName(spec), rows: 6, required: spec.required };
  const shown = { ...common, placeholder: spec.placeholder, ...describedBy(view, all), ...own };
  return labelled(view, all, textareaElement(shown, typed[0] ?? ''));
}

/** What the first value that was typed means. */
export const parseTyped: Field['parse'] = ([first = ''], spec, clock) => typedValue(spec, first, clock);
export const prefillTyped = (value: unknown, spec: VariableSpec): string | undefined => typedText(spec, value);

function lengths(spec: VariableSpec): Attributes {
  const { min, max } = textBounds(spec);
  return { minlength: min > 0 ? min : undefined, maxlength: max };
}

export const textField: Field = {
  capability: 'native',
  render: (view) => input(view, { type: 'text', autocomplete: 'off', ...lengths(view.spec) }),
  parse: parseTyped,
  prefill: prefillTyped,
};

export const multilineField: Field = {
  capability: 'native',
  render: (view) => textarea(view, lengths(view.spec)),
  parse: parseTyped,
  prefill: prefillTyped,
};

/** A person or group, whose picker needs a script: the address in words. */
export const referenceField = (who: string): Field => ({
  capability: 'text',
  render: (view) =>
    input(
      view,
      { type: 'text', inputmode: 'email', autocomplete: 'off', maxlength: 320 },
      `The picker is only in the web client; here, type the e-mail address of a ${who}.`,
    ),
  parse: parseTyped,
});

export const referencesField = (who: string): Field => ({
  capability: 'text',
  render: (view) =>
    textarea(
      view,
      { rows: 3 },
      `The picker is only in the web client; here, type e-mail addresses of ${who}, one per line.`,
    ),
  parse: parseTyped,
});

/** Bounds in words; they stand on the page because a control shows them too late. */
function boundsHint(min: string | number | undefined, max: string | number | undefined, rest = ''): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}${rest}.`;
  if (min !== undefined) return `${min} or more${rest}.`;
  if (max !== undefined) return `At most ${max}${rest}.`;
  return rest ? `Any number${rest}.` : undefined;
}

export const numberField: Field = {
  capability: 'native',
  render(view) {
    const { min, max, step } = numberBounds(view.spec);
    const own = { type: 'number', inputmode: 'decimal', autocomplete: 'off', min, max, step: step ?? 'any' };
    return input(view, own, boundsHint(min, max, step === undefined ? '' : `, in steps of ${step}`));
  },
  parse: parseTyped,
  prefill: prefillTyped,
};

const isLocal = (bound: string | undefined): boolean => !/(Z|[+-]\d{2}:\d{2})$/.test(bound ?? '');

/** Date and time controls take bounds without an offset only; others stand in the hint alone. */
function momentField(type: 'date' | 'time' | 'datetime-local', format: string): Field {
  return {
    capability: 'native',
    render(view) {
      const { min, max } = timeBounds(view.spec);
      const bounds =
        type === 'date' ? { min, max } : { min: isLocal(min) ? min : undefined, max: isLocal(max) ? max : undefined };
      const words = min || max ? [min && `from ${min}`, max && `until ${max}`].filter(Boolean).join(' ') : '';
      return input(
        view,
        { type, placeholder: format, ...bounds },
        words && `${words[0]!.toUpperCase()}${words.slice(1)}.`,
        type === 'datetime-local' ? html`<span data-clock>${clockHint(view.clock)}</span>` : undefined,
      );
    },
    parse: parseTyped,
    prefill: (value) => (typeof value === 'string' && isLocal(value) ? value : undefined),
  };
}

export const dateField = momentField('date', 'YYYY-MM-DD');
export const timeField = momentField('time', 'HH:mm');
export const datetimeField = momentField('datetime-local', 'YYYY-MM-DDTHH:mm');
