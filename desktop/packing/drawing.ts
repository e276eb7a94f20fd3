type Point = readonly [x: number, y: number];

interface Shape {
  colour: readonly [red: number, green: number, blue: number];
  /** Whether the shape covers a point of the drawing. */
  covers(point: Point): boolean;
}

/** A picture: four bytes per pixel, RGBA. */
export interface Picture {
  size: number;
  pixels: Buffer;
}

/** Samples per pixel in each direction; large pictures need fewer. */
const samplesOf = (size: number): number => (size < 256 ? 4 : 2);

/**
 * Renders the product's logo without an external program. Supports only what that file uses: rectangles with round
 * corners, circles, and paths of lines and arcs with round ends. Refuses everything else.
 *
 * @param svg a square drawing
 * @throws Error naming what is not supported
 */
export function draw(svg: string, size: number): Picture {
  const [, , , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg) ?? [];
  if (!width || width !== height) throw new Error('The drawing is no square.');
  const shapes = [...svg.matchAll(/<(\w+)([^>]*?)\/?>/g)].flatMap(([, name, text]) =>
    shapeOf(name!, attributesOf(text!)),
  );
  const unit = Number(width) / size;
  const pixels = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      pixels.set(colourOf(shapes, x * unit, y * unit, unit, samplesOf(size)), (y * size + x) * 4);
  return { size, pixels };
}

/** @returns the colour of one pixel: the mean of its covered samples, with their share as opacity */
function colourOf(shapes: readonly Shape[], left: number, top: number, unit: number, samples: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++) {
      const point: Point = [left + ((column + 0.5) / samples) * unit, top + ((row + 0.5) / samples) * unit];
      const topmost = shapes.findLast(({ covers }) => covers(point));
      if (topmost) [...topmost.colour, 1].forEach((part, at) => (sum[at]! += part));
    }
  const [red, green, blue, count] = sum as [number, number, number, number];
  if (count === 0) return [0, 0, 0, 0];
  return [red / count, green / count, blue / count, (count / samples ** 2) * 255].map(Math.round);
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));

function shapeOf(name: string, attributes: Record<string, string>): Shape[] {
  const number = (key: string): number => Number(attributes[key] ?? 0);
  switch (name) {
    case 'svg':
      return [];
    case 'rect': {
      const [x, y, width, height, radius] = ['x', 'y', 'width', 'height', 'rx'].map(number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const covers = ([px, py]: Point): boolean =>
        distance([px, py], [clamp(px, x + radius, x + width - radius), clamp(py, y + radius, y + height - radius)]) <=
        radius;
      return [{ colour: colour(attributes['fill']), covers }];
    }
    case 'circle': {
      const centre: Point = [number('cx'), number('cy')];
      return [{ colour: colour(attributes['fill']), covers: (point) => distance(point, centre) <= number('r') }];
    }
    case 'path': {
      const isRound = ['stroke-linecap', 'stroke-linejoin'].every((key) => attributes[key] === 'round');
      if (attributes['fill'] !== 'none' || !isRound) throw new Error('A path is drawn as a line with round ends.');
      const lines = linesOf(attributes['d'] ?? '');
      const reach = number('stroke-width') / 2;
      const [left, right, top, bottom] = [0, 1].flatMap((axis) => {
        const places = lines.flat().map((point) => point[axis]!);
        return [Math.min(...places) - reach, Math.max(...places) + reach];
      }) as [number, number, number, number];
      const covers = (point: Point): boolean =>
        point[0] > left &&
        point[0] < right &&
        point[1] > top &&
        point[1] < bottom &&
        lines.some(([from, to]) => distanceTo(point, from, to) <= reach);
      return [{ colour: colour(attributes['stroke']), covers }];
    }
    default:
      throw new Error(`<${name}> is not drawn.`);
  }
}

function colour(text = ''): Shape['colour'] {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/.exec(text) ?? [];
  if (!digits) throw new Error(`"${text}" is no colour.`);
  const six = digits.length === 6 ? digits : digits.replace(/./g, '$&$&');
  return [0, 2, 4].map((at) => parseInt(six.slice(at, at + 2), 16)) as unknown as Shape['colour'];
}

/** The number of lines that approximate an arc. */
const ARC_LINES = 12;

function linesOf(path: string): [Point, Point][] {
  const lines: [Point, Point][] = [];
  let here: Point = [0, 0];
  const go = (to: Point): void => {
    lines.push([here, to]);
    here = to;
  };
  for (const [, command, text] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (text!.match(/-?[\d.]+/g) ?? []).map(Number);
    const [a = NaN, b = NaN] = numbers;
    const [x, y] = here;
    if (command === 'M') here = [a, b];
    else if (command === 'H') go([a, y]);
    else if (command === 'h') go([x + a, y]);
    else if (command === 'V') go([x, a]);
    else if (command === 'v') go([x, y + a]);
    else if (command === 'a') arc(here, numbers).forEach(go);
    else throw new Error(`The path has "${command}", which is not drawn.`);
  }
  return lines;
}

/** Points on a circular arc: clockwise, at most a half circle. */
function arc([x, y]: Point, numbers: readonly number[]): Point[] {
  const [radius = NaN, radiusY, , isLong, isClockwise, dx = NaN, dy = NaN] = numbers;
  if (radius !== radiusY || isLong !== 0 || isClockwise !== 1) throw new Error('Only short arcs of circles are drawn.');
  const chord = Math.hypot(dx, dy);
  const away = Math.sqrt(Math.max(0, radius ** 2 - (chord / 2) ** 2));
  const centre: Point = [x + dx / 2 - (dy / chord) * away, y + dy / 2 + (dx / chord) * away];
  const begin = Math.atan2(y - centre[1], x - centre[0]);
  const turn = 2 * Math.asin(Math.min(1, chord / 2 / radius));
  return Array.from({ length: ARC_LINES }, (_, step) => {
    const angle = begin + (turn * (step + 1)) / ARC_LINES;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.sqrt((ax - bx) ** 2 + (ay - by) ** 2);

/** The distance from a point to a line segment. */
function distanceTo(point: Point, from: Point, to: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = dx ** 2 + dy ** 2;
  const along = length === 0 ? 0 : clamp(((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length, 0, 1);
  return Math.sqrt((point[0] - from[0] - along * dx) ** 2 + (point[1] - from[1] - along * dy) ** 2);
}
