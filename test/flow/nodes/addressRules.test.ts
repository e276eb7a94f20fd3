import { expect } from 'chai';
import fc from 'fast-check';
import { intoAddress, wholeAddress } from '../../../server/flow/nodes/addressRules.ts';

const HOST = 'https://api.example';

/** What the server that is called reads: the address with `values` inserted between slashes. */
const read = (...values: string[]): URL => new URL(wholeAddress(`${HOST}/${values.map(intoAddress).join('/')}`));

describe('values in an address', () => {
  it('arrive as they are, or the address is refused', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('.', '..', '...', '%2e', '%2E.', '../x', '?', '#', '\\', '@', ':80', 'a.b'),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (values) => {
        if (values.some((value) => value === '.' || value === '..')) {
          expect(() => read(...values))
            .to.throw()
            .with.property('code', 'http_bad_url');
          return;
        }
        const { origin, pathname, search, hash } = read(...values);
        expect([origin, search, hash]).to.deep.equal([HOST, '', '']);
        expect(pathname.slice(1).split('/').map(decodeURIComponent)).to.deep.equal(values);
      }),
    );
  });

  it('never help to form a `.` or `..` in the path, but may in the query and the fragment', () => {
    const dot = intoAddress('.');
    for (const filled of [`/a/${dot}./x`, `/a/.${dot}`, `/a/%2e${dot}`, `\\%2E${dot}\\x`, `/${dot}`])
      expect(() => wholeAddress(HOST + filled), filled)
        .to.throw()
        .with.property('code', 'http_bad_url');
    expect(wholeAddress(`${HOST}/a/../x?up=${dot}${dot}`)).to.equal(`${HOST}/a/../x?up=..`);
    expect(wholeAddress(`${HOST}/x#${dot}`)).to.equal(`${HOST}/x#.`);
  });
});
