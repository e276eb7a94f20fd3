import type { AskedAs } from '../../contract/askedAs.ts';

/** If a question is put to more groups than this, members of the remaining groups are not told why they are asked. */
export const MOST_REASONS = 100;

/** The distinct reasons why these people are asked, up to the number that is stored with a request. */
export function reasonsOf(people: readonly { askedAs: AskedAs }[]): AskedAs[] {
  const reasons = new Map(people.map(({ askedAs }) => [keyOf(askedAs), askedAs]));
  return [...reasons.values()].slice(0, MOST_REASONS);
}

/** Returns a function that finds the index of a person's reason; null if it is not in the list. */
export function placesIn(reasons: readonly AskedAs[] = []): (person: { askedAs: AskedAs }) => number | null {
  const places = new Map(reasons.map((reason, place) => [keyOf(reason), place]));
  return ({ askedAs }) => places.get(keyOf(askedAs)) ?? null;
}

const keyOf = (reason: AskedAs): string => (reason.kind === 'group' ? `group ${reason.name}` : reason.kind);
