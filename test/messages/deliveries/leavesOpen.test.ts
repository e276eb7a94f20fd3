import { expect } from 'chai';
import { nextStep, type Copy, type WantedCopy } from '../../../server/messages/deliveries/deliveryRules.ts';

/** Long after its last change. */
const shows = (state: 'question' | 'answered'): Copy => ({ shown: { version: 1, state }, shownAt: 0 });
const wants = (state: WantedCopy['state'], more: Partial<WantedCopy> = {}): WantedCopy => ({
  ...{ version: 2, state, isNews: true, progressOf: 3 },
  ...more,
});

describe('a channel that would empty the fields of an open question', () => {
  const stepFor = (copy: Copy, wanted: WantedCopy) =>
    nextStep(copy, wanted, { canRewrite: true, leavesOpen: true, now: 1_000_000 }).kind;

  it('leaves it as it is while others answer', () =>
    expect(stepFor(shows('question'), wants('question'))).to.equal('note'));

  it('shows how it ended, counts further answers below an own one, and changes notices', () => {
    expect(stepFor(shows('question'), wants('closed'))).to.equal('rewrite');
    expect(stepFor(shows('question'), wants('answered'))).to.equal('rewrite');
    expect(stepFor(shows('answered'), wants('answered'))).to.equal('rewrite');
    expect(stepFor(shows('question'), wants('question', { isNotice: true }))).to.equal('rewrite');
  });
});
