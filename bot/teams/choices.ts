import type { Question } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { describedOptions, flattenOptions, numbersFor } from '../shared/flattenOptions.ts';
import { cut } from '../shared/words.ts';
import { bytesOf, LIMITS } from './limits.ts';
import { plain, unmarked } from './text.ts';

/** A choice on a card: an opaque id instead of the value. */
export interface CardChoice {
  title: string;
  value: string;
}

/** Numbers those with the same label, because nobody could type which one they mean. */
function choicesIn(spec: VariableSpec): CardChoice[] {
  const choices = flattenOptions(spec);
  const numbers = numbersFor(choices.map(({ label }) => label));
  return choices.map(({ id, label }, n) => ({
    title: unmarked(cut(label + numbers[n], LIMITS.choiceCharacters)) || id,
    value: id,
  }));
}

export const yesOrNo = ({ say }: Speech): CardChoice[] => [
  { title: say('value.yes'), value: 'true' },
  { title: say('value.no'), value: 'false' },
];

const isClear = (choices: readonly CardChoice[]): boolean =>
  new Set(choices.map(({ title }) => title)).size === choices.length;

const hasOptions = ({ type }: VariableSpec): boolean => type === 'select' || type === 'multiselect';

export interface Choices {
  /**
   * The choices of every select that fits on a card, by field name. Other selects are typed as text: those with only an
   * `optionsSource` (behaviour 4.1), with too many options, or with options of which a card shows the same beginning.
   * Depends only on the question, so that submissions are read as the card was shown.
   */
  shown: Map<string, CardChoice[]>;
  /** The selects with too many choices for a card, which are searched. */
  searched: Set<string>;
}

export function choicesOf({ variables }: Pick<Question, 'variables'>): Choices {
  const shown = new Map<string, CardChoice[]>();
  const searched = new Set<string>();
  const most = Math.max(LIMITS.choicesBytes, LIMITS.mostChoicesBytes - variables.length * LIMITS.fieldBytes);
  let bytes = 0;
  for (const spec of variables.filter(hasOptions)) {
    const choices = choicesIn(spec);
    if (choices.length === 0 || !isClear(choices)) continue;
    const size = bytesOf(choices);
    if (bytes + size > most) searched.add(spec.name);
    else {
      bytes += size;
      shown.set(spec.name, choices);
    }
  }
  return { shown, searched };
}

/** The choices that match the typed text, prefix matches first; as many as Teams shows. */
export function choicesMatching(spec: VariableSpec, typed: string): CardChoice[] {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const sought = fold(typed.trim());
  const found = choicesIn(spec)
    .map((choice) => ({ choice, at: fold(choice.title).indexOf(sought) }))
    .filter(({ at }) => at >= 0);
  const [first, others] = [found.filter(({ at }) => at === 0), found.filter(({ at }) => at > 0)];
  return [...first, ...others].slice(0, LIMITS.matches).map(({ choice }) => choice);
}

/** The choices of comma-separated ids. */
export function choicesChosen(spec: VariableSpec, ids: string): CardChoice[] {
  const chosen = new Set(ids.split(','));
  return choicesIn(spec).filter(({ value }) => chosen.has(value));
}

/** What the options mean, one line each, because a choice shows only its label; many are left to the web client. */
export function optionHints(spec: VariableSpec, characters: number, { say }: Speech): string[] {
  if (!hasOptions(spec)) return [];
  const lines = describedOptions(flattenOptions(spec));
  if (lines.length > LIMITS.expandedChoices) return [say('bot.optionsDescribed')];
  return lines.map((line) => plain(cut(line, characters)).replace(/\s+/g, ' '));
}

export interface Buttons {
  spec: VariableSpec;
  choices: CardChoice[];
}

/** The buttons of a question with few choices, or of a yes or no; otherwise null. */
export function buttonsOf({ variables }: Pick<Question, 'variables'>, speech: Speech): Buttons | null {
  const asked = variables.filter(({ type }) => type !== 'hidden');
  const [spec] = asked;
  if (!spec || asked.length > 1) return null;
  if (spec.type === 'boolean') return { spec, choices: yesOrNo(speech) };
  const offered =
    spec.type === 'select' && !spec.optionsSource ? choicesOf({ variables: [spec] }).shown.get(spec.name) : undefined;
  if (!offered || offered.length > LIMITS.buttons) return null;
  const choices = offered.map(({ title, value }) => ({ title: cut(title, LIMITS.buttonCharacters), value }));
  return isClear(choices) ? { spec, choices } : null;
}
