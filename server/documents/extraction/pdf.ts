import { getDocumentProxy } from 'unpdf';
import type { Extracted } from './extraction.ts';
import { Collected } from './markup.ts';

/** The library identifies errors by name. */
const isLocked = (error: unknown): boolean => (error as { name?: string }).name === 'PasswordException';

interface TextPiece {
  str?: string;
  hasEOL?: boolean;
}

/** Page by page, until there is enough. Scanned pages have no text. */
export async function pdfText(bytes: Uint8Array): Promise<Extracted> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, stopAtErrors: false });
    const found = new Collected();
    for (let number = 1; number <= pdf.numPages && !found.isFull; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const { str = '', hasEOL } of items as TextPiece[]) found.add(hasEOL ? `${str}\n` : str);
      found.add('\n');
      page.cleanup();
    }
    return { text: found.text, fault: null };
  } catch (error) {
    return { text: '', fault: isLocked(error) ? 'encrypted' : 'broken' };
  }
}
