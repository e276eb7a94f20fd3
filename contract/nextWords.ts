import { NEXT_LIMITS, type NextPlace, type NextStep } from './nextSteps.ts';
import { labelOf, optionLabel, optionsOf, type VariableSpec } from './variables.ts';
import { SIMPLE_FIELD } from './answers.ts';

/** The messages for next steps. */
type NextId = 'next.timeout' | `next.${'answer' | 'field' | 'otherwise' | 'always'}${'' | '.answers' | '.data'}`;
type PartId = `next.${'quoted' | 'end' | 'failure'}`;

interface Words {
  /** BCP 47 */
  locale: string;
  say(id: NextId | PartId, values?: Record<string, string>): string;
}

/**
 * One path from a question, as a sentence.
 * @param specs its fields, with options in the reader's language
 */
export function nextWords(
  { when, places, dependsOn }: NextStep,
  specs: readonly Pick<VariableSpec, 'name' | 'label' | 'options'>[],
  { locale, say }: Words,
): string {
  const either = new Intl.ListFormat(locale, { type: 'disjunction' });
  const quoted = (name: string) => say('next.quoted', { name });
  const then = either.format(places.map((place) => placeWords(place, { say, quoted })));
  const suffix = dependsOn === undefined ? ('' as const) : (`.${dependsOn}` as const);
  if (when.kind === 'timeout') return say('next.timeout', { then });
  if (when.kind !== 'answer') return say(`next.${when.kind}${suffix}`, { then });
  const spec = specs.find(({ name }) => name === when.field);
  const labels = new Map(spec && optionsOf(spec).map((option) => [option.value, optionLabel(option)]));
  const answer = either.format(
    when.values.slice(0, NEXT_LIMITS.values).map((value) => quoted(labels.get(value) ?? value)),
  );
  if (when.field === SIMPLE_FIELD || !spec) return say(`next.answer${suffix}`, { answer, then });
  return say(`next.field${suffix}`, { field: quoted(labelOf(spec)), answer, then });
}

const placeWords = (place: NextPlace, { say, quoted }: Pick<Words, 'say'> & { quoted(name: string): string }): string =>
  place.kind === 'node' ? quoted(place.name) : say(`next.${place.kind}`);
