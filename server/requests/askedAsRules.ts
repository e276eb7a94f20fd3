import type { AskedAs } from '../../contract/askedAs.ts';

/** Of a question that is put to more groups, the people of the others are not told why. */
export const MOST_REASONS = 100;

/** Why these people are asked, each reason once: as many as are stored with their request. */
export function reasonsOf(people: readonly { askedAs: AskedAs }[]): AskedAs[] {
  const reasons = new Map(people.map(({ askedAs }) => [keyOf(askedAs), askedAs]));
  return [...reasons.values()].slice(0, MOST_REASONS);
}

/** Finds which of the reasons is somebody's; null where it is not among them. */
export function placesIn(reasons: readonly AskedAs[] = []): (person: { askedAs: AskedAs }) => number | null {
  const places = new Map(reasons.map((reason, place) => [keyOf(reason), place]));
  return ({ askedAs }) => places.get(keyOf(askedAs)) ?? null;
}

const keyOf = (reason: AskedAs): string => (reason.kind === 'group' ? `group ${reason.name}` : reason.kind);
