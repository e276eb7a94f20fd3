import { expect } from 'chai';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import {
  UnsealableError,
  createCipher,
  keysOf,
  type AssociatedData,
} from '../../../server/foundation/settings/cipher.ts';

const key = randomBytes(32);
const cipher = createCipher(key);
const PLACE: AssociatedData = ['setting', 'x'];
const SECRET = 'correct horse battery staple';
const OLDER_KEY = Buffer.alloc(32, 7);
/** The same secret, sealed by the first version of this cipher. */
const OLDER = 'v1.1LJ3nDOO8ynPzvCct9LnGhF5e-vBLpzphBrQWP_QiEIZFSyRHS9sWyVhFgdDlKfaK8ozotEbRxU';

describe('cipher', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => cipher.open(cipher.seal(text, PLACE), PLACE) === text),
    );
  });

  it('seals the same text differently each time, and reveals nothing of it', () => {
    const sealed = Array.from({ length: 100 }, () => cipher.seal(SECRET, PLACE));
    expect(new Set(sealed).size).to.equal(100);
    for (const text of sealed) {
      expect(text).to.match(/^v2\.[0-9a-f]{8}\.[\w-]+$/);
      expect(Buffer.from(text.split('.')[2]!, 'base64url').toString('latin1')).not.to.include('horse');
    }
  });

  it('opens nothing with a changed character', () => {
    const sealed = cipher.seal(SECRET, PLACE);
    for (let n = 0; n < sealed.length; n++)
      for (const other of ['A', '_', '~']) {
        if (sealed[n] === other) continue;
        const changed = sealed.slice(0, n) + other + sealed.slice(n + 1);
        expect(() => cipher.open(changed, PLACE), `at ${n}`).to.throw(UnsealableError);
      }
  });

  it('opens nothing that was cut, lengthened, or never sealed', () => {
    const sealed = cipher.seal(SECRET, PLACE);
    for (let length = 0; length < sealed.length; length++)
      expect(() => cipher.open(sealed.slice(0, length), PLACE), `cut at ${length}`).to.throw(UnsealableError);
    for (const text of [`${sealed}A`, `${sealed}\n`, `v3${sealed.slice(2)}`, SECRET, 'v1.', 'v2.', ''])
      expect(() => cipher.open(text, PLACE)).to.throw(UnsealableError);
  });

  it('opens nothing sealed with another key', () => {
    expect(() => createCipher(randomBytes(32)).open(cipher.seal(SECRET, PLACE), PLACE)).to.throw(UnsealableError);
  });

  it('opens nothing in a place other than it was sealed for', () => {
    const place = fc.tuple(fc.constantFrom('setting', 'answer'), fc.string(), fc.string());
    fc.assert(
      fc.property(place, place, (here, there) => {
        fc.pre(JSON.stringify(here) !== JSON.stringify(there));
        const sealed = cipher.seal(SECRET, here);
        expect(cipher.open(sealed, here)).to.equal(SECRET);
        expect(() => cipher.open(sealed, there)).to.throw(UnsealableError);
      }),
    );
    expect(() => cipher.open(cipher.seal(SECRET, ['a', 'b', 'c']), ['a', 'b,c'])).to.throw(UnsealableError);
  });

  it('opens what an older version sealed, with any of its keys', () => {
    const older = createCipher(keysOf([randomBytes(32), OLDER_KEY]));
    expect(older.open(OLDER, PLACE)).to.equal(SECRET);
    expect(older.isCurrent(OLDER)).to.equal(false);
    expect(() => cipher.open(OLDER, PLACE)).to.throw(UnsealableError);
  });

  it('seals with the first of its keys, and opens with any', () => {
    const next = randomBytes(32);
    const both = createCipher(keysOf([next, key]));
    const [before, after] = [cipher.seal(SECRET, PLACE), both.seal(SECRET, PLACE)];
    expect([both.open(before, PLACE), both.open(after, PLACE)]).to.deep.equal([SECRET, SECRET]);
    expect([both.isCurrent(before), both.isCurrent(after), cipher.isCurrent(before)]).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect(createCipher(next).open(after, PLACE)).to.equal(SECRET);
    expect(() => cipher.open(after, PLACE)).to.throw(UnsealableError);
  });

  it('asks for its keys again if none of them fits', () => {
    const next = randomBytes(32);
    let keys = [key];
    const server = createCipher({
      sealing: () => keys[0]!,
      opening: (isStale) => (isStale ? (keys = [next, key]) : keys),
    });
    expect(server.open(createCipher(next).seal(SECRET, PLACE), PLACE)).to.equal(SECRET);
  });

  it('reveals nothing of the text if it cannot open it', () => {
    const error = new UnsealableError();
    expect(error.cause).to.equal(undefined);
    expect(error.message).to.match(/HANDBACK_KEY/);
    try {
      cipher.open(`${cipher.seal(SECRET, PLACE)}x`, PLACE);
    } catch (thrown) {
      expect(thrown).to.deep.equal(error);
    }
  });

  it('accepts no key of another length', () => {
    expect(() => createCipher(randomBytes(16))).to.throw('must have 32 bytes, not 16');
  });
});
