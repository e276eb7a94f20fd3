/**
 * Who is next: of those with the fewest attempts under way, the one served longest ago. A name with nothing under way
 * waits for at most one turn of each other one.
 * @param queue the one served longest ago is first
 */
export function turnOf(queue: readonly string[], underWay: (name: string) => number): string | null {
  let next: string | null = null;
  for (const name of queue) if (next === null || underWay(name) < underWay(next)) next = name;
  return next;
}

/** The queue after a turn. */
export const afterTurn = (queue: readonly string[], served: string): string[] => [
  ...queue.filter((name) => name !== served),
  served,
];
