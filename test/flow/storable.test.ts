import { expect } from 'chai';
import { NodeError } from '../../server/flow/nodeType.ts';
import { DEEPEST, storable, storableText } from '../../server/flow/storable.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

describe('results of nodes and expressions', () => {
  it('contain no NUL and no half characters, in texts and in names', () => {
    expect(storableText('a\0b \ud83d \udc4b 👋')).to.equal('a\ufffdb \ufffd \ufffd 👋');
    expect(storable({ 'na\0me': ['\ud83d', { deep: '\0' }], n: 1, none: null })).to.deep.equal({
      'na\ufffdme': ['\ufffd', { deep: '\ufffd' }],
      n: 1,
      none: null,
    });
  });

  it('are not copied if nothing is wrong', () => {
    const value = { text: '👋', list: [1, { yes: true }], none: undefined };
    expect(storable(value)).to.equal(value);
  });

  it('are nested no deeper than can be written', () => {
    const deep = nested(DEEPEST);
    expect(storable(deep)).to.equal(deep);
    for (const levels of [DEEPEST + 2, 100_000])
      expect(() => storable(nested(levels)))
        .to.throw(NodeError)
        .with.property('code', 'nested_too_deep');
  });
});
