import type { TrayState } from './trayRules.ts';

/** The format of `nativeImage.createFromBitmap`: four bytes per pixel, blue first. */
export interface Bitmap {
  buffer: Buffer;
  size: { width: number; height: number };
}

type Colour = readonly [red: number, green: number, blue: number];
const TEAL: Colour = [7, 111, 111];
const GREY: Colour = [120, 120, 120];
const RED: Colour = [197, 15, 31];
const WHITE: Colour = [255, 255, 255];

const SIZE = 32;

/** Digits of 3 × 5 pixels: three bits per row, top row first. */
const DIGITS: Record<string, readonly number[]> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 1, 1],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '+': [0, 2, 7, 2, 0],
};

/** The tray icon; its colour and dot show the state. */
export function trayIcon(state: TrayState): Bitmap {
  const picture = blank();
  const isHere = state === 'idle' || state === 'waiting';
  fill(picture, isHere ? TEAL : GREY, (x, y) => isInRoundedSquare(x, y));
  const isLetter = (x: number, y: number): boolean =>
    (x >= 8 && x < 12 && y >= 6 && y < 26) ||
    (x >= 12 && x < 24 && y >= 14 && y < 18) ||
    (x >= 20 && x < 24 && y >= 14 && y < 26);
  fill(picture, WHITE, isLetter);
  if (state === 'waiting') fill(picture, RED, (x, y) => isInCircle(x, y, 24, 8, 8));
  if (state === 'signedOut')
    fill(picture, WHITE, (x, y) => Math.abs(x - (SIZE - 1 - y)) < 2 && isInRoundedSquare(x, y));
  return { buffer: picture, size: { width: SIZE, height: SIZE } };
}

/** The badge for the Windows taskbar; `99+` from 100. */
export function countIcon(count: number): Bitmap {
  const picture = blank();
  fill(picture, RED, (x, y) => isInCircle(x, y, SIZE / 2, SIZE / 2, SIZE / 2));
  const text = count > 99 ? '99+' : String(count);
  const scale = text.length === 1 ? 4 : text.length === 2 ? 3 : 2;
  const width = text.length * 4 * scale - scale;
  const [left, top] = [Math.floor((SIZE - width) / 2), Math.floor((SIZE - 5 * scale) / 2)];
  [...text].forEach((digit, place) => {
    const rows = DIGITS[digit]!;
    const begin = left + place * 4 * scale;
    fill(picture, WHITE, (x, y) => {
      const [column, row] = [Math.floor((x - begin) / scale), Math.floor((y - top) / scale)];
      return column >= 0 && column < 3 && row >= 0 && row < 5 && (rows[row]! & (4 >> column)) !== 0;
    });
  });
  return { buffer: picture, size: { width: SIZE, height: SIZE } };
}

const blank = (): Buffer => Buffer.alloc(SIZE * SIZE * 4);

function fill(picture: Buffer, [red, green, blue]: Colour, isIn: (x: number, y: number) => boolean): void {
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) if (isIn(x, y)) picture.set([blue, green, red, 255], (y * SIZE + x) * 4);
}

const isInCircle = (x: number, y: number, centreX: number, centreY: number, radius: number): boolean =>
  (x + 0.5 - centreX) ** 2 + (y + 0.5 - centreY) ** 2 <= radius ** 2;

const CORNER = 7;

function isInRoundedSquare(x: number, y: number): boolean {
  const [nearX, nearY] = [x, y].map((each) => Math.min(Math.max(each + 0.5, CORNER), SIZE - CORNER));
  return (x + 0.5 - nearX!) ** 2 + (y + 0.5 - nearY!) ** 2 <= CORNER ** 2;
}
