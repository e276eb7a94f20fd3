import type { Point } from './geometry.ts';
import type { Sketch } from './sketch.ts';

export type Arrow = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow => /^Arrow(Down|Up|Left|Right)$/.test(key);

/**
 * The node that an arrow leads to: down along the first edge, up to where the node is reached from, and aside to what
 * stands beside it in the drawing. Null where it leads nowhere.
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
