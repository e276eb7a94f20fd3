import { Graph, layout } from '@dagrejs/dagre';
import { labelBetween, labelSize, labelWidth } from './edgeLabels.ts';
import type { Box, Point } from './geometry.ts';
import type { Sketch, SketchEdge } from './sketch.ts';

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 60;
const GAP = 32;
const LANE = 20;
/**
 * A limit on the rows that edges cross, because each costs the library time and a flow may have hundreds of rows and
 * edges.
 */
const MOST_PASSED = 1000;

export interface Drawn {
  edge: SketchEdge;
  /** From the node it leaves to the node it reaches. */
  points: Point[];
  /** Runs along the right-hand side, around corners. */
  isBeside: boolean;
  /** The place of its label. */
  label: Box;
}

export interface Layout {
  /** Top left corners. */
  places: Map<string, Point>;
  edges: Drawn[];
}

/** Places nodes in rows, so that edges lead down, and up only to close a loop. */
export function layOut({ nodes, edges }: Sketch): Layout {
  const ids = nodes.map(({ id }) => id);
  const near = nearEdges(ids, edges);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: GAP, edgesep: GAP, ranksep: 2 * GAP });
  for (const id of ids) graph.setNode(named(id), { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const edge of near)
    graph.setEdge(named(edge.from), named(edge.to), { ...labelSize(edge), labelpos: 'c' }, String(edge.index));
  layout(graph);

  const middle = (id: string): Point => graph.node(named(id)) as Point;
  const places = new Map(
    ids.map((id) => [id, { x: middle(id).x - NODE_WIDTH / 2, y: middle(id).y - NODE_HEIGHT / 2 }]),
  );
  const laneFor = lanesFrom(graph.graph().width ?? 0);
  const drawn = edges.map((edge): Drawn => {
    const [from, to] = [middle(edge.from), middle(edge.to)];
    if (!near.has(edge)) return beside(edge, [from, to], laneFor);
    const way = graph.edge(named(edge.from), named(edge.to), String(edge.index)) as Partial<Point> & {
      points: Point[];
    };
    const between = way.points.slice(1, -1); // never empty: the library adds a row for labels between rows of nodes
    const half = from.y < to.y ? NODE_HEIGHT / 2 : -NODE_HEIGHT / 2;
    const points = [{ x: from.x, y: from.y + half }, ...between, { x: to.x, y: to.y - half }];
    const { x, y } = { ...between[0]!, ...way };
    return { edge, isBeside: false, points, label: { x, y, ...labelSize(edge) } };
  });
  return { places, edges: drawn };
}

/** The library keys plain objects by node, so ids must not equal names on `Object.prototype`. */
const named = (id: string): string => `node ${id}`;

/** The edges that the library lays out: those between nodes closest in the definition, up to the limit. */
function nearEdges(ids: readonly string[], edges: readonly SketchEdge[]): Set<SketchEdge> {
  const order = new Map(ids.map((id, n) => [id, n]));
  const distance = ({ from, to }: SketchEdge) => Math.abs(order.get(from)! - order.get(to)!);
  let passed = 0;
  const nearest = edges.filter(({ from, to }) => from !== to).sort((one, other) => distance(one) - distance(other));
  return new Set(nearest.filter((edge) => (passed += distance(edge)) <= MOST_PASSED));
}

/** Routes an edge out to the right of its node, along a lane, and back in. */
function beside(edge: SketchEdge, [from, to]: [Point, Point], laneFor: ReturnType<typeof lanesFrom>): Drawn {
  const [start, end] = [
    { x: from.x + NODE_WIDTH / 2, y: from.y + NODE_HEIGHT / 10 },
    { x: to.x + NODE_WIDTH / 2, y: to.y - NODE_HEIGHT / 10 },
  ];
  const x = laneFor(edge, Math.min(start.y, end.y), Math.max(start.y, end.y));
  const corners = [
    { x, y: start.y },
    { x, y: end.y },
  ] as const;
  return { edge, isBeside: true, points: [start, ...corners, end], label: labelBetween(edge, ...corners) };
}

/** Assigns each outer edge its own lane, so that edges beside the same rows do not overlap. */
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
