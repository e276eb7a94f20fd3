/**
 * Whose turn it is: of those who have the fewest under way, the one who was served longest ago. Whoever has nothing under way
 * waits for at most one turn of each of the others.
 * @param queue who was served longest ago stands first
 */
export function turnOf(queue: readonly string[], underWay: (name: string) => number): string | null {
  let next: string | null = null;
  for (const name of queue) if (next === null || underWay(name) < underWay(next)) next = name;
  return next;
}

/** The queue after somebody's turn. */
export const afterTurn = (queue: readonly string[], served: string): string[] => [
  ...queue.filter((name) => name !== served),
  served,
];
