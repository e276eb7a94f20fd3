// cspell:ignore endobj
import { strToU8, zipSync } from 'fflate';

const packed = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const aDocx = (...paragraphs: string[]): Uint8Array =>
  packed({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${paragraphs.map(paragraph).join('')}</w:body></w:document>`,
    'word/footnotes.xml': `<w:footnotes>${paragraph('A note below')}</w:footnotes>`,
    'word/comments.xml': `<w:comments>${paragraph('not read')}</w:comments>`,
  });

export const anXlsx = (): Uint8Array =>
  packed({
    'xl/sharedStrings.xml': '<sst><si><t>Team</t></si><si><r><t>Bud</t></r><r><t>get</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="inlineStr"><is><t>Legal &amp; Co</t></is></c><c><v>30000</v></c></row></sheetData></worksheet>',
  });

/** A sheet whose cells refer to these texts by number, in order. @param prefix before the names of its elements */
export function aSheetOf(texts: readonly string[], prefix = ''): Uint8Array {
  const [open, close] = [`<${prefix}`, `</${prefix}`];
  const rows = texts.map((_, n) => `${open}row>${open}c t="s">${open}v>${n}${close}v>${close}c>${close}row>`);
  const strings = texts.map((text) => `${open}si>${open}t>${text}${close}t>${close}si>`);
  return packed({
    'xl/sharedStrings.xml': `${open}sst>${strings.join('')}${close}sst>`,
    'xl/worksheets/sheet1.xml': `${open}worksheet>${open}sheetData>${rows.join('')}${close}sheetData>${close}worksheet>`,
  });
}

export const aPptx = (): Uint8Array => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  return packed({
    'ppt/slides/slide10.xml': slide('The tenth'),
    'ppt/slides/slide2.xml': slide('The second'),
    'ppt/notesSlides/notesSlide2.xml': slide('What is said'),
  });
};

/** A file of some kilobytes that expands beyond the limit. */
export const aBomb = (): Uint8Array =>
  zipSync({ 'word/document.xml': [new Uint8Array(80 * 1024 * 1024), { level: 9 }] });

/** A small document with one line of text. */
export function aPdf(text: string): Uint8Array {
  const content = `BT /F1 24 Tf 50 200 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, n) => `${n + 1} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>`);
}

/** One that asks for a password. */
export const aLockedPdf = (): Uint8Array =>
  Buffer.from(
    Buffer.from(aPdf('secret'))
      .toString()
      .replace(
        'trailer<<',
        `6 0 obj<</Filter/Standard/V 1/R 2/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>/P -4>>endobj\ntrailer<</Encrypt 6 0 R/ID[<${'33'.repeat(16)}><${'33'.repeat(16)}>]`,
      ),
  );

/** An allowed sheet that needs much time and memory. */
export const manyCells = (): Uint8Array =>
  zipSync({ 'xl/sharedStrings.xml': [strToU8(`<sst>${'<si><t>a</t></si>'.repeat(3_000_000)}</sst>`), { level: 1 }] });
