// cspell:ignore xyflow
import type { ReactFlowInstance } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import { shortcutOf } from '../shortcuts.ts';
import type { Point } from './geometry.ts';
import { LEAST_ZOOM } from './graphFrame.ts';
import { isArrow, nodeTowards } from './graphKeys.ts';
import type { GraphEditing, StepNode, WayEdge } from './graphParts.tsx';
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts';
import type { Sketch } from './sketch.ts';

interface PressedGraph {
  sketch: Sketch;
  places: ReadonlyMap<string, Point>;
  /** Null until it is drawn. */
  flow: ReactFlowInstance<StepNode, WayEdge> | null;
  onChoose?(nodeId: string): void;
  editing?: GraphEditing;
}

/** Handles a key on a node: arrows move to another node, other keys act on this one. */
export function pressOn(event: KeyboardEvent<HTMLElement>, graph: PressedGraph): void {
  const { sketch, places, flow } = graph;
  const id = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset['id'];
  if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isArrow(event.key)) {
    const to = nodeTowards(sketch, places, id, event.key);
    if (to !== null) void lead(event.currentTarget, flow, { id: to, ...places.get(to)! });
  } else if (!press(shortcutOf(event), id, graph)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @returns whether the key was handled */
function press(key: string, id: string, { onChoose, editing }: PressedGraph): boolean {
  if (key === 'Enter' || key === ' ') onChoose?.(id);
  else if (!editing) return false;
  else if (key === '+' || key === 'Insert') editing.onAdd(id);
  else if (key === 'Delete' || key === 'Backspace') editing.onRemove(id);
  else if (key === 'c') editing.onAskToConnect(id);
  else return false;
  return true;
}

const nodeIn = (frame: HTMLElement, id: string): HTMLElement | null =>
  frame.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);

/** Focuses a node, if the drawing shows it. */
export function focusNode(frame: HTMLElement | null, id: string): void {
  if (frame) nodeIn(frame, id)?.focus({ preventScroll: true });
}

const MOST_FRAMES = 30;

/** Scrolls a node into view and focuses it once it is rendered. */
async function lead(
  frame: HTMLElement,
  flow: PressedGraph['flow'],
  { id, x, y }: Point & { id: string },
): Promise<void> {
  const find = () => nodeIn(frame, id);
  const isInView = (node: HTMLElement): boolean => {
    const [inner, outer] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
    return (
      inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right
    );
  };
  const there = find();
  if (!there || !isInView(there))
    await flow?.setCenter(x + NODE_WIDTH / 2, y + NODE_HEIGHT / 2, { zoom: Math.max(LEAST_ZOOM, flow.getZoom()) });
  for (let frames = 0; frames < MOST_FRAMES; frames += 1) {
    const node = find();
    if (node) return node.focus({ preventScroll: true });
    await new Promise(requestAnimationFrame);
  }
}
