/**
 * The last beat seen of a server or execution, and since when it has not changed (ms of the observer's steady clock).
 */
export interface Sighting {
  beat: number | null;
  since: number;
}

export type Sightings = ReadonlyMap<string, Sighting>;

/** The sightings after another look: drops those that are gone and restarts the time of those with a new beat. */
export function updateSightings(before: Sightings, seen: { id: string; beat: number | null }[], at: number): Sightings {
  return new Map(
    seen.map(({ id, beat }) => {
      const known = before.get(id);
      return [id, known && known.beat === beat ? known : { beat, since: at }];
    }),
  );
}

/** Those whose beat has not changed for this long. */
export const silentFor = (sightings: Sightings, at: number, patienceMs: number): string[] =>
  [...sightings].filter(([, { since }]) => at - since >= patienceMs).map(([id]) => id);
