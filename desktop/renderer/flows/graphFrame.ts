// cspell:ignore xyflow
import {
  getViewportForBounds,
  type CoordinateExtent,
  type FitViewOptions,
  type ReactFlowInstance,
} from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Point } from './geometry.ts';
import type { StepNode, WayEdge } from './graphParts.tsx';
import { NODE_HEIGHT, NODE_WIDTH, type Drawn } from './layout.ts';

const ROOM_PERCENT = 6;

interface Frame {
  padding: FitViewOptions['padding'];
  /** The pan limits; absent if nothing is drawn. */
  extent?: CoordinateExtent;
}

/** The frame of a drawing, including edges and labels outside the nodes, which would be cut off otherwise. */
export function frameOf(places: Point[], edges: Drawn[]): Frame {
  if (places.length === 0) return { padding: 0 };
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x + NODE_WIDTH))];
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y + NODE_HEIGHT))];
  const ends = edges.flatMap(({ points, label: { x, width } }) => [
    ...points.map((point) => point.x),
    x - width / 2,
    x + width / 2,
  ]);
  const [first, last] = [Math.min(left, ...ends), Math.max(right, ...ends)];
  const percent = (beyond: number) =>
    `${ROOM_PERCENT + (100 - 2 * ROOM_PERCENT) * (beyond / (last - first))}%` as const;
  return {
    padding: { y: `${ROOM_PERCENT}%`, left: percent(left - first), right: percent(last - right) },
    extent: [
      [first - NODE_HEIGHT, top - NODE_HEIGHT],
      [last + NODE_HEIGHT, bottom + NODE_HEIGHT],
    ],
  };
}

/** Below this zoom, step names are unreadable. */
export const LEAST_ZOOM = 0.6;
const MOST_ZOOM = 1;

interface Fitted {
  /** Null until it is drawn. */
  flow: ReactFlowInstance<StepNode, WayEdge> | null;
  padding: FitViewOptions['padding'];
  isLarge: boolean;
}

/**
 * Fits the drawing into view. Repeats when it grows and stays readable, or its width changes, until the person pans or
 * zooms.
 */
export function useFitting({ flow, padding, isLarge }: Fitted) {
  const frame = useRef<HTMLDivElement>(null);
  const fitting = useMemo((): FitViewOptions<StepNode> => ({ maxZoom: MOST_ZOOM, padding }), [padding]);
  const isChosen = useRef(false);
  useEffect(() => {
    if (!flow || !frame.current || isLarge || isChosen.current) return;
    const { clientWidth, clientHeight } = frame.current;
    const bounds = flow.getNodesBounds(flow.getNodes());
    const { zoom } = getViewportForBounds(bounds, clientWidth, clientHeight, 0, MOST_ZOOM, padding ?? 0);
    if (zoom >= LEAST_ZOOM) void flow.fitView(fitting);
  }, [flow, padding, fitting, isLarge]);
  useEffect(() => {
    const own = frame.current;
    if (!flow || !own || isLarge) return undefined;
    let width = own.clientWidth;
    const watch = new ResizeObserver(() => {
      if (own.clientWidth === width) return;
      width = own.clientWidth;
      if (!isChosen.current) void flow.fitView(fitting);
    });
    watch.observe(own);
    return () => watch.disconnect();
  }, [flow, fitting, isLarge]);
  const choose = (): void => void (isChosen.current = true);
  return {
    frame,
    fitting,
    /** The event is null if the code moves the view, not a person. */
    onMoveStart: (event: MouseEvent | TouchEvent | null): void => void (event && choose()),
    controls: { onZoomIn: choose, onZoomOut: choose, onFitView: (): void => void (isChosen.current = false) },
  };
}
