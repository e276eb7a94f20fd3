import type { IndexFault } from '../../../contract/indexing.ts';

export type Format = 'text' | 'html' | 'pdf' | 'docx' | 'xlsx' | 'pptx';

/** File name extensions. */
const ENDINGS: Record<Format, string> = {
  text: 'txt text log md markdown csv tsv json',
  html: 'htm html xhtml',
  pdf: 'pdf',
  docx: 'docx docm dotx',
  xlsx: 'xlsx xlsm',
  pptx: 'pptx pptm ppsx',
};

/** Characters of a text that the index accepts. */
export const MOST_TEXT = 100_000;
/** Maximum unpacked size, in bytes, of all the parts we read. */
export const MOST_EXPANDED = 64 * 1024 * 1024;
/** Bytes of a text to read; most of it may be white space. */
const MOST_TEXT_BYTES = 8 * MOST_TEXT;

/** Null: the content is not read, and the file is found by its title only. */
export function formatOf(name: string): Format | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  const formats = Object.keys(ENDINGS) as Format[];
  return formats.find((format) => ENDINGS[format].split(' ').some((each) => each === ending)) ?? null;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, n) => bytes[n] === byte);
/** The container Office uses for encrypted documents. */
const ENVELOPE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];

/** The fault of a packed document that shows before unpacking; null: none. */
export function packedFault(bytes: Uint8Array): IndexFault | null {
  if (startsWith(bytes, ENVELOPE)) return 'encrypted';
  return startsWith(bytes, ZIP) ? null : 'broken';
}

/** Decodes by the byte order mark, otherwise as UTF-8 if valid, otherwise as Windows-1252. */
export function decodeText(all: Uint8Array): string {
  const bytes = all.subarray(0, MOST_TEXT_BYTES);
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }); // the last character may be cut off
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Packed {
  name: string;
  originalSize: number;
}

/** Whether unpacking these would exceed the limit: a small file can expand to a huge one. */
export const expandsTooFar = (packed: readonly Packed[]): boolean =>
  packed.reduce((sum, { originalSize }) => sum + originalSize, 0) > MOST_EXPANDED;

/** The parts of a package that contain readable text. */
const PARTS: Record<'docx' | 'xlsx' | 'pptx', RegExp> = {
  docx: /^word\/(document|footnotes|endnotes|header\d+|footer\d+)\.xml$/,
  xlsx: /^xl\/(sharedStrings|worksheets\/sheet\d+)\.xml$/,
  pptx: /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
};

export const isPart = (format: keyof typeof PARTS, name: string): boolean => PARTS[format].test(name);

/** Reading order: the text before its notes, the second slide before the tenth. */
export function inReadingOrder(names: readonly string[]): string[] {
  const rank = (name: string): number =>
    /document|sharedStrings|slides\/|worksheets/.test(name) && !name.includes('notesSlides') ? 0 : 1;
  const number = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  return [...names].sort((a, b) => rank(a) - rank(b) || number(a) - number(b));
}
