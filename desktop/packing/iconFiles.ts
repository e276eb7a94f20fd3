// cspell:ignore IHDR IDAT IEND
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { ICONS } from './builderConfig.ts';
import { draw, type Picture } from './drawing.ts';
import { repository } from '../appManifest.ts';

const SIGN = path.join(repository, 'desktop', 'renderer', 'public', 'handback.svg');

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 256];
/** The entries of a macOS icon: https://en.wikipedia.org/wiki/Apple_Icon_Image_format */
const MAC_ENTRIES: [name: string, size: number][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** Writes the icons for all systems from the product's logo. */
export async function writeIcons(folder = path.join(repository, ICONS)): Promise<void> {
  const svg = await readFile(SIGN, 'utf8');
  const pngs = new Map<number, Buffer>();
  const pngOf = (size: number): Buffer => {
    const made = pngs.get(size) ?? png(draw(svg, size));
    pngs.set(size, made);
    return made;
  };
  await mkdir(path.join(folder, 'linux'), { recursive: true });
  await writeFile(path.join(folder, 'handback.ico'), ico(WINDOWS_SIZES.map((size) => ({ size, png: pngOf(size) }))));
  await writeFile(
    path.join(folder, 'handback.icns'),
    icns(MAC_ENTRIES.map(([name, size]) => ({ name, png: pngOf(size) }))),
  );
  for (const size of LINUX_SIZES) await writeFile(path.join(folder, 'linux', `${size}x${size}.png`), pngOf(size));
}

/** https://www.w3.org/TR/png/ */
export function png({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // 8 bits per channel, RGBA
  const rows = Array.from({ length: size }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * size * 4, (y + 1) * size * 4)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([bigEndian(data.length), named, bigEndian(checksum(named))]);
}

/** CRC-32, as used by PNG. */
function checksum(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const bigEndian = (number: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(number);
  return four;
};

/**
 * https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10), with PNG entries, supported since Windows Vista.
 */
function ico(entries: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + entries.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  entries.forEach(({ size, png: { length } }, index) => {
    const at = 6 + index * 16;
    head.set([size % 256, size % 256], at); // 0 means 256
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  });
  return Buffer.concat([head, ...entries.map((entry) => entry.png)]);
}

function icns(entries: readonly { name: string; png: Buffer }[]): Buffer {
  const body = entries.flatMap(({ name, png: data }) => [
    Buffer.from(name, 'latin1'),
    bigEndian(data.length + 8),
    data,
  ]);
  const all = Buffer.concat(body);
  return Buffer.concat([Buffer.from('icns', 'latin1'), bigEndian(all.length + 8), all]);
}
