import { expect } from 'chai';
import fc from 'fast-check';
import { BadPath, drivePath, namesIn } from '../../../server/people/onBehalf/myPaths.ts';

const HOSTILE = [
  '..',
  '.',
  ' .. ',
  '%2e%2e',
  '..%2f',
  '/users/x',
  '#',
  '?',
  '%',
  '://',
  'https://evil.test/',
  'ä',
  '\u0000',
  '\ud800',
];

describe('paths in a drive (behaviour 5.3)', () => {
  it('are names, however many slashes are between them', () => {
    expect(namesIn('')).to.deep.equal([]);
    expect(namesIn('//Reports///May & June #1.txt/')).to.deep.equal(['Reports', 'May & June #1.txt']);
    expect(drivePath([], null)).to.equal('/me/drive/root');
    expect(drivePath([], 'children')).to.equal('/me/drive/root/children');
    expect(drivePath(['a b'], null)).to.equal('/me/drive/root:/a%20b');
    expect(drivePath(['a', 'b#'], 'content')).to.equal('/me/drive/root:/a/b%23:/content');
  });

  it('refuse parent folders, invalid names, and what is too long', () => {
    for (const path of ['..', 'a/../b', 'a/. /b', 'a/ b', 'a:b', 'a*b', 'a\\b', 'a\u0007', '\ud800', 'x'.repeat(401)])
      expect(() => namesIn(path), JSON.stringify(path)).to.throw(BadPath);
  });

  it("stay below the person's drive, whatever anybody types", () => {
    const part = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const path = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));
    const what = fc.constantFrom('content' as const, 'children' as const, 'createLink' as const, null);
    fc.assert(
      fc.property(path, what, (text, asked) => {
        let names: string[];
        try {
          names = namesIn(text);
        } catch (error) {
          return error instanceof BadPath;
        }
        const address = `https://graph.microsoft.com/v1.0${drivePath(names, asked)}`;
        const url = new URL(address);
        return (
          url.href === address && url.pathname.startsWith('/v1.0/me/drive/root') && url.search === '' && url.hash === ''
        );
      }),
      { numRuns: 2000 },
    );
  });
});
