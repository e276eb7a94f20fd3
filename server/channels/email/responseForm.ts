import { createHash } from 'node:crypto';
import { zoneOf, type Clock, type Typist } from '../../../contract/answers.ts';
import { ProblemError, type FieldChecks } from '../../../contract/problem.ts';
import type { Redo } from '../../../contract/messages.ts';
import { NOTE_CHARACTERS } from '../../../contract/payload.ts';
import { byClock, type Speech } from '../../../contract/speech.ts';
import { fieldLabel, nameInWords } from '../../../contract/spoken.ts';
import { optionLabel, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { check } from '../../foundation/errors.ts';
import { ZONE_FIELD } from './clockScript.ts';
import { CAPABILITIES, parseForm, prefilled } from './fields/fields.ts';
import { inputName } from './fields/field.ts';
import { RESPONSE_LIMITS } from './responseLimits.ts';
import { NOTE_ERROR, NOTE_FIELD } from './responsePage.ts';
import type { Entry } from './statePages.ts';

/** 32 random bytes in hex (behaviour 5.2). */
const TOKEN = /^[0-9a-f]{64}$/;
const NONCE = /^[A-Za-z0-9-]{8,64}$/;

export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text);

/** The submitted form of a response page. */
export interface ReturnedForm {
  token: string;
  /** Null if it was tampered with: such a form counts as a new submission. */
  nonce: string | null;
  typed: Record<string, string[]>;
  /** The pressed button: the question's own, or one of the confirmation page; null: none. */
  step: (typeof STEPS)[number] | null;
  /** The pressed button of a notice. */
  action: string | null;
}

/** Names of our own fields. */
const OWN = new Set(['token', 'nonce', 'step', 'action']);
const STEPS = ['answer', 'send', 'back'] as const;

/** Browsers send every line break of a form as two characters. */
const withPlainLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * @throws ProblemError `unsupported_media_type` without a form, `payload_too_large` for too many fields,
 * `link_unusable` for a malformed token
 */
export function readForm(body: unknown): ReturnedForm {
  if (!(body instanceof URLSearchParams)) throw new ProblemError('unsupported_media_type', 'Send a form.');
  const names = [...new Set(body.keys())];
  if (names.length > RESPONSE_LIMITS.fields)
    throw new ProblemError('payload_too_large', `A form has at most ${RESPONSE_LIMITS.fields} fields.`);
  const token = body.get('token');
  if (!isToken(token)) throw unusable();
  const nonce = body.get('nonce') ?? '';
  const typed = typedOf(body);
  const step = STEPS.find((each) => each === body.get('step')) ?? null;
  return { token, nonce: NONCE.test(nonce) ? nonce : null, typed, step, action: body.get('action') };
}

function typedOf(body: URLSearchParams): ReturnedForm['typed'] {
  const names = [...new Set(body.keys())].filter((name) => !OWN.has(name));
  return Object.fromEntries(names.map((name) => [name, body.getAll(name).map(withPlainLineBreaks)]));
}

/** What was entered in a form that is refused as a whole, whatever its token. Empty for a form that our pages do not send. */
export function enteredInBody(body: unknown, speech: Speech): Entry[] {
  if (!(body instanceof URLSearchParams)) return [];
  const typed = typedOf(body);
  return Object.keys(typed).length > RESPONSE_LIMITS.fields ? [] : enteredIn({ typed }, speech);
}

/** The same text whatever the reason, so that callers do not learn which tokens exist. */
export const unusable = (): ProblemError =>
  new ProblemError(
    'link_unusable',
    'This link was used, has expired or is incomplete. Sign in to the web client to answer.',
  );

/** The content of a form field. */
export const typedIn = ({ typed }: Pick<ReturnedForm, 'typed'>, name: string): string[] =>
  Object.hasOwn(typed, name) ? typed[name]! : [];

/** Values by variable; unknown fields are kept, so that validation refuses them by name. */
export function valuesOf(form: ReturnedForm, specs: readonly VariableSpec[], typist: Typist): Record<string, unknown> {
  const asked = specs.filter((spec) => CAPABILITIES[spec.type] !== 'omitted');
  const known = new Set(asked.map(inputName));
  const foreign = Object.keys(form.typed).filter((name) => name.startsWith('f_') && !known.has(name));
  const refused = foreign.map((name) => [name.slice(2), form.typed[name]![0]]);
  return Object.fromEntries([
    ...Object.entries(parseForm(asked, (spec) => typedIn(form, inputName(spec)), typist)),
    ...refused,
  ]);
}

