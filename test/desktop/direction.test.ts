import { expect } from 'chai';
import { directionOf } from '../../desktop/renderer/direction.ts';
import { LANGUAGES } from '../../contract/languages.ts';

describe('desktop/renderer/direction', () => {
  it('is that of the script a language is written in', () => {
    // cspell:disable-next-line
    const mirrored = ['ar', 'ar-EG', 'he', 'iw', 'fa-IR', 'ur', 'yi', 'dv', 'ckb', 'ff-Adlm', 'pa-PK', 'az-Arab'];
    for (const language of mirrored) expect(directionOf(language), language).to.equal('rtl');
    for (const language of ['zh', 'ru', 'ff', 'pa', 'az', 'ar-Latn', ...LANGUAGES])
      expect(directionOf(language), language).to.equal('ltr');
  });

  it('is left to right for what is no language', () => {
    for (const language of ['', '?', 'a', 'not a tag', 'x'.repeat(50)]) expect(directionOf(language)).to.equal('ltr');
  });
});
