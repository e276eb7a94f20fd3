import { labelBetween, labelOnCurve, labelWidth } from './edgeLabels.ts';
import type { Box, Point } from './geometry.ts';
import type { Sketch, SketchEdge } from './sketch.ts';

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 60;
const GAP = 32;
const COLUMN = NODE_WIDTH + GAP;
const ROW = NODE_HEIGHT + 64;
const LANE = 20;
const SWEEPS = 4;

export interface Drawn {
  edge: SketchEdge;
  /** From the node it leaves to the node it reaches. */
  points: Point[];
  /** It leads up again, along the right-hand side. */
  isBack: boolean;
  /** Where there is room for its words. */
  label: Box;
}

export interface Layout {
  /** Upper left corners. */
  places: Map<string, Point>;
  edges: Drawn[];
}

/**
 * Places nodes in rows, so that edges lead down: a node stands one row below the lowest node that leads to it. An edge
 * that passes rows keeps a place of its own in each, and so runs past nodes and not through them.
 */
export function layOut({ nodes, edges }: Sketch): Layout {
  const ids = nodes.map(({ id }) => id);
  const back = edgesUp(ids, edges);
  const down = edges.filter((edge) => !back.has(edge) && edge.from !== edge.to);
  const rowOf = rowsOf(ids, down);
  const rows: string[][] = [];
  const links: [string, string][] = [];
  for (const id of ids) (rows[rowOf.get(id)!] ??= []).push(id);
  const stops = new Map(down.map((edge) => [edge, stopsOf(edge, rowOf, rows, links)]));
  orderRows(rows, links);

  const widest = Math.max(0, ...rows.map((row) => row.length));
  const spots = new Map<string, Point>();
  rows.forEach((row, depth) =>
    row.forEach((id, column) => spots.set(id, { x: (column + (widest - row.length) / 2) * COLUMN, y: depth * ROW })),
  );
  const middle = (id: string, dy: number): Point => ({
    x: spots.get(id)!.x + NODE_WIDTH / 2,
    y: spots.get(id)!.y + dy,
  });
  const labels: Box[][] = rows.map(() => []);
  const laneFor = lanesFrom(widest * COLUMN - GAP);
  const drawn = edges.map((edge): Drawn => {
    const passed = stops.get(edge);
    if (passed) {
      const between = passed.map((id) => middle(id, NODE_HEIGHT / 2));
      const points = [middle(edge.from, NODE_HEIGHT), ...between, middle(edge.to, 0)];
      const top = points[0]!.y;
      const placed = labels[rowOf.get(edge.from)!]!;
      const label = labelOnCurve(edge, [points[0]!, points[1]!], { top, bottom: top + ROW - NODE_HEIGHT }, placed);
      if (label.width > 0) placed.push(label);
      return { edge, isBack: false, points, label };
    }
    const right = (id: string, dy: number): Point => ({ x: spots.get(id)!.x + NODE_WIDTH, y: spots.get(id)!.y + dy });
    const [start, end] = [right(edge.from, NODE_HEIGHT * 0.6), right(edge.to, NODE_HEIGHT * 0.4)];
    const x = laneFor(edge, end.y, start.y);
    const corners = [
      { x, y: start.y },
      { x, y: end.y },
    ] as const;
    return { edge, isBack: true, points: [start, ...corners, end], label: labelBetween(edge, ...corners) };
  });
  return { places: new Map(ids.map((id) => [id, spots.get(id)!])), edges: drawn };
}

/** Gives what leads up a way beside everything, and beside whatever else leads up past the same rows. */
function lanesFrom(left: number): (edge: SketchEdge, top: number, bottom: number) => number {
  const lanes: { top: number; bottom: number; right: number }[] = [];
  return (edge, top, bottom) => {
    const passed = lanes.filter((lane) => lane.top <= bottom && lane.bottom >= top);
    const words = labelWidth(edge) / 2;
    const x = Math.max(left, ...passed.map(({ right }) => right)) + Math.max(LANE, words + LANE / 2);
    lanes.push({ top, bottom, right: x + words });
    return x;
  };
}

/** Edges that close a loop. Depth first, without recursion: 500 nodes may stand in a row. */
function edgesUp(ids: readonly string[], edges: readonly SketchEdge[]): Set<SketchEdge> {
  const leaving = groupBy(edges, ({ from }) => from);
  const back = new Set<SketchEdge>();
  const seen = new Set<string>();
  for (const root of ids) {
    const path = seen.has(root) ? [] : [{ id: root, left: [...(leaving.get(root) ?? [])] }];
    const open = new Set(path.map(({ id }) => id));
    for (let top = path.at(-1); top; top = path.at(-1)) {
      seen.add(top.id);
      const edge = top.left.shift();
      if (!edge) {
        open.delete(top.id);
        path.pop();
      } else if (open.has(edge.to)) back.add(edge);
      else if (!seen.has(edge.to)) {
        open.add(edge.to);
        path.push({ id: edge.to, left: [...(leaving.get(edge.to) ?? [])] });
      }
    }
  }
  return back;
}

/** The longest way to a node decides its row; the edges hold no loop. */
function rowsOf(ids: readonly string[], edges: readonly SketchEdge[]): Map<string, number> {
  const rows = new Map(ids.map((id) => [id, 0]));
  const missing = new Map(ids.map((id) => [id, 0]));
  const leaving = groupBy(edges, ({ from }) => from);
  for (const { to } of edges) missing.set(to, missing.get(to)! + 1);
  const ready = ids.filter((id) => missing.get(id) === 0);
  for (const id of ready)
    for (const { to } of leaving.get(id) ?? []) {
      rows.set(to, Math.max(rows.get(to)!, rows.get(id)! + 1));
      missing.set(to, missing.get(to)! - 1);
      if (missing.get(to) === 0) ready.push(to);
    }
  return rows;
}

/** Gives an edge a place in each row that it passes; no node id holds a space. */
function stopsOf(
  { index, from, to }: SketchEdge,
  rowOf: ReadonlyMap<string, number>,
  rows: string[][],
  links: [string, string][],
): string[] {
  const stops: string[] = [];
  for (let row = rowOf.get(from)! + 1; row < rowOf.get(to)!; row += 1) {
    const stop = `${index} ${row}`;
    rows[row]!.push(stop);
    stops.push(stop);
  }
  const way = [from, ...stops, to];
  way.slice(1).forEach((id, step) => links.push([way[step]!, id]));
  return stops;
}

/** Moves what is linked to the same side, down and up again a few times, so that fewer edges cross. */
function orderRows(rows: string[][], links: readonly [string, string][]): void {
  const above = groupBy(links, ([, to]) => to);
  const below = groupBy(links, ([from]) => from);
  const columns = new Map<string, number>();
  const count = (row: string[]): void => row.forEach((id, index) => columns.set(id, index - row.length / 2));
  rows.forEach(count);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse()) {
      const pull = (id: string): number => {
        const near = (isDown ? above : below).get(id)?.map(([from, to]) => columns.get(isDown ? from : to)!) ?? [];
        return near.length === 0 ? columns.get(id)! : near.reduce((sum, each) => sum + each, 0) / near.length;
      };
      const pulls = new Map(row.map((id) => [id, pull(id)]));
      row.sort((one, other) => pulls.get(one)! - pulls.get(other)!);
      count(row);
    }
  }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
