import type { Point } from './geometry.ts';
import type { Sketch } from './sketch.ts';

export type Arrow = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow => /^Arrow(Down|Up|Left|Right)$/.test(key);

/**
 * The node that an arrow key moves to: down along the first edge, up to a predecessor, sideways to the neighbour in the
 * drawing. Null if there is none.
 */
export function nodeTowards(
  { nodes, edges }: Sketch,
  places: ReadonlyMap<string, Point>,
  from: string,
  arrow: Arrow,
): string | null {
  if (arrow === 'ArrowDown') return edges.find((edge) => edge.from === from)?.to ?? null;
  if (arrow === 'ArrowUp') return edges.find((edge) => edge.to === from)?.from ?? null;
  const here = places.get(from);
  if (!here) return null;
  const sign = arrow === 'ArrowRight' ? 1 : -1;
  const beside = nodes
    .map(({ id }) => ({ id, ...places.get(id)! }))
    .filter(({ x, y }) => Math.abs(y - here.y) < 1 && (x - here.x) * sign > 0)
    .sort((one, other) => (one.x - other.x) * sign);
  return beside[0]?.id ?? null;
}
