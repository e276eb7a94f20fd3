import { expect } from 'chai';
import { fewTold, MOST_TOLD, muchTold } from '../../desktop/renderer/assignments/toldRules.ts';

describe('desktop/renderer/assignments/toldRules', () => {
  it('shows the latest unread notices while they are few', () => {
    const told = [1, 2, 3, 4].map((n) => ({ n, isRead: n === 1 }));
    expect(fewTold(told)).to.deep.equal(told.slice(1, 1 + MOST_TOLD));
    expect(muchTold({ inbound: 1, outbound: 1 })).to.equal(null);
    expect(muchTold({ inbound: 0, outbound: 0 })).to.equal(null);
  });

  it('sums up many, and names their scopes', () => {
    expect(muchTold({ inbound: 4, outbound: 60 })).to.deep.equal({ count: 64, scopes: ['inbound', 'outbound'] });
    expect(muchTold({ inbound: 0, outbound: 3 })).to.deep.equal({ count: 3, scopes: ['outbound'] });
  });
});
