import type { Box, Point } from './geometry.ts';
import type { SketchEdge } from './sketch.ts';

/** Conditions are cut to this length in a drawing. */
export const LABEL_CHARACTERS = 28;
const LETTER = 7;
const PADDING = 8;
const LABEL_HEIGHT = 20;

/** The maximum width of an edge's label in pixels; 0 for none. */
export function labelWidth({ when = '', on }: SketchEdge): number {
  const characters = on ? LABEL_CHARACTERS : Math.min(when.length, LABEL_CHARACTERS);
  return characters === 0 ? 0 : characters * LETTER + PADDING;
}

/** The size of a label; zero if it is empty. */
export function labelSize(edge: SketchEdge): Pick<Box, 'width' | 'height'> {
  const width = labelWidth(edge);
  return { width, height: width === 0 ? 0 : LABEL_HEIGHT };
}

/** Places a label at the middle of a straight line. */
export const labelBetween = (edge: SketchEdge, one: Point, other: Point): Box => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  ...labelSize(edge),
});
