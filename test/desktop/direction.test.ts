import { expect } from 'chai';
import { directionOf, isolated } from '../../desktop/renderer/direction.ts';
import { LANGUAGES } from '../../contract/languages.ts';

describe('desktop/renderer/direction', () => {
  it("is that of the language's script", () => {
    // cspell:disable-next-line
    const mirrored = ['ar', 'ar-EG', 'he', 'iw', 'fa-IR', 'ur', 'yi', 'dv', 'ckb', 'ff-Adlm', 'pa-PK', 'az-Arab'];
    for (const language of mirrored) expect(directionOf(language), language).to.equal('rtl');
    for (const language of ['zh', 'ru', 'ff', 'pa', 'az', 'ar-Latn', ...LANGUAGES])
      expect(directionOf(language), language).to.equal('ltr');
  });

  it('of a name leaves the words around it unchanged, if it differs from theirs', () => {
    expect(isolated({ name: '\u0637\u0644\u0628', other: 'Ada', count: 2 })).to.deep.equal({
      name: '\u2068\u0637\u0644\u0628\u2069',
      other: 'Ada',
      count: 2,
    });
  });

  it('is left to right for an unknown language', () => {
    for (const language of ['', '?', 'a', 'not a tag', 'x'.repeat(50)]) expect(directionOf(language)).to.equal('ltr');
  });
});
