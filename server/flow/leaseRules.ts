/** What has been seen of somebody, or of something, and since when it has been the same (ms of the observer's steady clock). */
export interface Sighting {
  beat: number | null;
  since: number;
}

export type Sightings = ReadonlyMap<string, Sighting>;

/** What is known after another look. What is not there any more is forgotten; what says something new begins anew. */
export function look(before: Sightings, seen: { id: string; beat: number | null }[], at: number): Sightings {
  return new Map(
    seen.map(({ id, beat }) => {
      const known = before.get(id);
      return [id, known && known.beat === beat ? known : { beat, since: at }];
    }),
  );
}

/** Those that have said nothing new for so long. */
export const silent = (sightings: Sightings, at: number, patienceMs: number): string[] =>
  [...sightings].filter(([, { since }]) => at - since >= patienceMs).map(([id]) => id);
