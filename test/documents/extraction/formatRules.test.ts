// cspell:ignore Grüße rels
import { expect } from 'chai';
import {
  decodeText,
  expandsTooFar,
  formatOf,
  inReadingOrder,
  isPart,
  MOST_EXPANDED,
  packedFault,
} from '../../../server/documents/extraction/formatRules.ts';

describe('rules of formats', () => {
  it('go by the file extension', () => {
    const formats = ['a.TXT', 'b.tar.html', 'c.docm', 'd.png', 'README', 'f.', 'g.constructor'].map(formatOf);
    expect(formats).to.deep.equal(['text', 'html', 'docx', null, null, null, null]);
  });

  it('tell a package from an encrypted one and from anything else', () => {
    expect(packedFault(Buffer.from('PK\u0003\u0004'))).to.equal(null);
    expect(packedFault(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).to.equal('encrypted');
    expect(packedFault(Buffer.from('P'))).to.equal('broken');
    expect(packedFault(new Uint8Array())).to.equal('broken');
  });

  it('decode what Unicode and Windows write', () => {
    expect(decodeText(Buffer.from('Grüße'))).to.equal('Grüße');
    expect(decodeText(Buffer.from('Grüße', 'latin1'))).to.equal('Grüße');
    expect(decodeText(Buffer.from('\ufeffGrüße', 'utf16le'))).to.equal('Grüße');
    expect(decodeText(Buffer.from('\ufeffGrüße', 'utf16le').swap16())).to.equal('Grüße');
  });

  it('refuse what expands too far', () => {
    expect(expandsTooFar([{ name: 'a', originalSize: MOST_EXPANDED }])).to.equal(false);
    expect(
      expandsTooFar([
        { name: 'a', originalSize: MOST_EXPANDED },
        { name: 'b', originalSize: 1 },
      ]),
    ).to.equal(true);
  });

  it('know which parts of a package people read, and in which order', () => {
    expect(isPart('docx', 'word/document.xml')).to.equal(true);
    expect(isPart('docx', 'word/../word/document.xml')).to.equal(false);
    expect(isPart('xlsx', 'xl/worksheets/sheet12.xml')).to.equal(true);
    expect(isPart('pptx', 'ppt/slides/_rels/slide1.xml.rels')).to.equal(false);
    const names = ['ppt/notesSlides/notesSlide1.xml', 'ppt/slides/slide10.xml', 'ppt/slides/slide9.xml'];
    expect(inReadingOrder(names)).to.deep.equal([names[2], names[1], names[0]]);
    expect(inReadingOrder(['word/footnotes.xml', 'word/endnotes.xml'])).to.have.length(2);
    expect(inReadingOrder(['word/footnotes.xml', 'word/document.xml'])[0]).to.equal('word/document.xml');
  });
});
