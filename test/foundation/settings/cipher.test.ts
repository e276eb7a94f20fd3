import { expect } from 'chai';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { UnsealableError, createCipher } from '../../../server/foundation/settings/cipher.ts';

const key = randomBytes(32);
const cipher = createCipher(key);
const SECRET = 'correct horse battery staple';

describe('cipher', () => {
  it('opens what it sealed', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => cipher.open(cipher.seal(text)) === text));
  });

  it('seals the same text differently each time, and shows nothing of it', () => {
    const sealed = Array.from({ length: 100 }, () => cipher.seal(SECRET));
    expect(new Set(sealed).size).to.equal(100);
    for (const text of sealed) {
      expect(text).to.match(/^v1\.[\w-]+$/);
      expect(Buffer.from(text.slice(3), 'base64url').toString('latin1')).not.to.include('horse');
    }
  });

  it('opens nothing in which one character was changed', () => {
    const sealed = cipher.seal(SECRET);
    for (let n = 0; n < sealed.length; n++)
      for (const other of ['A', '_', '~']) {
        if (sealed[n] === other) continue;
        const changed = sealed.slice(0, n) + other + sealed.slice(n + 1);
        expect(() => cipher.open(changed), `at ${n}`).to.throw(UnsealableError);
      }
  });

  it('opens nothing that was cut, lengthened, or never sealed', () => {
    const sealed = cipher.seal(SECRET);
    for (let length = 0; length < sealed.length; length++)
      expect(() => cipher.open(sealed.slice(0, length)), `cut at ${length}`).to.throw(UnsealableError);
    for (const text of [`${sealed}A`, `${sealed}\n`, `v2${sealed.slice(2)}`, SECRET, 'v1.', ''])
      expect(() => cipher.open(text)).to.throw(UnsealableError);
  });

  it('opens nothing of another key', () => {
    expect(() => createCipher(randomBytes(32)).open(cipher.seal(SECRET))).to.throw(UnsealableError);
  });

  it('says nothing of the text when it cannot open it', () => {
    const error = new UnsealableError();
    expect(error.cause).to.equal(undefined);
    expect(error.message).to.match(/HANDBACK_KEY/);
    try {
      cipher.open(`${cipher.seal(SECRET)}x`);
    } catch (thrown) {
      expect(thrown).to.deep.equal(error);
    }
  });

  it('takes no key of another length', () => {
    expect(() => createCipher(randomBytes(16))).to.throw('must have 32 bytes, not 16');
  });
});