/** The browser's time zone, if it sent one. */
export function clockOf(form: ReturnedForm, serverZone: string): Clock {
  const own = zoneOf(typedIn(form, ZONE_FIELD)[0]);
  return { zone: own ?? serverZone, isOwn: own !== undefined };
}

/** What was entered in a field, in the words of its form. */
export function enteredInField(form: Pick<ReturnedForm, 'typed'>, spec: VariableSpec, { say }: Speech): string[] {
  const labels = new Map(optionsOf(spec).map((option) => [option.value, optionLabel(option)]));
  if (spec.type === 'boolean') labels.set('true', say('value.yes')).set('false', say('value.no'));
  const entered = typedIn(form, inputName(spec)).filter(Boolean);
  return entered.map((value) => labels.get(value) ?? value);
}

/**
 * What was entered, for a person whose answer was not accepted.
 * @param specs the fields of the form, if they are known: otherwise the names of the fields have to do
 */
export function enteredIn(
  form: Pick<ReturnedForm, 'typed'>,
  speech: Speech,
  specs: readonly VariableSpec[] = [],
): Entry[] {
  const known = new Map(specs.map((spec) => [inputName(spec), spec]));
  const fields = Object.keys(form.typed).filter((name) => name.startsWith('f_'));
  const entered = fields.map((name) => {
    const spec = known.get(name);
    const texts = spec ? enteredInField(form, spec, speech) : typedIn(form, name).filter(Boolean);
    return { label: spec ? fieldLabel(spec, speech) : nameInWords(name.slice(2), speech), text: texts.join('\n') };
  });
  const note = noteOf(form);
  return [...entered, ...(note === undefined ? [] : [{ label: speech.say('note.label'), text: note }])].filter(
    ({ text }) => text.trim() !== '',
  );
}

export function noteOf(form: Pick<ReturnedForm, 'typed'>): string | undefined {
  const note = (typedIn(form, NOTE_FIELD)[0] ?? '').trim();
  return note === '' ? undefined : note;
}

/**
 * What the page itself refuses. An entirely empty form is refused even if nothing is required: mail scanners submit
 * forms, and must not answer for a person. If something is required, its own field says so.
 */
export function refusedByPage(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
  note: string | undefined,
): FieldChecks | null {
  if (note !== undefined && note.length > NOTE_CHARACTERS)
    return { [NOTE_ERROR]: check('atMostCharacters', { count: NOTE_CHARACTERS }) };
  const asked = specs.filter(({ type }) => CAPABILITIES[type] !== 'omitted');
  const mayBeEmpty = asked.length > 0 && !asked.some(({ required }) => required);
  return mayBeEmpty && Object.keys(values).length === 0 ? { values: check('nothingAnswered') } : null;
}

const written = (values: readonly string[]): string[] => values.filter((value) => value.trim() !== '');

/**
 * Whether a form shows no sign of a person: no button was pressed, and every field is unchanged. Mail scanners send
 * such forms; a person has to press once more.
 */
export function looksAutomated(form: ReturnedForm, specs: readonly VariableSpec[], typist: Typist): boolean {
  if (form.step !== null || noteOf(form) !== undefined) return false;
  return specs
    .filter((spec) => CAPABILITIES[spec.type] !== 'omitted')
    .every((spec) => {
      const now = written(typedIn(form, inputName(spec)));
      const before = written(prefilled(spec, typist).map(withPlainLineBreaks));
      return now.length === before.length && now.every((value, at) => value === before[at]);
    });
}

/** The form again, with what was typed; dates and times in the time zone of its fields. */
export const redoOf = ({ typed }: ReturnedForm, checks: FieldChecks, speech: Speech, clock: Clock): Redo => ({
  typed,
  fields: byClock(speech, clock).faults(checks),
});

/**
 * The same form with the same content is one submission, however often it arrives; changed content makes it another.
 */
export function submissionIdOf({ nonce, typed }: Omit<ReturnedForm, 'step' | 'action'>): string | undefined {
  if (nonce === null) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([nonce, typed]))
    .digest('hex');
}
