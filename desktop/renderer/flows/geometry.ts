export interface Point {
  x: number;
  y: number;
}

export interface Box {
  /** Its centre. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export const meet = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2;
