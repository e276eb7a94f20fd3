import { expect } from 'chai';
import { linksIn } from '../../../desktop/renderer/flows/preview/cardLinks.ts';

describe("links of a card in an author's preview", () => {
  it('are links, with their targets', () => {
    expect(linksIn('See [the offer](https://shop.test/?a=1&b=2).')).to.equal(
      'See <a href="https://shop.test/?a=1&amp;b=2">the offer</a>.',
    );
  });

  it('use no other scheme, and no text becomes HTML', () => {
    expect(linksIn('[x](javascript:alert(1)) **bold** <b>')).to.equal(null);
    expect(linksIn('<img src=x> [a"b](https://x.test/"onclick=1)')).to.equal(
      '&lt;img src=x&gt; <a href="https://x.test/&quot;onclick=1">a&quot;b</a>',
    );
  });
});
