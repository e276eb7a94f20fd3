import { errorsOf, isAbsent, typedValue } from '../../contract/answers.ts';
import type { Redo } from '../../contract/messages.ts';
import type { SpeechId } from '../../contract/speech.ts';
import { fieldLabel } from '../../contract/spoken.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { fallbackInput } from '../shared/fallbackInput.ts';
import { fieldId, timeId } from '../shared/fieldNames.ts';
import { cut } from '../shared/words.ts';
import { optionHints } from './choices.ts';
import { controlOf, isShownAgain, type Control, type Setting } from './controls.ts';
import { LIMITS, type Room } from './limits.ts';
import { fieldElement, inputElement, labelElement, sideBySide, type Element, type InputKind } from './templates.ts';
import { plain, unmarked, wellFormed } from './text.ts';

export interface Drawing {
  redo: Redo | undefined;
  room: Room;
  setting: Setting;
}

/** The least room for a hint and for an error. */
const HINT_CHARACTERS = 300;
const ERROR_CHARACTERS = 80;
const LOST = {
  typed: 'teams.lost.typed',
  default: 'bot.lostDefault',
  inWeb: 'bot.defaultInWeb',
  password: 'teams.lost.password',
} as const satisfies Record<string, SpeechId>;

/** The control's content: the text typed before, or the default; `lost` says why it cannot be shown. */
function filling(
  spec: VariableSpec,
  control: Control,
  { redo, room, setting }: Drawing,
): { value: string | number; lost: SpeechId | null } {
  const typed = redo?.typed[fieldId(spec)];
  if (typed !== undefined && !isShownAgain(spec)) return { value: '', lost: LOST.password };
  const before = redo
    ? readAgain(spec, control, [typed ?? ''].flat().join(','))
    : control.fill(spec.default, spec, setting);
  if (before === undefined && hasDefault(spec)) return { value: '', lost: LOST.inWeb };
  const value = typeof before === 'string' ? wellFormed(before) : (before ?? '');
  if (Buffer.byteLength(String(value)) <= room.typedBytes) return { value, lost: null };
  return { value: '', lost: redo ? LOST.typed : LOST.default };
}

const hasDefault = (spec: VariableSpec): boolean => isShownAgain(spec) && !isAbsent(spec.default);

/** A number control only accepts numbers. */
function readAgain(spec: VariableSpec, { input }: Control, typed: string): string | number {
  if (input !== 'number') return typed;
  const number = typedValue(spec, typed);
  return typeof number === 'number' ? number : '';
}

/** Labels a toggle to say that untouched means No, because it cannot be left unanswered. */
function labelText(spec: VariableSpec, input: InputKind | undefined, { room, setting: { speech } }: Drawing): string {
  const { say } = speech;
  const label = unmarked(cut(fieldLabel(spec, speech), room.labelCharacters)) || spec.name;
  const remarks = [
    ...(spec.required ? [say('teams.required')] : []),
    ...(input === 'toggle' ? [say('teams.offMeansNo')] : []),
  ];
  return remarks.length > 0 ? `${label} (${remarks.join(', ')})` : label;
}

/** Date and time inputs for one moment; either may be left empty. */
function drawMoment(spec: VariableSpec, label: string, value: string, { redo, setting }: Drawing): Element {
  const [day = '', clock = ''] = redo ? [value, [redo.typed[timeId(spec)] ?? ''].flat().join()] : value.split('T');
  const inputOf = (kind: 'date' | 'time', id: string, text: string, filled: string) =>
    inputElement(kind, { id, label: text, placeholder: '', value: filled });
  return sideBySide(
    inputOf('date', fieldId(spec), label, day),
    inputOf('time', timeId(spec), setting.speech.say('teams.time'), clock),
  );
}

/** A field of a form as a card element; null if it is not on cards. */
export function drawField(spec: VariableSpec, drawing: Drawing): Element | null {
  const { redo, room, setting } = drawing;
  const { speech } = setting;
  if (spec.type === 'hidden') return null;
  const errors = redo
    ? errorsOf(spec, redo.fields, speech).map((error) =>
        plain(cut(error, Math.max(room.hintCharacters, ERROR_CHARACTERS))),
      )
    : [];
  const about = [
    ...(spec.description && room.hintCharacters > 0 ? [plain(cut(spec.description, room.hintCharacters))] : []),
    ...optionHints(spec, room.hintCharacters, speech),
  ];
  const control = controlOf(spec, setting);
  const label = labelText(spec, control?.input, drawing);
  if (control === null)
    return fieldElement({ input: labelElement(label), errors, hints: [...about, fallbackInput(spec, speech).hint] });
  const { more, ...drawn } = control.draw(spec, setting);
  const { value, lost } = filling(spec, control, drawing);
  const placeholder = plain(cut(spec.placeholder ?? '', LIMITS.placeholderCharacters));
  const input = control.hasTime
    ? drawMoment(spec, label, String(value), drawing)
    : inputElement(control.input, {
        id: fieldId(spec),
        label,
        placeholder,
        value,
        ...drawn,
        ...(control.chosen && { choices: control.chosen(spec, String(value)) }),
      });
  const hint = plain(cut(control.hint(spec, setting), Math.max(room.hintCharacters, HINT_CHARACTERS)));
  return fieldElement({
    input: { ...input, ...more },
    errors: [...errors, ...(lost ? [speech.say(lost)] : [])],
    hints: hint === '' ? about : [...about, hint],
  });
}
