import { expect } from 'chai';
import { textOfFile } from '../../../desktop/renderer/flows/fileText.ts';

const WORDS = '{ "name": "Café 😀 \uFFFD" }';
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

describe('desktop: the text of a chosen file', () => {
  const inUtf16 = Buffer.from(WORDS, 'utf16le');

  it('is read in UTF-8, and in UTF-16 that says so', () => {
    const marked = Buffer.from(`\uFEFF${WORDS}`, 'utf16le');
    for (const bytes of [Buffer.from(WORDS), Buffer.from(`\uFEFF${WORDS}`), marked, swapped(marked)])
      expect(textOfFile(bytes)).to.equal(WORDS);
    expect(textOfFile(Buffer.alloc(0))).to.equal('');
  });

  it('is refused in any other encoding, which would garble it', () => {
    const halved = Buffer.concat([Buffer.from([0xff, 0xfe]), inUtf16.subarray(0, -1)]);
    for (const bytes of [inUtf16, swapped(inUtf16), Buffer.from('Café', 'latin1'), halved])
      expect(textOfFile(bytes)).to.equal(null);
  });
});
