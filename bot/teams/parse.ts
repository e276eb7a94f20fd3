import { commentApart, commentField } from '../../contract/commentField.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import type { Question, Redo } from '../../contract/messages.ts';
import type { GivenValues } from '../../contract/conversation.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { fieldId, timeId } from '../shared/fieldNames.ts';
import { controlOf, isShownAgain, settingOf, type CardOptions } from './controls.ts';

/**
 * Reads a card's submission: values by field name, and the typed text, to restore if the server finds errors. Ignores
 * keys that are not fields; unparsable text stays text, for the server to report.
 */
export function parseCard(
  question: Pick<Question, 'variables' | 'comment'>,
  data: Record<string, unknown>,
  options: CardOptions = {},
): GivenValues & { redo: Redo } {
  const setting = settingOf(question, options);
  const values: [string, unknown][] = [];
  const typed: [string, string][] = [];
  for (const spec of [...question.variables, ...commentField(question, ENGLISH_SPEECH)]) {
    const control = controlOf(spec, setting);
    if (control === null) continue;
    const time = control.hasTime ? textIn(data, timeId(spec)) : undefined;
    const first = textIn(data, fieldId(spec)) ?? (time && ''); // Teams does not send an empty date
    if (first === undefined) continue;
    if (time) typed.push([timeId(spec), time]);
    const text = time ? `${first} ${time}` : first;
    if (isShownAgain(spec) || text !== '') typed.push([fieldId(spec), isShownAgain(spec) ? first : '']);
    const value = control.read(text, spec, setting);
    if (value !== undefined) values.push([spec.name, value]);
  }
  return {
    ...commentApart(question, Object.fromEntries(values)),
    redo: { typed: Object.fromEntries(typed), fields: {} },
  };
}

/** The fields with a date or a time of which only one was picked. */
export function halfMoments(
  question: Pick<Question, 'variables'>,
  data: Record<string, unknown>,
  options: CardOptions,
): string[] {
  const setting = settingOf(question, options);
  const moments = question.variables.filter((spec) => controlOf(spec, setting)?.hasTime);
  const isHalf = (spec: VariableSpec) => !textIn(data, fieldId(spec)) !== !textIn(data, timeId(spec));
  return moments.filter(isHalf).map(({ name }) => name);
}

/** Cards send strings; some clients send numbers and booleans. */
function textIn(data: Record<string, unknown>, key: string): string | undefined {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
