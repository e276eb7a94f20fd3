/** The folder of ours in the folder that Microsoft gives an application in each drive. */
const OWN_FOLDER = 'Handback';
/** In UTF-16 units, as OneDrive counts; a whole path may have 400, and the drive puts some before it. */
const LONGEST_TITLE = 60;
const LONGEST_STEM = 100;
const LONGEST_ENDING = 16;
/** Of an id, so that two files of one name lie beside each other. */
const MARK_LENGTH = 10;

interface Named {
  id: string;
  /** As it was uploaded. */
  name: string;
  /** Of the question that it answers. */
  title: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/**
 * Where a file of an answer lies in a drive (behaviour 2.9), such as `Handback/2026-11-25 Expenses/receipt (9k2m4x7qap).pdf`.
 * Nobody else's path is ever the same, and OneDrive takes each of its names.
 */
export function drivePath({ id, name, title, createdAt }: Named): string {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const whole = harmless(name);
  const [, before = whole, ending = ''] = /^(.+)(\.[\p{L}\p{N}]+)$/su.exec(whole) ?? [];
  const isEnding = ending.length <= LONGEST_ENDING;
  const stem = cut(isEnding ? before : whole, LONGEST_STEM) || 'file';
  const mark = id.slice(-MARK_LENGTH).toLowerCase();
  const folder = `${day} ${cut(harmless(title), LONGEST_TITLE)}`.trim();
  return `${OWN_FOLDER}/${folder}/${stem} (${mark})${isEnding ? ending : ''}`;
}

/** A path as it stands in an address of Graph. */
export const encodedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll("'", '%27'))
    .join('/');

/** Without what OneDrive, Windows or a reader could stumble over. */
function harmless(text: string): string {
  let plain = text
    .normalize('NFC')
    .replace(/["*:<>?/\\|]/g, '-')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\uFFFE\uFFFF]/gu, '');
  while (/_vti_/i.test(plain)) plain = plain.replace(/_vti_/gi, 'vti');
  return trimmed(plain);
}

/** No name begins or ends with these. */
const trimmed = (text: string): string => text.replace(/^[\s.~$]+|[\s.]+$/g, '');

/** No character is cut in two. */
function cut(text: string, longest: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > longest) break;
    kept += character;
  }
  return trimmed(kept);
}
