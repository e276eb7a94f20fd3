// cspell:ignore IHDR IDAT IEND
import { deflateSync, crc32 } from 'node:zlib';
import type { TenantPerson } from '../tenant.ts';

/** In pixels. */
const SIDE = 96;
type Colour = readonly [number, number, number];

const LIGHT: Colour = [255, 244, 230];

/** A stable colour per person, rarely shared. */
function colourOf({ id }: TenantPerson): Colour {
  const number = parseInt(id.slice(-6), 16);
  return [40 + ((number * 53) % 150), 40 + ((number * 97) % 150), 40 + ((number * 29) % 150)];
}

/** A head and shoulders in front of a wall. */
function pixelOf(x: number, y: number, wall: Colour): Colour {
  const isHead = Math.hypot(x - SIDE / 2, y - 38) < 19;
  const isBody = Math.hypot((x - SIDE / 2) / 34, (y - 98) / 36) < 1;
  return isHead || isBody ? LIGHT : wall;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A person's photo as PNG (https://www.w3.org/TR/png-3/); null if they have none. */
export function photoOf(person: TenantPerson): Buffer | null {
  if (person.key === 'tim' || person.isGenerated) return null;
  const wall = colourOf(person);
  const lines = Array.from({ length: SIDE }, (_, y) => [
    0,
    ...Array.from({ length: SIDE }, (_, x) => pixelOf(x, y, wall)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8); // 8 bits per channel, RGB
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
