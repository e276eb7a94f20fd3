import { expect } from 'chai';
import { latestTold, MOST_TOLD } from '../../desktop/renderer/assignments/toldRules.ts';

describe('desktop/renderer/assignments/toldRules', () => {
  const told = (scope: 'inbound' | 'outbound', count: number, isRead = false) =>
    Array.from({ length: count }, () => ({ scope, isRead }));

  it('shows the latest that are not read, and says how many are left of each scope', () => {
    const all = [...told('inbound', 3), ...told('outbound', 4), ...told('inbound', 1)];
    const { shown, more } = latestTold(all, { inbound: 4, outbound: 60 });
    expect(shown).to.deep.equal(all.slice(0, MOST_TOLD));
    expect(more).to.deep.equal([
      { scope: 'inbound', count: 1 },
      { scope: 'outbound', count: 58 },
    ]);
  });

  it('says nothing of scopes of which all is shown, and leaves out what was read meanwhile', () => {
    const { shown, more } = latestTold([...told('inbound', 2, true), ...told('outbound', 1)], {
      inbound: 0,
      outbound: 1,
    });
    expect(shown).to.deep.equal(told('outbound', 1));
    expect(more).to.deep.equal([]);
  });
});
