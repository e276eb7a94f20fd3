import { unzipSync } from 'fflate';
import type { Extracted } from './extraction.ts';
import { expandsTooFar, inReadingOrder, isPart, packedFault, type Format } from './formatRules.ts';
import { Collected, readMarkup } from './markup.ts';

type Packed = Exclude<Format, 'text' | 'html' | 'pdf'>;
type Files = Record<string, Uint8Array>;

/** Office documents: packages of XML, of which only the parts with text are unpacked. */
export function officeText(format: Packed, bytes: Uint8Array): Extracted {
  const fault = packedFault(bytes);
  if (fault !== null) return { text: '', fault };
  const wanted: { name: string; originalSize: number }[] = [];
  unzipSync(bytes, {
    filter(file) {
      if (isPart(format, file.name)) wanted.push(file);
      return false;
    },
  });
  if (wanted.length === 0) return { text: '', fault: 'broken' };
  if (expandsTooFar(wanted)) return { text: '', fault: 'expandsTooFar' };
  // unzipSync allocates the declared size of each file, and drops any excess
  const files = unzipSync(bytes, { filter: ({ name }) => isPart(format, name) });
  return { text: format === 'xlsx' ? tables(files) : paragraphs(files), fault: null };
}

/** Some programs write a prefix before the names of elements. */
const withoutPrefix = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

const markupOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());

/** In both Word and PowerPoint, `t` holds text and `p` is a paragraph. */
function paragraphs(files: Files): string {
  const found = new Collected();
  for (const name of inReadingOrder(Object.keys(files))) {
    let isText = false;
    readMarkup(markupOf(files[name]), true, {
      opened(tag) {
        isText = /^[wa]:t$/.test(tag);
        if (/^[wa]:(tab|br|cr)$/.test(tag)) found.add(' ');
      },
      text: (piece) => void (isText && found.add(piece)),
      closed(tag) {
        isText = false;
        if (/^[wa]:p$/.test(tag)) found.add('\n');
      },
      isEnough: () => found.isFull,
    });
  }
  return found.text;
}

/** Texts that cells refer to by index. */
function sharedStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let isText = false;
  readMarkup(markupOf(bytes), true, {
    opened(name) {
      const tag = withoutPrefix(name);
      if (tag === 'si') strings.push('');
      isText = tag === 't';
    },
    text: (piece) => void (isText && strings.length > 0 && (strings[strings.length - 1] += piece)),
    closed: () => void (isText = false),
    isEnough: () => false,
  });
  return strings;
}

/** Cell by cell, one line per row. */
function tables(files: Files): string {
  const strings = sharedStrings(files['xl/sharedStrings.xml']);
  const sheets = inReadingOrder(Object.keys(files)).filter((name) => name.includes('worksheets'));
  const found = new Collected();
  for (const name of sheets) {
    let isShared = false;
    let isValue = false;
    let number = ''; // of a shared text; the parser may report it in several pieces
    readMarkup(markupOf(files[name]), true, {
      opened(element, attributes) {
        const tag = withoutPrefix(element);
        if (tag === 'c') isShared = attributes['t'] === 's';
        isValue = tag === 'v' || tag === 't';
        number = '';
      },
      text(piece) {
        if (isValue && isShared) number += piece;
        else if (isValue) found.add(piece);
      },
      closed(element) {
        const tag = withoutPrefix(element);
        if (number !== '') found.add(strings[Number(number)] ?? '');
        number = '';
        isValue = false;
        if (tag === 'c') found.add(' ');
        if (tag === 'row') found.add('\n');
      },
      isEnough: () => found.isFull,
    });
  }
  return found.text;
}
