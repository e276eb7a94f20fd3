import type { Question } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { flattenOptions, type Choice } from '../shared/flattenOptions.ts';
import { cut } from '../shared/words.ts';
import { bytesOf, LIMITS } from './limits.ts';
import { unmarked } from './text.ts';

/** Lets a person take back what they chose. */
export const NO_CHOICE = 'none';

/** A choice as the card carries it: an opaque id in place of its value. */
export interface CardChoice {
  title: string;
  value: string;
}

const onCard = ({ id, label }: Choice): CardChoice => ({
  title: unmarked(cut(label, LIMITS.choiceCharacters)) || id,
  value: id,
});

export const yesOrNo = ({ say }: Speech): CardChoice[] => [
  { title: say('value.yes'), value: 'true' },
  { title: say('value.no'), value: 'false' },
];

const isClear = (choices: readonly CardChoice[]): boolean =>
  new Set(choices.map(({ title }) => title)).size === choices.length;

const hasOptions = ({ type }: VariableSpec): boolean => type === 'select' || type === 'multiselect';

export interface Choices {
  /**
   * Those of every select that a card of this question can hold, by field name; what is not in it is typed as text: a
   * select with only an `optionsSource` (behaviour 4.1), one with too many options, or with options that would look the
   * same. It depends on the question alone, so that what comes back is read as it was shown.
   */
  shown: Map<string, CardChoice[]>;
  /** The selects that have choices, but too many for a card. */
  searched: Set<string>;
}

export function choicesOf({ variables }: Pick<Question, 'variables'>): Choices {
  const shown = new Map<string, CardChoice[]>();
  const searched = new Set<string>();
  const most = Math.max(LIMITS.choicesBytes, LIMITS.mostChoicesBytes - variables.length * LIMITS.fieldBytes);
  let bytes = 0;
  for (const spec of variables.filter(hasOptions)) {
    const choices = flattenOptions(spec).map(onCard);
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

/** What somebody may mean who types this, what begins with it first; as many as Teams shows. */
export function choicesMatching(spec: VariableSpec, typed: string): CardChoice[] {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const sought = fold(typed.trim());
  const found = flattenOptions(spec)
    .map(onCard)
    .map((choice) => ({ choice, at: fold(choice.title).indexOf(sought) }))
    .filter(({ at }) => at >= 0);
  const [first, others] = [found.filter(({ at }) => at === 0), found.filter(({ at }) => at > 0)];
  return [...first, ...others].slice(0, LIMITS.matches).map(({ choice }) => choice);
}

/** Those of these ids, parted by commas. */
export function choicesChosen(spec: VariableSpec, ids: string): CardChoice[] {
  const chosen = new Set(ids.split(','));
  return flattenOptions(spec)
    .filter(({ id }) => chosen.has(id))
    .map(onCard);
}

export interface Buttons {
  spec: VariableSpec;
  choices: CardChoice[];
}

/** What buttons can answer in one press: a question that is one choice among a few, or a yes or no. */
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
