/** Our folder within the application folder that Microsoft provides in each drive. */
const OWN_FOLDER = 'Handback';
/** In UTF-16 units, as OneDrive counts; a whole path may have 400, part of which the drive itself uses. */
const LONGEST_TITLE = 60;
const LONGEST_STEM = 100;
const LONGEST_ENDING = 16;
/** How much of the id goes into the name, so that files with the same name can lie side by side. */
const MARK_LENGTH = 10;

interface Named {
  id: string;
  /** As it was uploaded. */
  name: string;
  /** Of the question it answers. */
  title: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/**
 * The path of an answer's file in a drive (behaviour 2.9), such as `Handback/2026-11-25 Expenses/receipt
 * (9k2m4x7qap).pdf`. It is unique, and all its names are valid in OneDrive.
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

/** A path, encoded for a Graph address. */
export const encodedPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll("'", '%27'))
    .join('/');

/** Removes what OneDrive or Windows rejects, or what could confuse a reader. */
function harmless(text: string): string {
  let plain = text
    .normalize('NFC')
    .replace(/["*:<>?/\\|]/g, '-')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\uFFFE\uFFFF]/gu, '');
  while (/_vti_/i.test(plain)) plain = plain.replace(/_vti_/gi, 'vti');
  return trimmed(plain);
}

/** Characters that a name must not start or end with. */
const trimmed = (text: string): string => text.replace(/^[\s.~$]+|[\s.]+$/g, '');

/** Never splits a character. */
function cut(text: string, longest: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > longest) break;
    kept += character;
  }
  return trimmed(kept);
}
