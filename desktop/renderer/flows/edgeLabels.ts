import { meet, type Box, type Point } from './geometry.ts';
import type { SketchEdge } from './sketch.ts';

/** More than this of a condition is not read in a drawing. */
export const LABEL_CHARACTERS = 28;
const LETTER = 7;
const PADDING = 8;
const LABEL_HEIGHT = 20;
const MARGIN = 8;
/** How far along its way, from 0 to 1, a label is tried: where it leads first, for that is where ways have parted. */
const STRETCHES = [0.85, 0.15, 0.5];

/** The room that the words on an edge need at most, in pixels; 0 for none. */
export function labelWidth({ when = '', on }: SketchEdge): number {
  const characters = on ? LABEL_CHARACTERS : Math.min(when.length, LABEL_CHARACTERS);
  return characters === 0 ? 0 : characters * LETTER + PADDING;
}

/** Labels beside a straight line stand in its middle. */
export const labelBetween = (edge: SketchEdge, one: Point, other: Point): Box =>
  boxAt({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, labelWidth(edge));

/**
 * Finds a place for a label on the curve that leads from one row into the next one, where it meets no label that stands
 * there already.
 *
 * @param gap where the upper row ends and the lower begins: between them is no node
 */
export function labelOnCurve(
  edge: SketchEdge,
  [start, end]: readonly [Point, Point],
  gap: { top: number; bottom: number },
  placed: readonly Box[],
): Box {
  const tried = STRETCHES.map((stretch) => {
    const { x, y } = curvePoint(start, end, stretch);
    const inGap = Math.min(Math.max(y, gap.top + MARGIN + LABEL_HEIGHT / 2), gap.bottom - MARGIN - LABEL_HEIGHT / 2);
    return boxAt({ x, y: inGap }, labelWidth(edge));
  });
  return tried.find((box) => !placed.some((other) => meet(box, other))) ?? tried[0]!;
}

const boxAt = ({ x, y }: Point, width: number): Box => ({ x, y, width, height: LABEL_HEIGHT });

/** Both handles of the curve lie half-way down. */
function curvePoint(start: Point, end: Point, t: number): Point {
  const half = (start.y + end.y) / 2;
  const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  return { x: (a + b) * start.x + (c + d) * end.x, y: a * start.y + (b + c) * half + d * end.y };
}
