import { expect } from 'chai';
import { NodeError } from '../../server/flow/nodeType.ts';
import { DEEPEST, storable, storableText } from '../../server/flow/storable.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

describe('what nodes and expressions come to', () => {
  it('holds no NUL and no half of a character, in texts and in names', () => {
    expect(storableText('a\0b \ud83d \udc4b 👋')).to.equal('a\ufffdb \ufffd \ufffd 👋');
    expect(storable({ 'na\0me': ['\ud83d', { deep: '\0' }], n: 1, none: null })).to.deep.equal({
      'na\ufffdme': ['\ufffd', { deep: '\ufffd' }],
      n: 1,
      none: null,
    });
  });

  it('is not copied where nothing is wrong with it', () => {
    const value = { text: '👋', list: [1, { yes: true }], none: undefined };
    expect(storable(value)).to.equal(value);
  });

  it('is nested no deeper than can be written', () => {
    const deep = nested(DEEPEST);
    expect(storable(deep)).to.equal(deep);
    for (const levels of [DEEPEST + 2, 100_000])
      expect(() => storable(nested(levels)))
        .to.throw(NodeError)
        .with.property('code', 'nested_too_deep');
  });
});
