import { expect } from 'chai';
import fc from 'fast-check';
import { piecesOf } from '../../desktop/renderer/links.ts';

const link = (label: string, href = label) => ({ label, href });
const labels = (text: string): string =>
  piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.label))
    .join('');

describe('desktop/renderer/links', () => {
  it('finds addresses, and leaves the text around them alone', () => {
    expect(piecesOf('See https://a.test/x?y=1. Or (http://b.test/c_(d)), please!')).to.deep.equal([
      'See ',
      link('https://a.test/x?y=1'),
      '. Or (',
      link('http://b.test/c_(d)'),
      '), please!',
    ]);
  });

  it('shows Markdown links by their label, unless the label pretends to lead elsewhere', () => {
    expect(piecesOf('Read [the report](https://a.test/report) **now**')).to.deep.equal([
      'Read ',
      link('the report', 'https://a.test/report'),
      ' **now**',
    ]);
    for (const label of ['https://bank.test', 'bank.test', 'www.bank.test/login'])
      expect(piecesOf(`[${label}](https://evil.test/)`), label).to.deep.equal([link('https://evil.test/')]);
  });

  it('shows the name of a file as a label, because no address looks like it', () => {
    for (const label of ['Budget.csv', 'Offer_v1.2-final.PDF', 'דוח.xlsx'])
      expect(piecesOf(`[${label}](https://a.test/x%20y)`)).to.deep.equal([link(label, 'https://a.test/x%20y')]);
    for (const label of ['bank.test/a.pdf', 'www.bank.pdf', 'ada@bank.html', 'https://bank.txt', 'bank.zip', 'bank.md'])
      expect(piecesOf(`[${label}](https://evil.test/)`), label).to.deep.equal([link('https://evil.test/')]);
  });

  it('makes no link of a dangerous address, and no markup of HTML', () => {
    for (const text of [
      '[press](javascript:alert(1))',
      'javascript:alert(1)',
      '<a href="data:text/html,x">x</a>',
      '<img src=x onerror=alert(1)>',
      'https://',
      '[x](http://[)',
    ])
      expect(piecesOf(text), text).to.deep.equal([text]);
  });

  it('loses no character of a text without Markdown links', () => {
    const part = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(' https://', '<', '>', ').', '\n'));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('').replaceAll('](', '');
        expect(labels(text)).to.equal(text);
      }),
    );
  });

  it('reads 20,000 characters of the worst case in no time', () => {
    for (const part of ['[', '[a', 'https://', '[x](https://', 'https://a.test/))))', '.'.repeat(50)]) {
      const text = part.repeat(Math.ceil(20_000 / part.length));
      const startedAt = performance.now();
      piecesOf(text);
      expect(performance.now() - startedAt, part).to.be.below(500);
    }
  });
});
