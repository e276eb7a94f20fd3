import { expect } from 'chai';
import { recentlyMade } from '../../contract/recentlyMade.ts';

describe('values that take long to make', () => {
  it('are made once, and again only if many others were used since', () => {
    const made: string[] = [];
    const recent = recentlyMade<string>(3);
    const use = (key: string) =>
      recent(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(['a', 'a', 'b', 'c', 'a', 'd', 'a'].map(use)).to.deep.equal(['A', 'A', 'B', 'C', 'A', 'D', 'A']);
    expect(made, 'only b is dropped').to.deep.equal(['a', 'b', 'c', 'd']);
    use('b');
    expect(made.at(-1)).to.equal('b');
  });
});
