import type { Box, Point } from './geometry.ts';
import type { SketchEdge } from './sketch.ts';

/** More than this of a condition is not read in a drawing. */
export const LABEL_CHARACTERS = 28;
const LETTER = 7;
const PADDING = 8;
const LABEL_HEIGHT = 20;

/** The room that the words on an edge need at most, in pixels; 0 for none. */
export function labelWidth({ when = '', on }: SketchEdge): number {
  const characters = on ? LABEL_CHARACTERS : Math.min(when.length, LABEL_CHARACTERS);
  return characters === 0 ? 0 : characters * LETTER + PADDING;
}

/** The room for a label, and none where there are no words. */
export function labelSize(edge: SketchEdge): Pick<Box, 'width' | 'height'> {
  const width = labelWidth(edge);
  return { width, height: width === 0 ? 0 : LABEL_HEIGHT };
}

/** Labels beside a straight line stand in its middle. */
export const labelBetween = (edge: SketchEdge, one: Point, other: Point): Box => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  ...labelSize(edge),
});
