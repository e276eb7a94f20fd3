// cspell:ignore xyflow
import {
  getViewportForBounds,
  type CoordinateExtent,
  type FitViewOptions,
  type ReactFlowInstance,
  type Viewport,
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
/** Below this zoom, a drawing does not even give an overview. */
const LEAST_OVERVIEW = 0.35;
const START_ZOOM = 0.8;

interface Fitted {
  /** Null until it is drawn. */
  flow: ReactFlowInstance<StepNode, WayEdge> | null;
  padding: FitViewOptions['padding'];
  isLarge: boolean;
  /** The place of the first step, to open there if the whole would be too small; absent: it is fitted at any size. */
  start: Point | undefined;
}

/**
 * Fits the drawing into view, or opens it at its start. Fits again when it grows and stays readable, or its width
 * changes, until the person pans or zooms.
 */
export function useFitting({ flow, padding, isLarge, start }: Fitted) {
  const frame = useRef<HTMLDivElement>(null);
  const fitting = useMemo((): FitViewOptions<StepNode> => ({ maxZoom: MOST_ZOOM, padding }), [padding]);
  const isChosen = useRef(false);
  const isOpen = useRef(false);
  useEffect(() => {
    if (!flow || !frame.current || isChosen.current) return;
    const zoom = isLarge ? 0 : zoomToFit(flow, frame.current, padding);
    if (zoom >= LEAST_ZOOM || (zoom >= LEAST_OVERVIEW && !isOpen.current)) void flow.fitView(fitting);
    else if (start && !isOpen.current)
      void flow.setCenter(start.x + NODE_WIDTH / 2, start.y + 3 * NODE_HEIGHT, { zoom: START_ZOOM });
    isOpen.current = true;
  }, [flow, padding, fitting, isLarge, start]);
  const opensAtStart = start !== undefined;
  useEffect(() => {
    const own = frame.current;
    if (!flow || !own || isLarge) return undefined;
    let width = own.clientWidth;
    const watch = new ResizeObserver(() => {
      if (own.clientWidth === width) return;
      width = own.clientWidth;
      const isSmall = opensAtStart && zoomToFit(flow, own, padding) < LEAST_OVERVIEW;
      if (!isChosen.current && !isSmall) void flow.fitView(fitting);
    });
    watch.observe(own);
    return () => watch.disconnect();
  }, [flow, fitting, padding, isLarge, opensAtStart]);
  const choose = (): void => void (isChosen.current = true);
  const began = useRef<Viewport | null>(null);
  return {
    frame,
    fitting,
    /** The event is null if the code moves the view, not a person. A press on a step begins a move as well. */
    onMoveStart: (event: MouseEvent | TouchEvent | null, viewport: Viewport): void =>
      void (began.current = event && viewport),
    onMove: (event: MouseEvent | TouchEvent | null, viewport: Viewport): void => {
      if (event && began.current && isAway(viewport, began.current)) choose();
    },
    controls: { onZoomIn: choose, onZoomOut: choose, onFitView: (): void => void (isChosen.current = false) },
  };
}

/** A hand that presses a button of the mouse moves it by this many pixels without meaning to. */
const UNMEANT = 4;

const isAway = (one: Viewport, other: Viewport): boolean =>
  one.zoom !== other.zoom || Math.hypot(one.x - other.x, one.y - other.y) > UNMEANT;

/** The zoom at which all of the drawing would be in view. */
function zoomToFit(
  flow: NonNullable<Fitted['flow']>,
  { clientWidth, clientHeight }: HTMLElement,
  padding: Fitted['padding'],
): number {
  const bounds = flow.getNodesBounds(flow.getNodes());
  return getViewportForBounds(bounds, clientWidth, clientHeight, 0, MOST_ZOOM, padding ?? 0).zoom;
}
