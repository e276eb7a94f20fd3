import type { Extracted } from './extraction.ts';
import { decodeText, formatOf, MOST_TEXT } from './formatRules.ts';
import { htmlText } from './markup.ts';
import { officeText } from './office.ts';
import { pdfText } from './pdf.ts';

/** Extracts a file's text, in the calling process or thread. Never throws for bad content. */
export async function extractText(name: string, bytes: Uint8Array): Promise<Extracted> {
  const format = formatOf(name);
  if (format === null || bytes.length === 0) return { text: '', fault: null };
  try {
    if (format === 'text') return { text: decodeText(bytes).slice(0, MOST_TEXT), fault: null };
    if (format === 'html') return { text: htmlText(decodeText(bytes)), fault: null };
    return format === 'pdf' ? await pdfText(bytes) : officeText(format, bytes);
  } catch {
    return { text: '', fault: 'broken' };
  }
}
