import {
  clockHint,
  inZone,
  numberBounds,
  textBounds,
  timeBounds,
  typedText,
  typedValue,
  type Clock,
} from '../../../../contract/answers.ts';
import type { VariableSpec } from '../../../../contract/variables.ts';
import { dayInWords, momentInWords, numberInWords } from '../../../../contract/boundWords.ts';
import { byClock, type Speech, type SpeechId } from '../../../../contract/speech.ts';
import { element, html, textareaElement, type Content, type Html } from '../html.ts';
import { describedBy, hintsOf, inputName, labelled, type Field, type FieldView, type Hint } from './field.ts';

type Attributes = Record<string, string | number | boolean | undefined>;

/** An `<input>` of a type, linked to its label. */
function input(view: FieldView, own: Attributes, ...hints: (Hint | undefined)[]): Html {
  const { spec, typed } = view;
  const all = hintsOf(spec, ...hints);
  const common = { id: inputName(spec), name: inputName(spec), value: typed[0], required: spec.required };
  const shown = { ...common, placeholder: spec.placeholder, ...describedBy(view, all), ...own };
  return labelled(view, all, element('input', shown));
}

/** A `<textarea>`, linked to its label. */
export function textarea(view: FieldView, own: Attributes, ...hints: (string | undefined)[]): Html {
  const { spec, typed } = view;
  const all = hintsOf(spec, ...hints);
  const common = { id: inputName(spec), name: inputName(spec), rows: 6, required: spec.required };
  const shown = { ...common, placeholder: spec.placeholder, ...describedBy(view, all), ...own };
  return labelled(view, all, textareaElement(shown, typed[0] ?? ''));
}

/** Parses the first typed value. */
export const parseTyped: Field['parse'] = ([first = ''], spec, typist) => typedValue(spec, first, typist);
export const prefillTyped: NonNullable<Field['prefill']> = (value, spec, typist) => typedText(spec, value, typist);

/** No `maxlength`: browsers cut pasted text there without a word, where the check says what is too long. */
function leastLength(spec: VariableSpec): Attributes {
  const { min } = textBounds(spec);
  return { minlength: min > 0 ? min : undefined };
}

export const textField: Field = {
  capability: 'native',
  render: (view) => input(view, { type: 'text', autocomplete: 'off', ...leastLength(view.spec) }),
  parse: parseTyped,
  prefill: prefillTyped,
};

export const multilineField: Field = {
  capability: 'native',
  render: (view) => textarea(view, leastLength(view.spec)),
  parse: parseTyped,
  prefill: prefillTyped,
};

/** A person or group, typed as an address: a picker would need a script. */
export const referenceField = (hint: SpeechId): Field => ({
  capability: 'text',
  render: (view) => input(view, { type: 'text', inputmode: 'email', autocomplete: 'off' }, view.speech.say(hint)),
  parse: parseTyped,
});

export const referencesField = (hint: SpeechId): Field => ({
  capability: 'text',
  render: (view) => textarea(view, { rows: 3 }, view.speech.say(hint)),
  parse: parseTyped,
});

/** Bounds as text; the control itself would only show them after a mistake. */
function boundsHint(spec: VariableSpec, { say, bounds }: Speech): string | undefined {
  const { min, max, step } = numberBounds(spec);
  const has = whichOf(min, max);
  if (has === 'none' && step === undefined) return undefined;
  const inWords = (bound: number | undefined, absent = '') =>
    bound === undefined ? absent : numberInWords(bound, bounds);
  return say('page.bounds', { has, min: inWords(min), max: inWords(max), step: inWords(step, 'none') });
}

function whichOf(min: unknown, max: unknown): 'both' | 'min' | 'max' | 'none' {
  if (min !== undefined && max !== undefined) return 'both';
  if (min !== undefined) return 'min';
  return max === undefined ? 'none' : 'max';
}

