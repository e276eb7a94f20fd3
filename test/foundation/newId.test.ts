import { expect } from 'chai';
import { Ulid } from '../../contract/ids.ts';
import { newId, timeOf } from '../../server/foundation/newId.ts';

describe('new ids', () => {
  it('are all different, even when the store of random bytes is refilled', () => {
    const ids = Array.from({ length: 20_000 }, () => newId(1_700_000_000_000));
    expect(new Set(ids)).to.have.lengthOf(ids.length);
    for (const id of ids) expect(Ulid.safeParse(id).success).to.equal(true);
  });

  it('are in order within a moment, even if others were made for later moments meanwhile', () => {
    const ids = Array.from({ length: 3000 }, (_, n) => {
      newId(1_700_000_001_000 + n);
      return newId(1_700_000_000_999);
    });
    expect(ids).to.deep.equal([...ids].sort());
  });

  it('use every character as often as any other', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 4000; n++)
      for (const character of newId(n + 1).slice(10)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).to.equal(32);
    for (const count of counts.values()) expect(count).to.be.within(1600, 2400); // 2000 on average
  });

  it('contain their time, so that later ones sort after', () => {
    expect(timeOf(newId(1_700_000_000_123))).to.equal(1_700_000_000_123);
    expect([newId(2), newId(1)].sort()[0]!.startsWith('0000000001')).to.equal(true);
  });
});