export const numberField: Field = {
  capability: 'native',
  render(view) {
    const { min, max, step } = numberBounds(view.spec);
    const own = { type: 'number', inputmode: 'decimal', autocomplete: 'off', min, max, step: step ?? 'any' };
    return input(view, own, boundsHint(view.spec, view.speech));
  },
  // browsers send this control's numbers with a decimal point, whatever the locale
  parse: ([first = ''], spec) => typedValue(spec, first),
  prefill: (value, spec) => typedText(spec, value),
};

const isLocal = (bound: string | undefined): boolean => !/(Z|[+-]\d{2}:\d{2})$/.test(bound ?? '');

/** Date and time controls only accept bounds without an offset; others appear in the hint only. */
function momentField(type: 'date' | 'time' | 'datetime-local', format: (speech: Speech) => string): Field {
  return {
    capability: 'native',
    render(view) {
      const { spec, speech, clock } = view;
      const { min, max } = timeBounds(spec);
      const has = whichOf(min, max);
      const bounds =
        type === 'date' ? { min, max } : { min: isLocal(min) ? min : undefined, max: isLocal(max) ? max : undefined };
      return input(
        view,
        { type, placeholder: format(speech), ...bounds, 'data-at': presetInstant(view) },
        has === 'none' ? undefined : periodHint(view, has),
        type === 'datetime-local' ? clockElement(clock, speech) : undefined,
      );
    },
    parse: parseTyped,
    prefill: (value, _spec, typist) => (typeof value === 'string' ? localTime(value, typist?.zone) : undefined),
  };
}

/** A date and time without its offset, which no control takes: in the time zone of its field. */
function localTime(value: string, zone: string | undefined): string | undefined {
  if (isLocal(value)) return value;
  const at = Date.parse(value);
  if (zone === undefined || Number.isNaN(at)) return undefined;
  return inZone(at, zone)
    .slice(0, '2026-12-24T18:00:00'.length)
    .replace(/(T\d\d:\d\d):00$/, '$1');
}

/** The instant of an unchanged default, which the page's script shows in the browser's time zone. */
function presetInstant({ spec, typed, clock }: FieldView): string | undefined {
  const value = spec.default;
  if (typeof value !== 'string' || isLocal(value) || typed[0] !== localTime(value, clock.zone)) return undefined;
  return new Date(value).toISOString();
}

/** Private-use characters, which no text of ours contains: they are replaced by markup. */
const PLACES = { min: '\uE000', max: '\uE001' };

/** The allowed period, in the reader's language. */
function periodHint({ spec, speech, clock }: FieldView, has: string): Html {
  const bounds = timeBounds(spec);
  const text = speech.say('page.period', { has, ...PLACES });
  const parts = text.split(/([\uE000\uE001])/).map((part): Content => {
    const name = part === PLACES.min ? 'min' : part === PLACES.max ? 'max' : undefined;
    return name === undefined ? part : boundElement(spec, bounds[name] ?? '', byClock(speech, clock));
  });
  return html`${parts}`;
}

/** A date and time is shown in the field's time zone; the page's script converts both to the browser's. */
function boundElement({ type }: VariableSpec, bound: string, { bounds }: Speech): Content {
  if (type === 'date') return dayInWords(bound, bounds);
  if (type !== 'datetime') return bound;
  const at = new Date(bound);
  const words = momentInWords(bound, bounds);
  return isLocal(bound) || Number.isNaN(at.getTime())
    ? words
    : html`<time datetime="${at.toISOString()}" data-bound="">${words}</time>`;
}

/** The page's script fills in the browser's time zone. */
const clockElement = (clock: Clock, speech: Speech): Html =>
  html`<span data-clock="${clockHint({ zone: '{zone}', isOwn: true }, speech)}">${clockHint(clock, speech)}</span>`;

export const dateField = momentField('date', ({ say }) => say('page.format.date'));
export const timeField = momentField('time', () => 'HH:mm');
export const datetimeField = momentField('datetime-local', ({ say }) => say('page.format.datetime'));
